import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DB } from "../../../db/schema.gen.ts";
import { createTestDatabase } from "../../../test/platform/database.ts";
import { systemRandom } from "../../platform/clock.ts";
import { connectDatabase, type Database } from "../../platform/database/connect.ts";
import { createLog } from "../../platform/log.ts";
import type { Context } from "../context.ts";
import { storePost } from "./create-post.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
let database: Database<DB>;
let ctx: Context;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase();
  const log = createLog({ level: "silent" });
  database = connectDatabase<DB>(created.config, { log, max: 10 });
  ctx = { db: database.db, clock: { now: () => NOW }, random: systemRandom, log };
  drop = created.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
});

const read = (id: string) => ctx.db.selectFrom("posts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("storePost", () => {
  it("stores the content and everything derived from it", async () => {
    const content = `## Dawn & dusk\n\n${"word ".repeat(250)}<script>alert(1)</script>\n\n### Noon`;
    const { id } = await storePost(ctx, {
      title: "  Dawn\0  ",
      slug: "dawn",
      content,
      content_format: "markdown",
      status: "published",
      tags: ["Slow Living", "slow  living", " Birds "],
    });
    const post = await read(id);
    expect(post).toMatchObject({ title: "Dawn", content, content_format: "markdown", reading_time: 2, status: "published" });
    expect(post.content_html).toContain('<h2 id="h-dawn-dusk">Dawn &amp; dusk</h2>');
    expect(post.content_html).not.toContain("script");
    expect(post.content_text).toMatch(/^Dawn & dusk word word .* word Noon$/);
    expect(post.headings).toEqual([
      { level: 2, id: "h-dawn-dusk", text: "Dawn & dusk" },
      { level: 3, id: "h-noon", text: "Noon" },
    ]);
    const tags = await ctx.db
      .selectFrom("posts_tags")
      .innerJoin("tags", "tags.id", "tag_id")
      .select(["name", "slug", "published_count"])
      .where("post_id", "=", id)
      .orderBy("slug")
      .execute();
    expect(tags).toEqual([
      { name: "Birds", slug: "birds", published_count: 1 },
      { name: "Slow Living", slug: "slow-living", published_count: 1 },
    ]);
  });

  it("dates a published post now unless a date is given, and a draft never", async () => {
    const given = new Date("2020-05-05T05:05:05Z");
    const content = "<p>x</p>";
    const now = await storePost(ctx, { title: "One", slug: "date-one", content, status: "published" });
    const imported = await storePost(ctx, { title: "Two", slug: "date-two", content, status: "published", published_at: given });
    const draft = await storePost(ctx, { title: "Three", slug: "date-three", content, published_at: given });
    expect((await read(now.id)).published_at).toEqual(NOW);
    expect(await read(imported.id)).toMatchObject({ published_at: given, first_published_at: given });
    expect(await read(draft.id)).toMatchObject({ status: "draft", published_at: null, first_published_at: null });
  });

  it("refuses a slug that is taken and stores nothing", async () => {
    await storePost(ctx, { title: "Taken", slug: "taken", content: "" });
    await expect(storePost(ctx, { title: "Again", slug: "taken", content: "", tags: ["orphan"] })).rejects.toMatchObject({
      kind: "conflict",
      code: "23505",
      message: "A post with this slug already exists. Please choose a different slug.",
    });
    expect(await ctx.db.selectFrom("tags").selectAll().where("slug", "=", "orphan").execute()).toEqual([]);
  });

  it("works when many posts with the same new tags are created at once, with correct counters", async () => {
    const names = Array.from({ length: 8 }, (_, n) => `shared ${n}`);
    const posts = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        storePost(ctx, {
          title: `Post ${n}`,
          slug: `concurrent-${n}`,
          content: "<p>x</p>",
          status: "published",
          tags: n % 2 === 0 ? names : names.toReversed(),
        }),
      ),
    );
    expect(posts).toHaveLength(40);
    const tags = await ctx.db.selectFrom("tags").select("published_count").where("slug", "like", "shared-%").execute();
    expect(tags).toEqual(names.map(() => ({ published_count: 40 })));
  });

  it("joins the caller's transaction", async () => {
    const failing = ctx.db.transaction().execute(async (trx) => {
      await storePost({ ...ctx, db: trx }, { title: "Undone", slug: "undone", content: "" });
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await ctx.db.selectFrom("posts").select("id").where("slug", "=", "undone").execute()).toEqual([]);
  });
});
