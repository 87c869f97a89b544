import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPost, buildSession, buildTag, buildUser } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import { readSettings } from "../settings/read-settings.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";
import { readDemo, removeDemo } from "./remove-demo.ts";
import { seedDemo } from "./seed-demo.ts";

const seedDir = fileURLToPath(new URL("../../../db/seed", import.meta.url));
const OPERATOR = { kind: "operator" } as const;
const NOTHING = { posts: 0, edited_posts: 0, comments: 0, users: 0, likes: 0, views: 0, visits: 0, tags: 0, other_comments: 0 };

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
  await seedDemo(opened.ctx, { seedDir });
});
afterAll(() => opened.close());

const count = async (from: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.raw(from)}`.execute(opened.db);
  return rows[0]?.n;
};

describe("with an owner's things among the demo content", () => {
  let own: { post: string; comment: string; reply: string; reader: string };
  let before: Awaited<ReturnType<typeof readDemo>>;

  beforeAll(async () => {
    const { db, ctx } = opened;
    const [demo] = await db
      .selectFrom("posts")
      .selectAll()
      .where("is_demo", "=", true)
      .where("status", "=", "published")
      .execute();
    const [demoTag] = await db.selectFrom("tags").selectAll().where("is_demo", "=", true).execute();
    const demoReader = await buildUser(db, { is_demo: true });
    const reader = await buildUser(db);
    const taken = await buildUser(db, { is_demo: true, role: "admin" });
    const own_tag = await buildTag(db);
    const post = await buildPost(db, {
      author_id: taken.id,
      category_id: demo?.category_id ?? null,
      tags: [demoTag?.id ?? "", own_tag.id],
    });
    const say = async (values: { post_id: string; author_id: string; parent_id?: string; is_demo?: boolean }) => {
      const row = { content: "So it is.", status: "approved", ...values } as const;
      return (await db.insertInto("comments").values(row).returning("id").executeTakeFirstOrThrow()).id;
    };
    const comment = await say({ post_id: post.id, author_id: reader.id });
    const started = await say({ post_id: post.id, author_id: demoReader.id, is_demo: true });
    const reply = await say({ post_id: post.id, author_id: reader.id, parent_id: started });
    await say({ post_id: demo?.id ?? "", author_id: reader.id });
    await db.insertInto("article_likes").values({ article_id: post.id, session_id: buildSession() }).execute();
    await db.insertInto("post_views").values({ post_id: post.id, session_id: buildSession() }).execute();
    await db
      .updateTable("posts")
      .set({ title: "Edited", updated_at: new Date() })
      .where("id", "=", demo?.id ?? "")
      .execute();
    own = { post: post.id, comment, reply, reader: reader.id };
    before = await readDemo(ctx);
    await removeDemo(ctx, OPERATOR);
  });

  it("was counted in full", async () => {
    expect(before).toMatchObject({ posts: 14, edited_posts: 1, comments: expect.any(Number), other_comments: 1 });
    expect(before.users).toBeGreaterThanOrEqual(2);
    for (const many of [before.likes, before.views, before.tags]) expect(many).toBeGreaterThan(10);
  });

  it("everything of the demo is gone", async () => {
    expect(await readDemo(opened.ctx)).toEqual(NOTHING);
    for (const table of ["posts", "users", "tags", "comments"])
      expect([table, await count(`${table} where is_demo`)]).toEqual([table, 0]);
  });

  it("nothing of the owner's is: article, comments, replies to demo comments, reader, likes, views, tags", async () => {
    const { db } = opened;
    const post = await db.selectFrom("posts").selectAll().where("id", "=", own.post).executeTakeFirstOrThrow();
    expect(post).toMatchObject({ comments_count: 2, likes_count: 1, views_count: 1 });
    expect(post.category_id).not.toBeNull();
    expect(post.author_id).not.toBeNull();
    const comments = await db.selectFrom("comments").select("id").orderBy("created_at").execute();
    expect(comments.map(({ id }) => id).sort()).toEqual([own.comment, own.reply].sort());
    expect(await count(`users where id = '${own.reader}'`)).toBe(1);
    expect(await count("posts_tags")).toBe(2);
    expect(await count("tags")).toBe(2);
    expect(await count("categories")).toBe(12);
  });

  it("every counter equals its rows", async () => {
    const { rows } = await sql<{ categories: boolean; tags: boolean; all: boolean }>`select
      (select bool_and(published_count = (select count(*) from posts p where p.category_id = c.id and p.status = 'published'))
        from categories c) as categories,
      (select bool_and(published_count = (select count(*) from posts_tags l where l.tag_id = t.id)) from tags t) as tags,
      (select count = 1 from site_counts where name = 'published') as all`.execute(opened.db);
    expect(rows).toEqual([{ categories: true, tags: true, all: true }]);
  });

  it("the hero has no button that leads nowhere", async () => {
    expect((await readSettings(opened.ctx, DEFAULT_SETTINGS)).content.hero.button.slug).toBe("");
  });

  it("the log says what went, once", async () => {
    await removeDemo(opened.ctx, OPERATOR);
    const entries = await opened.db.selectFrom("audit_log").selectAll().where("entity", "=", "demo content").execute();
    expect(entries).toMatchObject([{ action: "removed", actor_email: "(command line)", before: { ...before }, after: null }]);
  });

  it("doesn't come again at the next start, even when nothing else is left", async () => {
    await opened.db.deleteFrom("posts").execute();
    await opened.db.deleteFrom("categories").execute();
    expect(await seedDemo(opened.ctx, { seedDir })).toBeNull();
    expect(await count("posts")).toBe(0);
  });
});
