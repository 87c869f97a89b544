import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ImportRow } from "../../app/domain/imports/imports.sql.ts";
import { fixture, type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
let done: ImportRow;
beforeAll(async () => {
  importer = await openImporter({ allows: () => false });
  done = await importer.run(await fixture("ghost.json"), { oldSite: "https://old.example" });
});
afterAll(() => importer.close());

const post = (slug: string) => importer.db.selectFrom("posts").selectAll().where("slug", "=", slug).executeTakeFirstOrThrow();
const sentences = () => (done.report.findings ?? []).map(({ severity, sentence }) => `${severity} ${sentence}`);

test("posts are imported with content, dates, author, category and tags", async () => {
  expect([done.kind, done.state, done.report.counts?.posts.added]).toEqual(["ghost", "done", 6]);
  const dawn = await importer.db
    .selectFrom("posts as p")
    .innerJoin("users as u", "u.id", "p.author_id")
    .innerJoin("categories as c", "c.id", "p.category_id")
    .select([
      "p.title",
      "p.status",
      "p.featured",
      "p.excerpt",
      "p.published_at",
      "p.featured_image_alt",
      "p.content",
      "u.full_name",
      "u.bio",
      "c.name",
      "c.color",
    ])
    .where("p.slug", "=", "dawn-and-dusk")
    .executeTakeFirstOrThrow();
  expect(dawn).toMatchObject({
    title: "Dawn & dusk",
    status: "published",
    featured: true,
    excerpt: "Both ends of a day.",
    published_at: new Date("2021-03-04T06:00:00Z"),
    featured_image_alt: "The sky at dusk",
    full_name: "Ada Lovelace",
    bio: "Counts.",
    name: "Light",
    color: "#ffaa00",
  });
  expect(
    await importer.db
      .selectFrom("post_coauthors as o")
      .innerJoin("users as u", "u.id", "o.user_id")
      .innerJoin("posts as p", "p.id", "o.post_id")
      .select(["p.slug", "u.full_name", "o.position"])
      .execute(),
  ).toEqual([{ slug: "dawn-and-dusk", full_name: "Grace Hopper", position: 0 }]);
  expect(dawn.content).toContain('<a href="/earlier/">earlier</a>');
  expect(dawn.content).toContain('src="https://old.example/content/images/2021/dawn.png"');
  expect(dawn.content).not.toContain("kg-card-begin");
});

test("member-only posts and scheduled posts become drafts, pages articles outside lists", async () => {
  for (const slug of ["members", "soon"]) expect([slug, (await post(slug)).status]).toEqual([slug, "draft"]);
  expect((await post("members")).created_at).toEqual(new Date(1614834367000));
  expect(await post("about-us")).toMatchObject({ status: "published", listed: false });
  expect(sentences()).toContain("changed It was for paid readers only: it comes as a draft.");
});

test("a text in the editor's own format becomes HTML", async () => {
  expect((await post("lexical")).content).toBe(
    '<h2>Head</h2>\n<p><strong>Bold &lt;b&gt;</strong><a href="https://a.example/">link</a></p>\n<ul><li>one</li></ul>\n<pre><code class="language-js">a &lt; b</code></pre>\n',
  );
  const older = (await post("older-editor")).content;
  expect(older).toContain("<p>Plain <strong>bold</strong></p>");
  expect(older).toContain("<h2>Marked <em>down</em></h2>");
});

test("old paths redirect to the posts, and the report says what is missing", async () => {
  const rows = await importer.db
    .selectFrom("redirects")
    .select(["from_path", "to_path"])
    .where("to_path", "like", "/story/%")
    .orderBy("from_path")
    .execute();
  expect(rows).toEqual([
    { from_path: "/about-us", to_path: "/story/about-us" },
    { from_path: "/dawn-and-dusk", to_path: "/story/dawn-and-dusk" },
    { from_path: "/members", to_path: "/story/members" },
    { from_path: "/older-editor", to_path: "/story/older-editor" },
  ]);
  for (const expected of [
    "dropped Internal tags (#…) aren’t imported.",
    "dropped Code that was added to the page isn’t imported.",
    "dropped A card of the kind “signup” isn’t imported.",
    "dropped Newsletters aren’t imported.",
  ])
    expect(sentences()).toContain(expected);
});

test("what no post here has is reported once", () => {
  expect(sentences().filter((one) => one.includes("title and description"))).toHaveLength(1);
});

test("the same without the enclosing list is read too, with the same result", async () => {
  const bare = JSON.stringify(JSON.parse(await fixture("ghost.json")).db[0]);
  const again = await importer.run(bare, { oldSite: "https://old.example" });
  expect(again.report.counts?.posts).toEqual({ added: 0, updated: 0, unchanged: 6, skipped: 0 });
});

/** A blog of its own. */
async function openAnother(): Promise<Importer> {
  const another = await openImporter({ allows: () => false });
  onTestFinished(() => another.close());
  return another;
}
const titlesIn = async ({ db }: Importer, table: "categories" | "tags") =>
  (await db.selectFrom(table).select("name").orderBy("name").execute()).map(({ name }) => name);
const redirectsIn = async ({ db }: Importer) => {
  const rows = await db.selectFrom("redirects").select(["from_path", "to_path"]).orderBy("from_path").execute();
  return rows.map(({ from_path, to_path }) => `${from_path} → ${to_path}`);
};
type Row = Record<string, unknown>;
/** An export as Ghost 5 makes it, with some of its fields. */
const exportOf = (tables: Record<string, Row[]>) =>
  JSON.stringify({ db: [{ meta: { exported_on: 1714550400000, version: "5.88.3" }, data: tables }] });
const row = (id: string, more: Row = {}): Row => ({
  id,
  uuid: `6f1c1b52-3a5c-4a86-9d58-${id.padStart(12, "0")}`,
  title: `Post ${id}`,
  slug: `post-${id}`,
  html: `<p>${"Words of larks. ".repeat(10)}</p>`,
  custom_excerpt: "Words about larks, and about how early they are.",
  type: "post",
  status: "published",
  visibility: "public",
  created_at: "2021-01-01T00:00:00.000Z",
  updated_at: "2021-01-01T00:00:00.000Z",
  published_at: "2021-12-31T23:30:00.000Z",
  ...more,
});

test("an export of version 0.5 brings its Markdown, covers, pages and dated addresses", async () => {
  const another = await openAnother();
  const old = await another.run(await fixture("ghost-0.5.json"), { oldSite: "https://old.example" });
  expect([old.kind, old.report.counts?.posts.added, old.report.counts?.pictures.skipped]).toEqual(["ghost", 3, 2]);
  const larks = await another.db.selectFrom("posts").selectAll().where("slug", "=", "old-larks").executeTakeFirstOrThrow();
  expect(larks).toMatchObject({ content_format: "markdown", status: "published", published_at: new Date(1414798200000) });
  expect(larks.content).toBe("Up it *goes*.\n\n![A lark](/content/images/2014/Nov/lark.jpg)\n\n* one\n* two");
  const all = (old.report.findings ?? []).map(({ sentence }) => sentence);
  expect(all.filter((one) => one.includes("https://old.example/content/images/2014/Nov/"))).toHaveLength(2);
  expect(all).toContain("Titles for search engines aren’t imported: they are made from the posts’ titles.");
  // 1414798200000 is 2014-10-31 23:30 in UTC, which is the blog's time where nothing else is set.
  expect(await redirectsIn(another)).toContain("/2014/10/31/old-larks → /story/old-larks");
});

describe("addresses", () => {
  test.each([
    ["/:year/:month/:slug/", "Etc/UTC", "/2021/12/post-1"],
    ["/:year/:month/:slug/", "Europe/Berlin", "/2022/01/post-1"],
    ["/:slug/", "Etc/UTC", "/post-1"],
    ["/:author/:slug/", "Etc/UTC", "/ada/post-1"],
    ["/:primary_tag/:slug/", "Etc/UTC", "/birds/post-1"],
    ["/blog/:id/:slug/", "Etc/UTC", "/blog/1/post-1"],
  ])("by the setting %s in %s", async (permalinks, timezone, path) => {
    const another = await openAnother();
    await another.run(
      exportOf({
        posts: [row("1", { author_id: "u1" })],
        posts_authors: [{ id: "a", post_id: "1", author_id: "u1", sort_order: 0 }],
        users: [{ id: "u1", name: "Ada", slug: "ada", email: "ada@old.example" }],
        tags: [{ id: "t1", name: "Birds", slug: "birds" }],
        posts_tags: [{ id: "x", post_id: "1", tag_id: "t1", sort_order: 0 }],
        settings: [
          { id: "1", key: "permalinks", value: permalinks },
          { id: "2", key: "timezone", value: timezone },
        ],
      }),
    );
    expect(await redirectsIn(another)).toContain(`${path} → /story/post-1`);
  });
});

describe("categories", () => {
  const blog = (firsts: number[][]) =>
    exportOf({
      posts: firsts.map((_, n) => row(`${n + 1}`)),
      tags: [...new Set(firsts.flat())].map((n) => ({ id: `t${n}`, name: `Tag ${n}`, slug: `tag-${n}` })),
      posts_tags: firsts.flatMap((tags, n) =>
        tags.map((tag, order) => ({ id: `${n}-${order}`, post_id: `${n + 1}`, tag_id: `t${tag}`, sort_order: order })),
      ),
    });

  test("are the tags that come first on several posts; a post's others stay tags", async () => {
    const another = await openAnother();
    const done = await another.run(blog([[1, 2], [1], [3, 1], [2]]));
    expect([await titlesIn(another, "categories"), await titlesIn(another, "tags")]).toEqual([["Tag 1"], ["Tag 2", "Tag 3"]]);
    const filed = await another.db
      .selectFrom("posts")
      .select("slug")
      .where("category_id", "is not", null)
      .orderBy("slug")
      .execute();
    expect(filed.map(({ slug }) => slug)).toEqual(["post-1", "post-2", "post-3"]);
    expect(done.report.findings?.filter(({ sentence }) => sentence.startsWith("Only tags that come first"))).toHaveLength(1);
  });

  test("are at most twenty, the most frequent ones", async () => {
    const another = await openAnother();
    const twice = Array.from({ length: 30 }, (_, n) => [[n], [n]]).flat();
    await another.run(blog([...twice, [29], [28]]));
    const names = await titlesIn(another, "categories");
    expect(names).toHaveLength(20);
    expect(names).toEqual(expect.arrayContaining(["Tag 29", "Tag 28", "Tag 0", "Tag 17"]));
  });
});

describe("pictures", () => {
  const withPicture = (more: Row = {}) =>
    exportOf({
      posts: [row("1", { html: '<p><img src="__GHOST_URL__/content/images/size/w1000/2021/dawn.png"></p>', ...more })],
    });

  test("without the address of the old blog are reported; importing again with it completes the same posts", async () => {
    const another = await openAnother();
    const first = await another.run(withPicture());
    expect(first.report.findings?.find(({ place }) => place === "images")?.sentence).toContain("Import it again with the URL");
    const second = await another.run(withPicture(), { oldSite: "https://old.example" });
    expect(second.report.counts?.posts).toEqual({ added: 0, updated: 1, unchanged: 0, skipped: 0 });
    expect(second.report.findings?.map(({ sentence }) => sentence).join()).toContain(
      "https://old.example/content/images/2021/dawn.png",
    );
  });

  test("come from the zip that holds the export", async () => {
    const another = await openAnother();
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#aabbcc" } })
      .png()
      .toBuffer();
    const zip = await zipOf({
      "larks/larks.ghost.2024-05-01.json": withPicture({ feature_image: "__GHOST_URL__/content/images/2021/dawn.png" }),
      "larks/content/images/2021/dawn.png": png,
    });
    const done = await another.run(zip);
    expect([done.report.counts?.pictures.added, done.report.findings]).toEqual([1, []]);
    const { content, featured_image } = await another.db.selectFrom("posts").selectAll().executeTakeFirstOrThrow();
    expect(content).toMatch(/<img src="\/media\//);
    expect(featured_image).toMatch(/^\/media\//);
  });
});

test("a scheduled post is planned for its hour where it has a category", async () => {
  const another = await openAnother();
  const posts = ["1", "2"].map((id) =>
    row(id, id === "1" ? { status: "scheduled", published_at: "2030-01-02T03:04:00.000Z" } : {}),
  );
  const done = await another.run(
    exportOf({
      posts,
      tags: [{ id: "t", name: "Birds", slug: "birds" }],
      posts_tags: posts.map(({ id }) => ({ id, post_id: id, tag_id: "t", sort_order: 0 })),
    }),
  );
  expect(done.report.findings).toEqual([]);
  const { post_id, at } = await another.db.selectFrom("post_schedules").select(["post_id", "at"]).executeTakeFirstOrThrow();
  expect(at).toEqual(new Date("2030-01-02T03:04:00.000Z"));
  expect(await another.db.selectFrom("posts").select(["slug", "status"]).where("id", "=", post_id).execute()).toEqual([
    { slug: "post-1", status: "draft" },
  ]);
});
