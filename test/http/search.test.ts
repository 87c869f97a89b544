import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PostPage } from "../../app/domain/posts/post-shapes.ts";
import { correctTerm, distanceOf } from "../../app/domain/search/correct-term.ts";
import { rebuildSearch } from "../../app/domain/search/rebuild-search.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildPost, buildTag } from "../builders.ts";

let app: TestApp;
const plain = { description: "", content_text: "" };

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.context;
  const habits = await buildTag(db, { name: "Tidying", slug: "tidying" });
  await buildPost(db, { ...plain, slug: "in-title", title: "Walking the dogs" });
  await buildPost(db, { ...plain, slug: "in-description", title: "Outdoors", description: "Dogs that walk far" });
  await buildPost(db, { ...plain, slug: "in-tags", title: "Dog days", content_text: "He walked away.", tags: [habits.id] });
  await buildPost(db, { ...plain, slug: "in-text", title: "Untitled", content_text: "The dog walks. A wide, calm sea." });
  await buildPost(db, {
    ...plain,
    slug: "sea-wide",
    title: "Untitled",
    content_text: "The sea is wide, and calmer than a lake.",
  });
  await buildPost(db, { ...plain, slug: "tracking", title: "Tracking habits", content_text: "Measured for a year." });
  await buildPost(db, {
    ...plain,
    kind: "page",
    slug: "imprint",
    title: "Imprint",
    content_text: "Measuring and walking in Berlin.",
    listed: false,
  });
  await app.app.contentChanged();
});
afterAll(() => app.close());

const ask = async (search: string, more = "") =>
  (await app.actors.anonymous.get<PostPage>(`/api/posts?limit=20&search=${encodeURIComponent(search)}${more}`)).body;
const slugs = async (search: string, more = "") => (await ask(search, more)).posts.map(({ slug }) => slug);
const page = async (query: string) => (await app.actors.anonymous.get(`/view-all?${query}`)).text;

describe("words", () => {
  test("are found by their stems, and rank by where each stands: title, description, tags or text", async () => {
    expect(await slugs("dogs walked")).toEqual(["in-title", "in-tags", "in-description", "in-text"]);
    expect(await slugs("walking a dog")).toEqual(["in-title", "in-tags", "in-description", "in-text"]);
  });

  test("rank by date on request", async () => {
    expect(await slugs("dogs walked", "&sort=newest")).toEqual(["in-text", "in-tags", "in-description", "in-title"]);
  });

  test("are found in tags, whatever their tags are called later", async () => {
    expect(await slugs("tidy dog")).toEqual(["in-tags"]);
    await sql`update tags set name = 'Sweeping' where slug = 'tidying'`.execute(app.context.db);
    expect(await slugs("tidy dog")).toEqual([]);
    expect(await slugs("sweep dog")).toEqual(["in-tags"]);
    await sql`delete from posts_tags`.execute(app.context.db);
    expect(await slugs("sweep dog")).toEqual([]);
  });

  test("are excluded by a minus, and kept together by quotes", async () => {
    expect(await slugs("dogs -outdoors -untitled")).toEqual(["in-tags", "in-title"]);
    expect(await slugs("calm sea")).toEqual(["sea-wide", "in-text"]);
    expect(await slugs('"calm sea"')).toEqual(["in-text"]);
    expect(await slugs('"sea wide"', "&exact=true")).toEqual([]);
  });

  test("of the term are named with the site's other words of the same stem", async () => {
    expect((await ask("walked")).forms?.sort()).toEqual(["walk", "walked", "walking", "walks"]);
    expect(await page("search=walked")).toContain("<mark>Walking</mark>");
  });

  test("are found in own pages", async () => {
    expect((await ask("measures walk")).own_pages?.map(({ slug }) => slug)).toEqual(["imprint"]);
  });
});

describe("a mistyped word", () => {
  test.each([
    ["traking", "tracking"],
    ["trakcing", "tracking"],
    ["gracking habts", "tracking habits"],
    ["measurd", "measured"],
  ])("%j is read as %j", async (typed, meant) => {
    expect(await ask(typed)).toMatchObject({ corrected: meant, total: 1, posts: [{ slug: "tracking" }] });
    expect(await ask(typed, "&exact=true")).toMatchObject({ total: 0, posts: [] });
  });

  test.each(["doq", "trckng", "zzzzzzzz", "walked", "tracking"])("%j isn't corrected", async (typed) => {
    expect(await ask(typed)).not.toHaveProperty("corrected");
  });

  test("is named on the page, with a link that searches exactly what was typed", async () => {
    const text = await page("search=traking");
    expect(text).toContain("Showing results for <em><bdi>tracking</bdi></em>.");
    expect(text).toContain('href="/view-all?exact=true&amp;search=traking"');
    expect(text).toContain("<mark>Tracking</mark>");
    const exact = await page("exact=true&search=traking");
    expect(exact).toContain("No articles found");
    expect(exact).not.toContain("Showing results for");
  });

  test("has the distance that the rule says", () => {
    const distances = ["word word", "wrod word", "wod word", "sord word", "desicion decision", "kitten sitting"].map((pair) => {
      const [a = "", b = ""] = pair.split(" ");
      return distanceOf(a, b);
    });
    expect(distances).toEqual([0, 1, 1, 1, 2, 3]);
  });

  test("is found wherever its mistakes are", async () => {
    const { db } = app.context;
    await sql`insert into site_words values ('abcdef', 'en', 1), ('abcdefghij', 'en', 1) on conflict do nothing`.execute(db);
    const edits = (word: string) =>
      [...word].flatMap((letter, at) => {
        const [before, after] = [word.slice(0, at), word.slice(at + 1)];
        const swapped = after ? [before + after.charAt(0) + letter + after.slice(1)] : [];
        return [before + after, `${before}y${after}`, `${before}y${letter}${after}`, ...swapped];
      });
    for (const typed of edits("abcdef")) expect(await correctTerm(app.context, typed, [typed]), typed).toBe("abcdef");
    const both = edits("abcde").flatMap((first) => edits("fghij").map((last) => first + last));
    for (const typed of both) expect(await correctTerm(app.context, typed, [typed]), typed).toBe("abcdefghij");
    await sql`delete from site_words where word in ('abcdef', 'abcdefghij')`.execute(db);
  });
});

