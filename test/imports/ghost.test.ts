import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImportRow } from "../../app/domain/imports/imports.sql.ts";
import { fixture, type Importer, openImporter } from "./importer.ts";

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
  expect(dawn.content).toContain('<a href="/earlier/">earlier</a>');
  expect(dawn.content).toContain('src="https://old.example/content/images/2021/dawn.png"');
  expect(dawn.content).not.toContain("kg-card-begin");
});

test("member-only posts, scheduled posts and pages become drafts", async () => {
  for (const slug of ["members", "soon", "about-us"]) expect([slug, (await post(slug)).status]).toEqual([slug, "draft"]);
  expect(sentences()).toContain("changed It was for paid readers alone: it comes as a draft.");
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
    { from_path: "/dawn-and-dusk", to_path: "/story/dawn-and-dusk" },
    { from_path: "/older-editor", to_path: "/story/older-editor" },
  ]);
  for (const expected of [
    "changed A post has one author here; it isn't said any more that “Grace Hopper” wrote it too.",
    "dropped Internal tags (#…) don't come along.",
    "dropped Code that was added to the page doesn't come along.",
    "dropped A card of the kind “signup” doesn't come along.",
    "dropped Newsletters don't come along.",
  ])
    expect(sentences()).toContain(expected);
});

test("the same without the enclosing list is read too, with the same result", async () => {
  const bare = JSON.stringify(JSON.parse(await fixture("ghost.json")).db[0]);
  const again = await importer.run(bare, { oldSite: "https://old.example" });
  expect(again.report.counts?.posts).toEqual({ added: 0, updated: 0, unchanged: 6, skipped: 0 });
});
