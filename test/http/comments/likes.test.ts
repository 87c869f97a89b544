import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ThreadPage } from "../../../app/domain/comments/comment.ts";
import type { LikeStats } from "../../../app/domain/likes/like.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { session } from "../../app/session.ts";
import { buildPost } from "../../builders.ts";

let app: TestApp;
let slug: string;
let comment: string;
const TOGGLE = "/api/likes/toggle";
const NONE = { totalLikes: 0, isLikedByCurrentUser: false };

const say = async (values: { post_id: string; status?: string }) =>
  (
    await app.context.db
      .insertInto("comments")
      .values({ content: "Thank you", status: "approved", ...values })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  const post = await buildPost(app.context.db);
  slug = post.slug;
  comment = await say({ post_id: post.id });
});
afterAll(() => app.close());

const like = (of: string, id = comment) => app.actors.reader(session(of)).post<LikeStats & ErrorBody>(TOGGLE, { comment_id: id });
const stats = async (of: string, ids = comment) =>
  (await app.actors.reader(session(of)).get<Record<string, LikeStats>>(`/api/likes/stats?ids=${ids}`)).body;
const shown = async () => (await app.actors.anonymous.get<ThreadPage>(`/api/posts/${slug}/comments`)).body.comments;

describe("a heart", () => {
  test("is refused without a session, and for what readers don't see", async () => {
    expect((await app.actors.anonymous.post(TOGGLE, { comment_id: comment })).status).toBe(400);
    const reader = app.actors.reader(session("a"));
    for (const body of [{}, { comment_id: comment, article_id: comment }, { comment_id: "x" }, { comment_id: null }])
      expect([body, (await reader.post(TOGGLE, body)).status]).toEqual([body, 400]);
    const draft = await buildPost(app.context.db, { status: "draft", published_at: null });
    const hidden = [
      crypto.randomUUID(),
      await say({ post_id: draft.id }),
      await say({ post_id: (await buildPost(app.context.db)).id, status: "pending" }),
    ];
    for (const id of hidden) {
      const { status, body } = await like("a", id);
      expect([status, body.code, body.message]).toEqual([404, "PGRST116", "Comment not found"]);
      expect(await stats("a", id)).toEqual({ [id]: NONE });
    }
    expect(await app.context.db.selectFrom("comment_likes").selectAll().execute()).toEqual([]);
  });

  test("is given and taken back; others see the number, not whose it is", async () => {
    expect((await like("a")).body).toEqual({ totalLikes: 1, isLikedByCurrentUser: true });
    expect((await like("b")).body).toEqual({ totalLikes: 2, isLikedByCurrentUser: true });
    expect(await stats("a")).toEqual({ [comment]: { totalLikes: 2, isLikedByCurrentUser: true } });
    expect(await stats("c")).toEqual({ [comment]: { totalLikes: 2, isLikedByCurrentUser: false } });
    expect((await shown()).map(({ likes_count }) => likes_count)).toEqual([2]);
    expect((await like("a")).body).toEqual({ totalLikes: 1, isLikedByCurrentUser: false });
    expect((await shown()).map(({ likes_count }) => likes_count)).toEqual([1]);
  });

  test("counts once per session, however many requests come at once", async () => {
    const sessions = Array.from({ length: 30 }, (_, n) => n.toString(16).padStart(32, "0"));
    const toggle = (id: string) => app.actors.reader(id).post(TOGGLE, { comment_id: comment });
    await Promise.all([...sessions, ...sessions, ...sessions].map(toggle));
    const rows = await app.context.db.selectFrom("comment_likes").select("is_liked").where("comment_id", "=", comment).execute();
    expect(rows.filter(({ is_liked }) => is_liked)).toHaveLength((await shown())[0]?.likes_count ?? -1);
    expect(rows).toHaveLength(30);
  });

  test("goes with its comment, and leaves pages as they are", async () => {
    const before = await app.context.db.selectFrom("content_versions").selectAll().orderBy("slot").execute();
    await like("a");
    expect(await app.context.db.selectFrom("content_versions").selectAll().orderBy("slot").execute()).toEqual(before);
    await app.context.db.deleteFrom("comments").where("id", "=", comment).execute();
    expect(await app.context.db.selectFrom("comment_likes").selectAll().where("comment_id", "=", comment).execute()).toEqual([]);
  });

  test("is limited to twenty in an hour from one address; each can be taken back", async () => {
    const from = (n: number) =>
      app.actors
        .from({ address: "203.0.113.62", headers: { "x-session-id": n.toString(16).padStart(32, "0") } })
        .post<LikeStats & ErrorBody>(TOGGLE, { comment_id: comment });
    for (let n = 0; n < 20; n++) expect((await from(n)).status).toBe(200);
    const { status, body } = await from(20);
    expect([status, body.message]).toEqual([429, expect.stringContaining("Too many likes of this comment from your network")]);
    expect((await from(0)).body).toEqual({ totalLikes: 19, isLikedByCurrentUser: false });
    expect((await stats("f"))[comment]?.totalLikes).toBe(19);
  });
});

test("a comment's date is a link to the comment", async () => {
  const { text } = await app.actors.anonymous.get(`/story/${slug}`);
  expect(text).toMatch(new RegExp(`<a href="#comment-${comment}"><time `));
  expect(text).toContain(`id="comment-${comment}"`);
});
