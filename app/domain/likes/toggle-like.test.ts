import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPost, buildSession } from "../../../test/builders.ts";
import { openTestContext } from "../../../test/context.ts";
import { withStatementLog } from "../../platform/database/statement-log.ts";
import { addLike, changeLike, readLikeStats, readOwnLike, removeLike, toggleLike } from "./toggle-like.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());
const stats = async (session: string | null, id: string) => (await readLikeStats(opened.ctx, session, [id]))[id];
const notFound = (what: string) => ({ kind: "not_found", code: "PGRST116", message: `${what} not found` });

/** The counter, and the number of rows that it should equal. */
async function counted(id: string): Promise<{ counter: number; rows: number }> {
  const { db } = opened;
  const post = await db.selectFrom("posts").select("likes_count").where("id", "=", id).executeTakeFirstOrThrow();
  const liked = db.selectFrom("article_likes").where("article_id", "=", id).where("is_liked", "=", true);
  const { rows } = await liked.select((eb) => eb.fn.countAll<number>().as("rows")).executeTakeFirstOrThrow();
  return { counter: post.likes_count, rows };
}

test("toggling likes, unlikes and likes again, with one record", async () => {
  const { id } = await buildPost(opened.db);
  const session = buildSession();
  const first = await toggleLike(opened.ctx, session, id);
  expect(first).toMatchObject({
    totalLikes: 1,
    isLikedByCurrentUser: true,
    like: { article_id: id, session_id: session, is_liked: true },
  });
  expect(await toggleLike(opened.ctx, session, id)).toMatchObject({
    totalLikes: 0,
    isLikedByCurrentUser: false,
    like: { id: first.like.id },
  });
  expect(await toggleLike(opened.ctx, session, id)).toMatchObject({
    totalLikes: 1,
    isLikedByCurrentUser: true,
    like: { id: first.like.id },
  });
  expect(await stats(session, id)).toEqual({ totalLikes: 1, isLikedByCurrentUser: true });
  expect(await stats(buildSession(), id)).toEqual({ totalLikes: 1, isLikedByCurrentUser: false });
  expect(await stats(null, id)).toEqual({ totalLikes: 1, isLikedByCurrentUser: false });
});

test("after 1 000 concurrent toggles from 100 sessions, the counter equals the rows", async () => {
  const { id } = await buildPost(opened.db);
  const sessions = Array.from({ length: 100 }, buildSession);
  const odd = sessions.slice(0, 37);
  await Promise.all(Array.from({ length: 1000 }, (_, n) => toggleLike(opened.ctx, sessions[n % 100] as string, id)));
  expect(await counted(id)).toEqual({ counter: 0, rows: 0 });
  await Promise.all([...odd, ...sessions, ...sessions].map((session) => toggleLike(opened.ctx, session, id)));
  expect(await counted(id)).toEqual({ counter: 37, rows: 37 });
});

test("likes of many articles are read in one statement, 0 for unknown ones", async () => {
  const [a, b] = [await buildPost(opened.db), await buildPost(opened.db)];
  const draft = await buildPost(opened.db, { status: "draft" });
  const session = buildSession();
  await toggleLike(opened.ctx, session, b.id);
  const unknown = randomUUID();
  const ids = [a.id, b.id, b.id.toUpperCase(), unknown, "no id", "'; --", "\0", draft.id];
  const { result, statements } = await withStatementLog(() => readLikeStats(opened.ctx, session, ids));
  const none = { totalLikes: 0, isLikedByCurrentUser: false };
  const one = { totalLikes: 1, isLikedByCurrentUser: true };
  expect(result).toEqual({
    [a.id]: none,
    [b.id]: one,
    [b.id.toUpperCase()]: one,
    [unknown]: none,
    "no id": none,
    "'; --": none,
    "\0": none,
    [draft.id]: none,
  });
  expect(statements).toHaveLength(1);
  expect(await readLikeStats(opened.ctx, session, [])).toEqual({});
});

test("only a published article can be liked", async () => {
  const draft = await buildPost(opened.db, { status: "draft" });
  for (const id of [draft.id, randomUUID(), "nonsense"]) {
    await expect(toggleLike(opened.ctx, buildSession(), id)).rejects.toMatchObject(notFound("Post"));
    await expect(addLike(opened.ctx, buildSession(), id)).rejects.toMatchObject(notFound("Post"));
  }
});

describe("a record", () => {
  test("is added once", async () => {
    const { id } = await buildPost(opened.db);
    const session = buildSession();
    await expect(readOwnLike(opened.ctx, session, id)).rejects.toMatchObject(notFound("Like"));
    await expect(readOwnLike(opened.ctx, session, "nonsense")).rejects.toMatchObject(notFound("Like"));
    const like = await addLike(opened.ctx, session, id);
    expect(like).toEqual({
      id: expect.any(String),
      article_id: id,
      session_id: session,
      user_id: null,
      is_liked: true,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(await readOwnLike(opened.ctx, session, id)).toEqual(like);
    const again = addLike(opened.ctx, session, id);
    await expect(again).rejects.toMatchObject({
      kind: "conflict",
      code: "23505",
      message: "You have already liked this article",
    });
    expect(await counted(id)).toEqual({ counter: 1, rows: 1 });
  });

  test("is changed and removed only by its own session", async () => {
    const { id } = await buildPost(opened.db);
    const [session, stranger] = [buildSession(), buildSession()];
    const like = await addLike(opened.ctx, session, id, false);
    expect(await counted(id)).toEqual({ counter: 0, rows: 0 });
    const refused = { kind: "forbidden", message: "You can only modify your own likes" };
    await expect(changeLike(opened.ctx, stranger, like.id, true)).rejects.toMatchObject(refused);
    await expect(removeLike(opened.ctx, stranger, like.id)).rejects.toMatchObject(refused);
    expect(await changeLike(opened.ctx, session, like.id, true)).toMatchObject({ id: like.id, is_liked: true });
    expect(await counted(id)).toEqual({ counter: 1, rows: 1 });
    await removeLike(opened.ctx, session, like.id);
    expect(await counted(id)).toEqual({ counter: 0, rows: 0 });
    for (const unknown of [like.id, "nonsense"]) {
      await expect(changeLike(opened.ctx, session, unknown, true)).rejects.toMatchObject(notFound("Like"));
      await expect(removeLike(opened.ctx, session, unknown)).rejects.toMatchObject(notFound("Like"));
    }
  });
});
