import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ImportRow } from "../../app/domain/imports/imports.sql.ts";
import { fixture, type Importer, openImporter } from "./importer.ts";

let importer: Importer;
let checked: ImportRow;
let done: ImportRow;
beforeAll(async () => {
  importer = await openImporter({ allows: () => false });
  checked = await importer.check(await fixture("wordpress.xml"), { name: "old.xml" });
  expect(await importer.db.selectFrom("posts").select("id").execute()).toEqual([]);
  done = await importer.start(checked.id);
});
afterAll(() => importer.close());

const post = (slug: string) =>
  importer.db
    .selectFrom("posts as p")
    .leftJoin("users as u", "u.id", "p.author_id")
    .leftJoin("categories as c", "c.id", "p.category_id")
    .selectAll("p")
    .select(["u.email", "u.full_name", "c.name as category"])
    .where("p.slug", "=", slug)
    .executeTakeFirstOrThrow();
const sentencesOf = (row: ImportRow) =>
  (row.report.findings ?? []).map(({ severity, place, sentence }) => `${severity} | ${place} | ${sentence}`);

test("a dry run stores nothing and counts what there is", () => {
  expect([checked.kind, checked.state, checked.done, checked.total]).toEqual(["wordpress", "checked", 5, 6]);
  expect(checked.report.counts?.posts).toEqual({ added: 5, updated: 0, unchanged: 0, skipped: 0 });
  expect(checked.report.counts?.authors.added).toBe(3);
  // The one in the text, which is also next to the title, counts once.
  expect(checked.report.counts?.pictures.added).toBe(1);
});

test("everything that the dry run announced is imported", () => {
  expect([done.state, done.report.counts?.posts.added, done.report.counts?.comments.added]).toEqual(["done", 5, 3]);
  expect(done.report.counts?.redirects).toEqual(checked.report.counts?.redirects);
});

describe("a post of the classic editor", () => {
  test("keeps its content, dates, author, category, tags and URL", async () => {
    const lark = await post("a-lark");
    expect(lark).toMatchObject({
      title: "A lark & a “field”",
      excerpt: "What a lark does.",
      status: "published",
      featured: true,
      category: "Morning & Dawn",
      email: "ada@old.example",
      full_name: "Ada Lovelace",
      published_at: new Date("2019-05-04T10:11:12Z"),
      first_published_at: new Date("2019-05-04T10:11:12Z"),
      updated_at: new Date("2019-05-06T10:00:00Z"),
      featured_image_alt: "A lark above a field",
    });
    const tags = await importer.db
      .selectFrom("posts_tags")
      .innerJoin("tags", "tags.id", "tag_id")
      .select("slug")
      .where("post_id", "=", lark.id)
      .orderBy("slug")
      .execute();
    expect(tags.map(({ slug }) => slug)).toEqual(["birds", "café"]);
  });

  test("has paragraphs, a figure, its code and links, and no script", async () => {
    const { content } = await post("a-lark");
    expect(content).toContain("<p>The first paragraph & nothing else.<br>\nWith a line of its own.</p>");
    expect(content).toContain('<a href="/2018/01/01/earlier/">link to an earlier post</a>');
    expect(content).toContain('<a href="https://other.example/">elsewhere</a>');
    expect(content).toContain("<figcaption>The lark itself</figcaption>\n</figure>");
    expect(content).toContain("<pre>kept\n\n  as it is ]]></pre>");
    expect(content).toContain('<p><a href="https://youtu.be/dQw4w9WgXcQ">');
    expect(content).toContain('<a href="https://player.vimeo.com/video/1">');
    const { content_html } = await post("a-lark");
    expect(content_html).not.toContain("alert");
  });

  test("keeps its comments: guests by their names, authors by their accounts, one level deep", async () => {
    const { id } = await post("a-lark");
    const rows = await importer.db
      .selectFrom("comments")
      .leftJoin("users", "users.id", "author_id")
      .select(["guest_name", "email", "content", "status", "is_reply", "comments.created_at", "comments.id", "parent_id"])
      .where("post_id", "=", id)
      .orderBy("comments.created_at")
      .execute();
    expect(
      rows.map(({ guest_name, email, content, status, is_reply }) => [guest_name ?? email, content, status, is_reply]),
    ).toEqual([
      ["Tom Reader", "Lovely.\nSee birds (https://birds.example/)", "approved", false],
      ["ada@old.example", "Thank you, Tom", "approved", true],
      ["Tom", "You’re welcome", "pending", true],
    ]);
    expect(rows.map(({ parent_id }) => parent_id)).toEqual([null, rows[0]?.id, rows[0]?.id]);
    expect((await post("a-lark")).comments_count).toBe(2);
  });

  test("is found at its old paths", async () => {
    const rows = await importer.db
      .selectFrom("redirects")
      .select(["from_path", "to_path"])
      .where("to_path", "like", "/story/%")
      .execute();
    expect(rows.toSorted((a, b) => (a.from_path < b.from_path ? -1 : 1))).toEqual([
      { from_path: "/2019/05/04/a-lark", to_path: "/story/a-lark" },
      { from_path: "/2019/05/04/the-lark", to_path: "/story/a-lark" },
      { from_path: "/2020/01/02/blocks", to_path: "/story/zhong-wen" },
      { from_path: "/?p=11", to_path: "/story/a-lark" },
      { from_path: "/?p=12", to_path: "/story/zhong-wen" },
      { from_path: "/?p=14", to_path: "/story/a-lark-2" },
      { from_path: "/?p=16", to_path: "/story/imprint" },
    ]);
  });
});