test("the site's words follow its articles", async () => {
  const { db } = app.context;
  const countOf = async (word: string) =>
    (await sql<{ posts: number }>`select posts from site_words where word = ${word}`.execute(db)).rows[0]?.posts ?? 0;
  const post = await buildPost(db, { ...plain, slug: "words", title: "Kingfisher", content_text: "Kingfisher dives." });
  expect([await countOf("kingfisher"), await countOf("dives")]).toEqual([1, 1]);
  await db.updateTable("posts").set({ content_text: "Kingfisher rests." }).where("id", "=", post.id).execute();
  expect([await countOf("kingfisher"), await countOf("dives"), await countOf("rests")]).toEqual([1, 0, 1]);
  await db.updateTable("posts").set({ status: "draft" }).where("id", "=", post.id).execute();
  expect(await countOf("kingfisher")).toBe(0);
  await db.updateTable("posts").set({ status: "published" }).where("id", "=", post.id).execute();
  await db.deleteFrom("posts").where("id", "=", post.id).execute();
  expect(await countOf("kingfisher")).toBe(0);
  const counted = sql`select word, count(*)::integer, stem_of('english', word)
    from published_texts, unnest(plain_words(words)) word where is_site_word(word) group by word`;
  const { rows } = await sql`
    (select word, posts, stem from site_words except ${counted}) union all (${counted} except select word, posts, stem from site_words)`.execute(
    db,
  );
  expect(rows).toEqual([]);
});

test("an article of another language is found by its own stems", async () => {
  const { db } = app.context;
  const post = await buildPost(db, {
    ...plain,
    slug: "chevaux",
    title: "Au bord",
    content_text: "Des chevaux noirs.",
    language: "fr",
  });
  expect(await slugs("cheval noir", "&exact=true")).toEqual(["chevaux"]);
  expect(await slugs("walked", "&exact=true")).toContain("in-title");
  await db.updateTable("posts").set({ language: null }).where("id", "=", post.id).execute();
  expect(await slugs("cheval noir", "&exact=true")).toEqual([]);
  expect(await rebuildSearch(app.context)).toBe(0);
  await db.deleteFrom("posts").where("id", "=", post.id).execute();
});

test("another language of the site brings its stems", async () => {
  const { db } = app.context;
  await buildPost(db, { ...plain, slug: "haus", title: "Am Hang", content_text: "Viele Häuser, große Gärten." });
  expect(await slugs("hauses", "&exact=true")).toEqual([]);
  await sql`update settings set value = value || '{"language": "de"}'`.execute(db);
  expect(await rebuildSearch(app.context)).toBe(7);
  expect(await rebuildSearch(app.context)).toBe(0);
  expect(await slugs("hauses", "&exact=true")).toEqual(["haus"]);
  expect(await slugs("garten")).toEqual(["haus"]);
  await sql`update settings set value = value - 'language'`.execute(db);
  expect(await rebuildSearch(app.context)).toBe(7);
});

test.each([
  "---",
  '"""',
  '-"',
  "-a -b -c",
  "- - -",
  '"unbalanced sea',
  '-"unbalanced sea',
  "& | ! : * ( ) <->",
  "'; select 1; --",
  "\\\\\\'\\",
  "\u200f\u202esea\u202c",
  "=walk",
  "#tidi",
  "sea:*",
  "\u{1f600}\u{1f600}\u{1f600}",
  `"${"a".repeat(60)}`,
  "(((((".repeat(20),
  "a b c d e f g h i j k l m n o p q r s t u v w x y z",
  "-a ".repeat(33),
  '"a b" '.repeat(16),
  "한국어 한국어",
  "[.*+?^$]{2}",
])("%j is a search like any other", async (term) => {
  for (const more of ["", "&sort=newest", "&exact=true"]) {
    const answer = await app.actors.anonymous.get<PostPage>(`/api/posts?search=${encodeURIComponent(term)}${more}`);
    expect(answer.status, answer.text).toBe(200);
  }
  expect((await app.actors.anonymous.get(`/view-all?search=${encodeURIComponent(term)}`)).status).toBe(200);
});

test("a term of 5000 characters is refused by the API and cut by the page; so are unknown choices", async () => {
  const long = "sea ".repeat(1250);
  expect((await app.actors.anonymous.get(`/api/posts?search=${encodeURIComponent(long)}`)).status).toBe(400);
  expect((await app.actors.anonymous.get(`/view-all?search=${encodeURIComponent(long)}`)).status).toBe(200);
  expect((await app.actors.anonymous.get("/api/posts?search=sea%00wide")).status).toBe(400);
  expect((await app.actors.anonymous.get("/api/posts?search=sea&sort=oldest")).status).toBe(400);
  expect((await app.actors.anonymous.get("/api/posts?search=sea&exact=yes")).status).toBe(400);
  expect((await app.actors.anonymous.get("/view-all?search=sea&sort=oldest&exact=yes")).status).toBe(200);
});
