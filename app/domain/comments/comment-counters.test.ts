import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seededRandom } from "../../../bench/database/vocabulary.ts";
import type { DB } from "../../../db/schema.gen.ts";
import { buildPost, buildUser } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import type { SignedIn } from "../authorize.ts";
import { lockPosts } from "../posts/change-posts.ts";
import { holdComments, moveToTrash } from "../posts/post-writes.sql.ts";
import { everyPost } from "../posts/reach.sql.ts";
import { deletePostsPermanently, lockTrashed, takeFromTrash } from "../posts/trash-posts.ts";
import { DEFAULT_SETTINGS, type Site } from "../settings/settings.ts";
import { deleteUser } from "../users/delete-user.ts";
import { addComment } from "./add-comment.ts";
import { BULK_ACTIONS, COMMENT_STATUSES } from "./comment-rules.ts";
import { deleteOwnComment } from "./edit-comment.ts";
import { moderateComment, moderateMany } from "./moderate-comments.ts";
import { deleteComment, deleteCommentsPermanently, restoreComments } from "./trash-comments.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

/** Articles whose counter differs from the number of their approved comments; empty if all are right. */
async function drift(db: Kysely<DB>): Promise<unknown[]> {
  const { rows } = await sql`
    select p.id, p.comments_count, count(c.id) as real from posts p left join comments c on c.post_id = p.id and c.status = 'approved'
    group by p.id having p.comments_count <> count(c.id)`.execute(db);
  return rows;
}

async function approvedInAll(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select sum(comments_count)::int as n from posts`.execute(db);
  return rows[0]?.n ?? 0;
}

const OPERATOR = { kind: "operator" } as const;
const site = { url: "http://blog.test", name: "Blog" } as Site;
const GONE = new Set(["PGRST116", "23503", "post_trashed"]);

/** A row may have been deleted a moment ago; any other error is a failure. */
const ignoreGone = (error: { code?: string }) => {
  if (!GONE.has(error.code ?? "")) throw error;
};

async function anyId(random: () => number, table: "posts" | "users" | "comments"): Promise<string> {
  const ids = await opened.db.selectFrom(table).select("id").orderBy("id").execute();
  return ids[Math.floor(random() * ids.length)]?.id ?? "00000000-0000-4000-8000-000000000000";
}

/** Like the capabilities, it locks comments before posts. */
const trashPost = (id: string) =>
  opened.db.transaction().execute(async (trx) => {
    await holdComments(trx, [id]);
    for (const post of await lockPosts(trx, [id], everyPost)) await moveToTrash(trx, [post.id], { by: null, now: new Date() });
  });

/** Does one random thing that can be done to comments. */
async function act(random: () => number): Promise<void> {
  const { ctx, db } = opened;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const any = (table: "posts" | "users" | "comments") => anyId(random, table);
  const authorOf = async (): Promise<SignedIn> => {
    const id = await any("users");
    return { kind: "user", id, email: "a@blog.example", role: "user", sessionId: id };
  };
  const add = async () => {
    const settings = { ...DEFAULT_SETTINGS, moderateComments: random() < 0.3, enableNotifications: false };
    const input = { content: `Words ${random()}`, replyTo: null, hiddenField: random() < 0.1 ? "x" : "", formToken: null };
    const replyTo = random() < 0.4 ? await any("comments") : null;
    await addComment(ctx, await authorOf(), await any("posts"), { ...input, replyTo }, { settings, site });
  };
  const choices = [
    add,
    add,
    add,
    async () => void (await moderateComment(ctx, OPERATOR, await any("comments"), { status: pick(COMMENT_STATUSES) })),
    async () => void (await moderateComment(ctx, OPERATOR, await any("comments"), { is_spam: random() < 0.7 })),
    async () =>
      void (await moderateMany(ctx, OPERATOR, { ids: [await any("comments"), await any("comments")] }, pick(BULK_ACTIONS))),
    async () => {
      const filter = { view: pick([...COMMENT_STATUSES, "spam", "reported"] as const), search: String(random()).slice(2, 4) };
      await moderateMany(ctx, OPERATOR, { filter }, pick(BULK_ACTIONS));
    },
    async () => deleteComment(ctx, OPERATOR, await any("comments")),
    async () => void (await restoreComments(ctx, OPERATOR, [await any("comments"), await any("comments")])),
    async () => void (random() < 0.3 && (await deleteCommentsPermanently(ctx, OPERATOR, [await any("comments")]))),
    async () => void (random() < 0.5 && (await trashPost(await any("posts")))),
    async () => {
      const id = await any("posts");
      await db.transaction().execute(async (trx) => {
        await holdComments(trx, [id]);
        for (const post of await lockTrashed(trx, [id], everyPost)) await takeFromTrash(trx, post, post.slug);
      });
    },
    async () => deleteOwnComment(ctx, await authorOf(), await any("comments")),
    async () =>
      void (
        random() < 0.3 && (await deleteUser(ctx, OPERATOR, await any("users"), { posts: pick(["keep", "delete"] as const) }))
      ),
    async () => void (random() < 0.3 && (await deletePostsPermanently(ctx, OPERATOR, [await any("posts"), await any("posts")]))),
    async () => void (random() < 0.3 && (await Promise.all([buildUser(db), buildPost(db)]))),
  ];
  await pick(choices)().catch(ignoreGone);
}

test.each([1, 2, 3])("comments_count is the number of approved comments after random actions (seed %i)", async (seed) => {
  const random = seededRandom(seed);
  for (let n = 0; n < 4; n++) await Promise.all([buildUser(opened.db), buildPost(opened.db)]);
  let counted = 0;
  for (let round = 0; round < 10; round++) {
    for (let n = 0; n < 20; n++) await act(random);
    expect(await drift(opened.db)).toEqual([]);
    counted += await approvedInAll(opened.db);
  }
  expect(counted).toBeGreaterThan(0);
});

test("also after concurrent actions", async () => {
  const random = seededRandom(4);
  for (let n = 0; n < 4; n++) await Promise.all([buildUser(opened.db), buildPost(opened.db)]);
  for (let round = 0; round < 12; round++) {
    await Promise.all(Array.from({ length: 8 }, () => act(random)));
    expect(await drift(opened.db)).toEqual([]);
  }
});