test("a block-editor post loses its block comments; a slug in another script is spelled in ASCII", async () => {
  const blocks = await post("zhong-wen");
  expect(blocks.content).toContain("<p>Written in blocks.</p>");
  expect(blocks.content).toContain('<p><a href="https://www.youtube.com/watch?v=x&amp;list=y">');
  expect(blocks.content).not.toContain("wp:");
  expect([blocks.category, blocks.full_name, blocks.published_at]).toEqual([
    null,
    "Grace Hopper",
    new Date("2020-01-02T03:04:05Z"),
  ]);
  expect(blocks.email).toMatch(/^grace-hopper-[0-9a-f]{8}@imported\.invalid$/);
});

test("what wasn't public isn't public here, and a page that was is", async () => {
  const rows = await importer.db.selectFrom("posts").select(["slug", "status"]).orderBy("slug").execute();
  expect(rows).toEqual([
    { slug: "a-lark", status: "published" },
    { slug: "a-lark-2", status: "published" },
    { slug: "imprint", status: "published" },
    { slug: "not-for-everybody", status: "draft" },
    { slug: "zhong-wen", status: "published" },
  ]);
  expect((await post("a-lark-2")).title).toBe("Without a title");
});

test("nobody can sign in to an imported account", async () => {
  const users = await importer.db
    .selectFrom("users")
    .select(["id", "role", "email_confirmed_at"])
    .where("email", "<>", "owner@blog.example")
    .execute();
  expect(users.map(({ role, email_confirmed_at }) => [role, email_confirmed_at])).toEqual(
    Array.from({ length: 3 }, () => ["user", null]),
  );
  expect(
    await importer.db
      .selectFrom("user_passwords")
      .selectAll()
      .where(
        "user_id",
        "in",
        users.map(({ id }) => id),
      )
      .execute(),
  ).toEqual([]);
});

test("the report names what is changed or dropped, and where", () => {
  const all = sentencesOf(done);
  for (const expected of [
    "changed | item 11 “A lark & a “field””, line 25 | Posts have one category here: “Café” became tags.",
    "dropped | item 11 “A lark & a “field””, line 25 | The shortcode [contact-form-7] has no text of its own and is left out.",
    "dropped | item 11 “A lark & a “field””, line 25 | A script isn’t shown: articles can’t contain any.",
    "changed | item 11 “A lark & a “field””, line 25 | Replies to replies moved up: threads have one level here.",
    "dropped | item 11 “A lark & a “field””, line 25 | Pingbacks and trackbacks aren’t imported.",
    "dropped | item 11 “A lark & a “field””, line 25 | Spam and comments in the trash aren’t imported.",
    "dropped | items of the type nav_menu_item | Menus aren’t imported.",
    "dropped | items of the type product | Items of this type aren’t posts, so they aren’t imported.",
  ])
    expect(all).toContain(expected);
  expect(all.filter((line) => line.includes("The image https://old.example/wp-content/uploads/2019/05/lark.jpg"))).toHaveLength(
    1,
  );
  expect(all.some((line) => line.includes("[sic]"))).toBe(false);
});

test("PostgreSQL has looked at the tables that it filled", async () => {
  const looked = () =>
    sql<{ relname: string }>`select relname from pg_stat_user_tables where last_analyze is not null order by relname`
      .execute(importer.db)
      .then(({ rows }) => rows.map(({ relname }) => relname));
  await expect.poll(looked).toEqual(expect.arrayContaining(["comments", "import_items", "posts", "posts_tags"]));
});

test("the same file again adds nothing twice; what was edited here stays", async () => {
  const again = await importer.start(done.id);
  expect(again.report.counts?.posts).toEqual({ added: 0, updated: 0, unchanged: 5, skipped: 0 });
  const changed = (await fixture("wordpress.xml"))
    .replace("Written in blocks.", "Written again.")
    .replace("The first paragraph", "A first paragraph");
  await importer.db.updateTable("posts").set({ title: "Edited here" }).where("slug", "=", "a-lark").execute();
  const third = await importer.run(changed);
  expect(third.report.counts?.posts).toEqual({ added: 0, updated: 1, unchanged: 3, skipped: 1 });
  expect((await post("zhong-wen")).content).toContain("Written again.");
  expect((await post("a-lark")).title).toBe("Edited here");
  expect(sentencesOf(third).join()).toContain("was edited here after the import");
  expect(third.report.counts?.comments.added).toBe(0);
  const counted = await importer.db.selectFrom("comments").select("id").execute();
  expect(counted).toHaveLength(3);
});
