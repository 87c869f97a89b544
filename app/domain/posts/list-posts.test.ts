import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCategory, buildPost, buildTag, buildUser } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import { withStatementLog } from "../../platform/database/statement-log.ts";
import { readPost } from "./list-posts.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());
const read = (identifier: string) => readPost(opened.ctx, identifier);
const rename = (id: string, slug: string) => opened.db.updateTable("posts").set({ slug }).where("id", "=", id).execute();

test("reads an article in full, with author, tags, headings and first publication", async () => {
  const { db } = opened;
  const author = await buildUser(db, { full_name: "Ada", bio: "Writes." });
  const category = await buildCategory(db, { name: "Calm", slug: "calm" });
  const tags = [await buildTag(db, { name: "Beta", slug: "beta" }), await buildTag(db, { name: "Alpha", slug: "alpha" })];
  const post = await buildPost(db, {
    slug: "in-full",
    author_id: author.id,
    category_id: category.id,
    featured_image: "/media/1.jpg",
    headings: JSON.stringify([{ level: 2, id: "one", text: "One" }]),
    content_html: "<p>Hello</p>",
    published_at: new Date("2025-05-05T05:05:05.123Z"),
    tags: tags.map(({ id }) => id),
  });
  await db
    .updateTable("posts")
    .set({ published_at: new Date("2025-06-06T06:06:06Z") })
    .where("id", "=", post.id)
    .execute();
  expect(await read("in-full")).toMatchObject({
    id: post.id,
    content_html: "<p>Hello</p>",
    headings: [{ level: 2, id: "one", text: "One" }],
    author: { full_name: "Ada", bio: "Writes." },
    category: { id: category.id, name: "Calm", slug: "calm", color: "#3b82f6" },
    tags: [
      { name: "Alpha", slug: "alpha" },
      { name: "Beta", slug: "beta" },
    ],
    featured_image_url: "/media/1.jpg",
    published_at: "2025-06-06T06:06:06.000Z",
    first_published_at: "2025-05-05T05:05:05.123Z",
  });
});

test("takes at most two statements", async () => {
  await buildPost(opened.db, { slug: "counted" });
  const { statements, result } = await withStatementLog(() => read("counted"));
  expect(result?.slug).toBe("counted");
  expect(statements.length).toBeLessThanOrEqual(2);
});

test("hides drafts and archived articles, by slug and by id", async () => {
  for (const status of ["draft", "archived"]) {
    const post = await buildPost(opened.db, { slug: `hidden-${status}`, status, published_at: new Date() });
    await rename(post.id, `hidden-${status}-2`);
    for (const name of [`hidden-${status}`, `hidden-${status}-2`, post.id]) expect(await read(name), name).toBeNull();
  }
});

test.each(["", "unknown", "x", "a".repeat(10_000), "nul\0", "'; --", "%", "\\", "É", randomUUID()])(
  "knows no article %j",
  async (name) => {
    expect(await read(name)).toBeNull();
  },
);

describe("identifiers", () => {
  test("an id and every former slug find the article", async () => {
    const post = await buildPost(opened.db, { slug: "first-name" });
    await rename(post.id, "second-name");
    await rename(post.id, "third-name");
    for (const name of ["first-name", "second-name", "third-name", post.id, post.id.toUpperCase()]) {
      expect(await read(name), name).toMatchObject({ id: post.id, slug: "third-name" });
    }
  });

  test("a current slug takes precedence over a former one; a former slug can become current again", async () => {
    const old = await buildPost(opened.db, { slug: "wanted-name" });
    await rename(old.id, "other-name");
    const heir = await buildPost(opened.db, { slug: "wanted-name" });
    expect((await read("wanted-name"))?.id).toBe(heir.id);
    await rename(heir.id, "heirs-name");
    expect((await read("wanted-name"))?.id).toBe(heir.id);
    await rename(old.id, "wanted-name");
    expect((await read("wanted-name"))?.id).toBe(old.id);
    expect((await read("other-name"))?.id).toBe(old.id);
    await opened.db.deleteFrom("posts").where("id", "=", old.id).execute();
    expect(await read("other-name")).toBeNull();
  });

  test("a draft with the slug is ignored", async () => {
    const post = await buildPost(opened.db, { slug: "shadowed-name" });
    await rename(post.id, "moved-name");
    await buildPost(opened.db, { slug: "shadowed-name", status: "draft" });
    expect((await read("shadowed-name"))?.id).toBe(post.id);
  });

  test("a slug that looks like an id takes precedence over the id", async () => {
    const other = await buildPost(opened.db);
    const post = await buildPost(opened.db, { slug: other.id });
    expect((await read(other.id))?.id).toBe(post.id);
  });
});

