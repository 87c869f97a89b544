import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCategory, buildPost, buildTag } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import { listPosts } from "./list-posts.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
const search = (term: string, query: Partial<Parameters<typeof listPosts>[1]> = {}) =>
  listPosts(opened.ctx, { search: term, page: 1, limit: 6, ...query });
const found = async (term: string, query: Parameters<typeof search>[1] = {}) =>
  (await search(term, query)).posts.map(({ slug }) => slug);
const plain = { title: "Untitled", description: "", content_text: "" };

beforeAll(async () => {
  opened = await openTestContext();
  const { db } = opened;
  const category = await buildCategory(db, { slug: "birds" });
  const tag = await buildTag(db, { slug: "song" });
  await buildPost(db, {
    ...plain,
    slug: "in-body",
    content_text: `${"Filler. ".repeat(40)}Many nightingales sing. ${"More. ".repeat(40)}`,
  });
  await buildPost(db, { ...plain, slug: "in-title", title: "The Nightingale", category_id: category.id });
  await buildPost(db, { ...plain, slug: "in-description", description: "On NIGHTINGALES at dusk", tags: [tag.id] });
  await buildPost(db, {
    ...plain,
    slug: "in-both",
    title: "A nightingale",
    content_text: "A nightingale.",
    featured: true,
    tags: [tag.id],
  });
  await buildPost(db, { ...plain, slug: "in-body-newer", content_text: "nightingale", category_id: category.id });
  await buildPost(db, { ...plain, slug: "hidden-draft", title: "Nightingale draft", status: "draft" });
  await buildPost(db, {
    ...plain,
    slug: "hidden-archived",
    content_text: "nightingale",
    status: "archived",
    published_at: new Date(),
  });
  await buildPost(db, { ...plain, slug: "percent", title: "100% of_it" });
  await buildPost(db, { ...plain, slug: "hundred", title: "1000 of-it" });
  await buildPost(db, { ...plain, slug: "backslash", title: `a\\b c'd "q"` });
  await buildPost(db, { ...plain, slug: "unicode", title: "Élan und Straße", content_text: "ÜBERMUT naïve 日本語 हिन्दी e-mail" });
  await buildPost(db, { ...plain, slug: "punctuation", title: "Why C++ ... still?" });
});
afterAll(() => opened.close());

test("finds in title or description newest first, then in the body newest first", async () => {
  expect(await found("nightingale")).toEqual(["in-both", "in-description", "in-title", "in-body-newer", "in-body"]);
  expect(await search("nightingale")).toMatchObject({ total: 5, pages: 1, total_is_capped: false });
});

test("pages cover both kinds of matches", async () => {
  expect(await found("nightingale", { limit: 2, page: 2 })).toEqual(["in-title", "in-body-newer"]);
  expect(await search("nightingale", { limit: 2, page: 3 })).toMatchObject({ total: 5, pages: 3, posts: [{ slug: "in-body" }] });
  expect(await search("nightingale", { limit: 2, page: 4 })).toMatchObject({ total: 5, pages: 3, posts: [] });
  expect(await search("nightingale", { page: 100_000 })).toMatchObject({ total: 5, posts: [] });
});

test("headings match the whole term anywhere; bodies match words that begin with its words", async () => {
  expect(await found("tingal")).toEqual(["in-both", "in-description", "in-title"]);
  expect(await found("nightingales sing")).toEqual(["in-body"]);
  expect(await found("sing many")).toEqual(["in-body"]);
  expect(await found("sing nothing")).toEqual([]);
});

test("only a match in the body has a snippet, cut between words around the match", async () => {
  const { posts } = await search("nightingale");
  expect(posts.slice(0, 3).every((post) => !("snippet" in post))).toBe(true);
  expect(posts[3]?.snippet).toBe("nightingale");
  expect(posts[4]?.snippet).toMatch(/^…(Filler\. )+Many nightingales sing\. (More\. ?)+…$/);
  expect(posts[4]?.snippet?.length).toBeLessThan(200);
});

test("filters by category, tag and featured", async () => {
  expect(await found("nightingale", { category: "birds" })).toEqual(["in-title", "in-body-newer"]);
  expect(await found("nightingale", { tag: "song" })).toEqual(["in-both", "in-description"]);
  expect(await found("nightingale", { featured: true })).toEqual(["in-both"]);
  expect(await found("nightingale", { tag: "song", featured: true })).toEqual(["in-both"]);
  expect(await found("nightingale", { tag: "song", category: "birds" })).toEqual([]);
  expect(await found("nightingale", { category: "unknown" })).toEqual([]);
});

