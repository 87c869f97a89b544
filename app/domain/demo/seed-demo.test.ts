import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { DB } from "../../../db/schema.gen.ts";
import { createTestDatabase } from "../../../test/platform/database.ts";
import { systemRandom } from "../../platform/clock.ts";
import { connectDatabase } from "../../platform/database/connect.ts";
import { createLog } from "../../platform/log.ts";
import type { Context } from "../context.ts";
import { compactCount } from "../posts/post-rules.ts";
import { seedDemo } from "./seed-demo.ts";

const seedDir = fileURLToPath(new URL("../../../db/seed", import.meta.url));
const NOW = new Date("2027-01-15T10:00:00Z");
const log = createLog({ level: "silent" });
const cleanups: (() => Promise<void>)[] = [];
let ctx: Context;

async function emptyContext(now: Date): Promise<Context> {
  const created = await createTestDatabase();
  const database = connectDatabase<DB>(created.config, { log, max: 4 });
  cleanups.push(async () => {
    await database.close();
    await created.drop();
  });
  return { db: database.db, clock: { now: () => now }, random: systemRandom, log };
}

beforeEach(async () => {
  ctx = await emptyContext(NOW);
});
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup();
});

const published = (context: Context) =>
  context.db.selectFrom("posts").selectAll().where("status", "=", "published").orderBy("slug").execute();

describe("the demo content", () => {
  it("is what the product promises", async () => {
    expect(await seedDemo(ctx, { seedDir })).toEqual({ posts: 14 });
    const posts = await published(ctx);
    expect(posts).toHaveLength(12);
    expect(new Set(posts.map((post) => post.category_id)).size).toBe(12);
    expect(posts.filter((post) => post.featured)).toHaveLength(4);
    for (const post of posts) {
      const words = post.content_text.split(" ").length;
      expect([post.slug, words >= 600 && words <= 1100]).toEqual([post.slug, true]);
      expect(post.is_demo).toBe(true);
      expect(post.updated_at).toEqual(post.published_at);
    }
    const drafts = await ctx.db.selectFrom("posts").select("published_at").where("status", "=", "draft").execute();
    expect(drafts).toEqual([{ published_at: null }, { published_at: null }]);
    const mood = posts.find((post) => post.slug === "mood-tracking-guide");
    expect([mood?.views_count, mood?.likes_count].map((count) => compactCount(count ?? 0))).toEqual(["1.2K", "89"]);
  });

  it("has a row behind every count, within the days since publication", async () => {
    await seedDemo(ctx, { seedDir });
    const { rows } = await sql<{ slug: string; counted: boolean; in_time: boolean; likes_in_time: boolean; days: number }>`
      select p.slug, p.views_count = count(v.id) as counted,
        coalesce(bool_and(v.viewed_at between p.published_at and ${NOW}), p.views_count = 0) as in_time,
        count(distinct date(v.viewed_at))::integer as days,
        (select count(*) = p.likes_count and coalesce(bool_and(l.created_at between p.published_at and ${NOW}), true)
          from article_likes l where l.article_id = p.id and l.is_liked) as likes_in_time
      from posts p left join post_views v on v.post_id = p.id where p.status = 'published' group by p.id`.execute(ctx.db);
    expect(rows).toHaveLength(12);
    for (const row of rows) expect(row).toMatchObject({ counted: true, in_time: true, likes_in_time: true });
    expect(rows.find((row) => row.slug === "mood-tracking-guide")?.days).toBeGreaterThan(20);
  });

  it("has a conversation under some articles, by readers of the demo, with something that waits", async () => {
    await seedDemo(ctx, { seedDir });
    const rows = await ctx.db
      .selectFrom("comments")
      .innerJoin("posts", "posts.id", "comments.post_id")
      .innerJoin("users", "users.id", "comments.author_id")
      .select(["comments.status", "comments.is_demo", "users.is_demo as by_demo", "comments.created_at", "posts.published_at"])
      .execute();
    expect(rows.length).toBeGreaterThan(8);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["approved", "pending"]));
    for (const { is_demo, by_demo, created_at, published_at } of rows) {
      expect([is_demo, by_demo]).toEqual([true, true]);
      expect(created_at >= (published_at ?? NOW) && created_at <= NOW).toBe(true);
    }
    const { rows: counted } = await sql`select from posts p where comments_count <>
      (select count(*) from comments c where c.post_id = p.id and c.status = 'approved')`.execute(ctx.db);
    expect(counted).toEqual([]);
  });

  it("comes once, also when two instances start together", async () => {
    const results = await Promise.all([seedDemo(ctx, { seedDir }), seedDemo(ctx, { seedDir })]);
    expect(results.filter(Boolean)).toEqual([{ posts: 14 }]);
    expect(await seedDemo(ctx, { seedDir })).toBeNull();
  });

  it("leaves a database alone that somebody has begun to fill", async () => {
    await ctx.db.insertInto("categories").values({ name: "Mine", slug: "mine" }).execute();
    expect(await seedDemo(ctx, { seedDir })).toBeNull();
    expect(await published(ctx)).toEqual([]);
  });

  it("lies in the past of every clock, and is the same each time", async () => {
    const early = await emptyContext(new Date("2024-02-01T00:00:00Z"));
    await seedDemo(early, { seedDir });
    for (const post of await published(early)) expect(post.published_at?.getTime()).toBeLessThanOrEqual(Date.UTC(2024, 1, 1));
    await seedDemo(ctx, { seedDir });
    const rows = (context: Context) =>
      sql`select slug, session_id, is_liked from article_likes l join posts p on p.id = l.article_id order by 1, 2`.execute(
        context.db,
      );
    expect((await rows(ctx)).rows).toEqual((await rows(early)).rows);
  });
});