describe("neighbors and related articles", () => {
  test("previous is older and next is newer among published articles; the id breaks ties", async () => {
    const { db } = opened;
    const at = new Date("2030-01-01T00:00:00Z");
    const id = (n: number) => `00000000-0000-4000-9000-00000000000${n}`;
    const older = await buildPost(db, { id: id(1), slug: "tied-1", published_at: at });
    const middle = await buildPost(db, { id: id(3), slug: "tied-3", published_at: at });
    await buildPost(db, { id: id(2), slug: "tied-2", status: "draft", published_at: at });
    const newer = await buildPost(db, { id: id(4), slug: "tied-4", published_at: at });
    const post = await read("tied-3");
    expect(post?.previous).toEqual({ title: older.title, slug: "tied-1" });
    expect(post?.next).toEqual({ title: newer.title, slug: "tied-4" });
    expect((await read("tied-4"))?.next).toBeNull();
    await db.deleteFrom("posts").where("id", "in", [older.id, middle.id, newer.id]).execute();
  });

  test("related: most tags in common, then the category, then the newest", async () => {
    const { db } = opened;
    const [a, b, c] = [await buildTag(db), await buildTag(db), await buildTag(db)];
    const category = await buildCategory(db);
    const inCategory = { category_id: category.id };
    const far = (day: number) => ({ published_at: new Date(Date.UTC(2020, 0, day)) });
    const subject = await buildPost(db, { ...inCategory, ...far(9), tags: [a.id, b.id, c.id] });
    const related = async () => (await read(subject.slug))?.related.map(({ id }) => id);
    const newest = (await related()) ?? [];
    expect(newest).toHaveLength(3);

    const mate = await buildPost(db, { ...inCategory, ...far(1) });
    expect(await related()).toEqual([mate.id, ...newest.slice(0, 2)]);
    const oneTag = await buildPost(db, { ...far(3), tags: [a.id] });
    const oneTagAndCategory = await buildPost(db, { ...inCategory, ...far(2), tags: [b.id] });
    expect(await related()).toEqual([oneTagAndCategory.id, oneTag.id, mate.id]);
    const twoTags = await buildPost(db, { ...far(1), tags: [a.id, c.id] });
    await buildPost(db, { ...far(4), tags: [a.id, b.id, c.id], status: "draft" });
    expect(await related()).toEqual([twoTags.id, oneTagAndCategory.id, oneTag.id]);
    expect((await read(subject.slug))?.related[0]).toMatchObject({ tags: [], category: null });
  });

  test("both stay within the article's language", async () => {
    const { db } = opened;
    const tag = await buildTag(db);
    const at = (day: number) => ({ published_at: new Date(Date.UTC(2031, 0, day)), tags: [tag.id] });
    const one = await buildPost(db, { slug: "one", ...at(1) });
    const eins = await buildPost(db, { slug: "eins", language: "de", ...at(2) });
    const two = await buildPost(db, { slug: "two", language: "en", ...at(3) });
    const un = await buildPost(db, { slug: "un", language: "fr", ...at(4) });
    const zwei = await buildPost(db, { slug: "zwei", language: "de", ...at(5) });
    const unlisted = { slug: "drei", language: "de", listed: false };
    const drei = await buildPost(db, { ...unlisted, ...at(6) });
    await buildPost(db, { slug: "vier", language: "de", status: "draft", ...at(7) });
    const three = await buildPost(db, { slug: "three", ...at(8) });

    const around = async (slug: string) => {
      const post = await read(slug);
      return [post?.previous?.slug, post?.next?.slug];
    };
    expect((await around("one"))[1]).toBe("two");
    expect(await around("two")).toEqual(["one", "three"]);
    expect(await around("eins")).toEqual([undefined, "zwei"]);
    expect(await around("zwei")).toEqual(["eins", undefined]);
    expect(await around("un")).toEqual([undefined, undefined]);
    expect(await around("drei")).toEqual([undefined, undefined]);
    expect((await read("eins"))?.related.map(({ slug }) => slug)).toEqual(["zwei"]);
    expect((await read("two"))?.related.slice(0, 2).map(({ slug }) => slug)).toEqual(["three", "one"]);
    expect((await read("two"))?.related.some(({ language }) => language === "de" || language === "fr")).toBe(false);
    expect((await read("un"))?.related).toEqual([]);

    await db.updateTable("settings").set({ value: sql`value || '{"language": "de"}'` }).execute();
    expect(await around("eins")).toContain("zwei");
    expect(await around("two")).toEqual([undefined, undefined]);
    expect((await around("one"))[1]).toBe("eins");
    await db.updateTable("settings").set({ value: sql`value - 'language'` }).execute();
    const ids = [one, two, three, eins, zwei, drei, un].map(({ id }) => id);
    await db.deleteFrom("posts").where("id", "in", ids).execute();
    await db.deleteFrom("posts").where("slug", "=", "vier").execute();
  });

  test("a single article has neither", async () => {
    const alone = await openTestContext();
    try {
      await buildPost(alone.db, { slug: "alone" });
      expect(await readPost(alone.ctx, "alone")).toMatchObject({
        previous: null,
        next: null,
        related: [],
        tags: [],
        author: null,
      });
    } finally {
      await alone.close();
    }
  });
});