describe("the term is taken literally", () => {
  test.each([
    ["0% of", ["percent"]],
    ["of_it", ["percent", "hundred"]],
    ["of-it", ["hundred", "percent"]],
    ["a\\b", ["backslash"]],
    ["c'd", ["backslash"]],
    ['"q"', ["backslash"]],
    ["%%%", []],
    ["___", []],
    ["\\\\\\", []],
    ["C++", ["punctuation"]],
    ["...", ["punctuation"]],
    ["++ .", ["punctuation"]],
    ["a & b | !c:*", []],
    ["'; drop table posts; --", []],
    ["élan", ["unicode"]],
    ["ÉLAN", ["unicode"]],
    ["STRAßE", ["unicode"]],
    ["übermut", ["unicode"]],
    ["NAÏVE", ["unicode"]],
    ["日本語", ["unicode"]],
    ["हिन्दी", ["unicode"]],
    ["mail", ["unicode"]],
    ["  Élan \n und  ", ["unicode"]],
    ["\ud83d\ud83d\ud83d", []],
  ])("%j", async (term, expected) => {
    expect(await found(term)).toEqual(expected);
  });
});

const LETTERS = [
  {
    title: "Ein Café in Zürich",
    text: "Größenwahn, naïve. Don’t ask O'Reilly.",
    terms: ["cafe", "Cafe\u0301", "zurich", "ZÜRICH"],
  },
  { title: "Crème", text: "Cafe\u0301 noir", terms: ["creme", "CRÈME"] },
  { title: "Ёлка", text: "Зелёная ёлка", terms: ["елка", "ёлка", "ЕЛКА"] },
  {
    title: "今日は機械学習入門を読んで散歩しました。",
    text: "東京の天気",
    terms: ["機械学習", "学習入門", "散歩しました", "学習"],
  },
  { title: "ประเทศไทยสวยงาม", text: "อากาศดีมาก", terms: ["ไทย", "สวย"] },
];
const IN_TEXTS: [string, number][] = [
  ["grossenwahn", 0],
  ["GRÖSSENWAHN", 0],
  ["don't", 0],
  ["Don’t", 0],
  ["O’Reilly", 0],
  ["café noir", 1],
  ["зеленая", 2],
  ["東京", 3],
  ["天気", 3],
  ["の天気", 3],
  ["อากาศ", 4],
];

test("letters are found however they are written, and words of scripts without spaces anywhere", async () => {
  const { db } = opened;
  const posts = [];
  for (const [n, { title, text }] of LETTERS.entries())
    posts.push(await buildPost(db, { ...plain, slug: `letters-${n}`, title, content_text: text }));
  for (const [n, { terms }] of LETTERS.entries())
    for (const term of terms) expect(await found(term), term).toContain(`letters-${n}`);
  for (const [term, n] of IN_TEXTS) expect(await found(term), term).toEqual([`letters-${n}`]);
  // 東京都 has 東京 and 京都 in it; a text with both of these apart hasn't 東京都.
  await buildPost(db, { ...plain, slug: "two-cities", content_text: "東京と京都" });
  expect(await found("東京都")).toEqual([]);
  expect((await search("東京")).posts.map(({ snippet }) => snippet)).toEqual(["東京と京都", "東京の天気"]);
  await db
    .deleteFrom("posts")
    .where("slug", "in", [...posts.map(({ slug }) => slug), "two-cities"])
    .execute();
});

test("a term of two characters or fewer counts as none, NUL counts as a space, and a huge term works", async () => {
  const all = await listPosts(opened.ctx, { page: 1, limit: 6 });
  for (const term of ["", " ", "a", "é ", "ab", "\0\0\0\0"]) expect(await search(term), JSON.stringify(term)).toEqual(all);
  expect(await found("100%\0of_it")).toEqual(["percent", "hundred"]);
  expect(await search("x".repeat(10_000))).toMatchObject({ total: 0 });
  expect(await search("a b ".repeat(2500))).toMatchObject({ total: 0 });
  expect(await search("😀".repeat(3000))).toMatchObject({ total: 0 });
});

test("matches follow an article that is edited, unpublished, published or deleted", async () => {
  const { db } = opened;
  const post = await buildPost(db, { ...plain, slug: "changing", title: "Cormorant", content_text: "kingfisher" });
  const change = (values: object) => db.updateTable("posts").set(values).where("id", "=", post.id).execute();
  expect([await found("cormorant"), await found("kingfisher")]).toEqual([["changing"], ["changing"]]);
  await change({ title: "Pelican", content_text: "flamingo" });
  expect([await found("cormorant"), await found("kingfisher")]).toEqual([[], []]);
  expect([await found("pelican"), await found("flamingo")]).toEqual([["changing"], ["changing"]]);
  await change({ status: "archived" });
  expect([await found("pelican"), await found("flamingo")]).toEqual([[], []]);
  await change({ status: "published" });
  expect([await found("pelican"), await found("flamingo")]).toEqual([["changing"], ["changing"]]);
  await db.deleteFrom("posts").where("id", "=", post.id).execute();
  expect([await found("pelican"), await found("flamingo")]).toEqual([[], []]);
});

test("stores a text that is too long for the index", async () => {
  const words = Array.from({ length: 60_000 }, (_, n) => `lexeme${n}`).join(" ");
  const post = await buildPost(opened.db, { ...plain, slug: "endless", content_text: words });
  expect(await found("lexeme77")).toEqual(["endless"]);
  await opened.db.deleteFrom("posts").where("id", "=", post.id).execute();
});