describe("a demo file at fault", () => {
  const withFile = async (name: string, change: (text: string) => string) => {
    const dir = await mkdtemp(join(tmpdir(), "skylark-seed-"));
    cleanups.push(() => rm(dir, { recursive: true }));
    await cp(seedDir, dir, { recursive: true });
    await writeFile(join(dir, name), change(await readFile(join(dir, name), "utf8")));
    return dir;
  };

  it.each([
    [
      "posts/mood-tracking-guide.md",
      (text: string) => text.replace(/^views: .*$/m, "views: many"),
      /mood-tracking-guide\.md: views: /,
    ],
    [
      "posts/mood-tracking-guide.md",
      (text: string) => text.replace(/^category: .*$/m, "category: moods"),
      /guide\.md: category: .*“moods”/,
    ],
    ["posts/mood-tracking-guide.md", (text: string) => text.replace(/^published_at: .*\n/m, ""), /guide\.md: published_at: /],
    ["posts/mood-tracking-guide.md", (text: string) => text.replace("---", "--"), /mood-tracking-guide\.md: has no front matter/],
    [
      "posts/mood-tracking-guide.md",
      (text: string) => text.replace(/^title: .*$/m, "title: [a"),
      /mood-tracking-guide\.md: is no YAML/,
    ],
    ["categories.yaml", (text: string) => text.replace(/#[0-9a-f]{6}/, "red"), /categories\.yaml: 0\.color: /],
    ["author.yaml", (text: string) => text.replace("bio:", "about:"), /author\.yaml: /],
    ["comments.yaml", (text: string) => text.replace("by: maud", "by: nobody"), /comments\.yaml: by: .*“nobody”/],
    [
      "comments.yaml",
      (text: string) => text.replace("post: soup-on", "post: stew-on"),
      /comments\.yaml: post: .*“stew-on-thursdays”/,
    ],
  ])("%s is named with its key", async (name, change, message) => {
    const dir = await withFile(name, change);
    await expect(seedDemo(ctx, { seedDir: dir })).rejects.toThrow(message);
    expect(await ctx.db.selectFrom("categories").select("id").execute()).toEqual([]);
  });

  it("a slug that is there twice is named", async () => {
    const [first = ""] = (await readdir(join(seedDir, "posts"))).filter((name) => name !== "mood-tracking-guide.md");
    const dir = await withFile(`posts/${first}`, (text) => text.replace(/^slug: .*$/m, "slug: mood-tracking-guide"));
    await expect(seedDemo(ctx, { seedDir: dir })).rejects.toThrow(
      /posts\/.*\.md: slug: another article has “mood-tracking-guide”/,
    );
  });
});
