import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ArticleLike, LikeStats } from "../../app/domain/likes/like.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { session } from "../app/session.ts";
import { buildPost } from "../builders.ts";

let app: TestApp;
let article: string;
const nobody = "00000000-0000-4000-8000-000000000000";

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  article = (await buildPost(app.context.db)).id;
});
afterAll(() => app.close());

const statsFor = async (reader: { get: TestApp["actors"]["anonymous"]["get"] }) =>
  (await reader.get<Record<string, LikeStats>>(`/api/likes/stats?ids=${article},${nobody}`)).body;

test("a toggle likes, and takes back; others see the number, not whose it is", async () => {
  const ada = app.actors.reader(session("a"));
  const toggle = () => ada.post<LikeStats>("/api/likes/toggle", { article_id: article });
  expect((await toggle()).body).toEqual({ totalLikes: 1, isLikedByCurrentUser: true });
  const none = { totalLikes: 0, isLikedByCurrentUser: false };
  expect(await statsFor(ada)).toEqual({ [article]: { totalLikes: 1, isLikedByCurrentUser: true }, [nobody]: none });
  expect(await statsFor(app.actors.reader(session("b")))).toMatchObject({
    [article]: { totalLikes: 1, isLikedByCurrentUser: false },
  });
  expect(await statsFor(app.actors.anonymous)).toMatchObject({ [article]: { totalLikes: 1, isLikedByCurrentUser: false } });
  expect((await toggle()).body).toEqual(none);
});

test("an address can give an article twenty likes in an hour, however many sessions it makes up; each can be taken back", async () => {
  const other = (await buildPost(app.context.db)).id;
  const like = (n: number, id = article, address = "203.0.113.61") =>
    app.actors
      .from({ address, headers: { "x-session-id": n.toString(16).padStart(32, "0") } })
      .post<ErrorBody>("/api/likes/toggle", { article_id: id });
  for (let n = 0; n < 20; n++) expect([n, (await like(n)).status]).toEqual([n, 200]);
  const refused = await like(20);
  expect([refused.status, refused.body.code, Number(refused.headers.get("retry-after")) > 3500]).toEqual([
    429,
    "rate_limited",
    true,
  ]);
  expect((await statsFor(app.actors.anonymous))[article]?.totalLikes).toBe(20);
  expect((await like(3)).status).toBe(200);
  expect((await statsFor(app.actors.anonymous))[article]?.totalLikes).toBe(19);
  expect([(await like(20, other)).status, (await like(20, article, "203.0.113.62")).status]).toEqual([200, 200]);
});

test("a record is created once, read, changed and removed by its own session only", async () => {
  const [ada, bob] = [app.actors.reader(session("a")), app.actors.reader(session("b"))];
  const made = await ada.post<ArticleLike>("/api/likes", { article_id: article });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ article_id: article, session_id: session("a"), user_id: null, is_liked: true });
  const again = await ada.post<ErrorBody>("/api/likes", { article_id: article });
  expect([again.status, again.body]).toEqual([409, { code: "23505", message: "You have already liked this article" }]);
  expect((await ada.get(`/api/likes?article_id=${article}`)).body).toEqual(made.body);
  expect((await bob.get<ErrorBody>(`/api/likes?article_id=${article}`)).status).toBe(404);

  const path = `/api/likes/${made.body.id}`;
  const refused = { code: "42501", message: "You can only modify your own likes" };
  const foreignChange = await bob.patch(path, { is_liked: false });
  expect([foreignChange.status, foreignChange.body]).toEqual([403, refused]);
  const foreignRemoval = await bob.delete(path);
  expect([foreignRemoval.status, foreignRemoval.body]).toEqual([403, refused]);

  expect((await ada.patch<ArticleLike>(path, { is_liked: false })).body.is_liked).toBe(false);
  expect((await statsFor(ada))[article]).toEqual({ totalLikes: 0, isLikedByCurrentUser: false });
  const gone = await ada.delete(path);
  expect([gone.status, gone.text]).toEqual([204, ""]);
  expect((await ada.delete(path)).status).toBe(404);
});

test("a record can be created that says “not liked”", async () => {
  const ada = app.actors.reader(session("a"));
  expect((await ada.post<ArticleLike>("/api/likes", { article_id: article, is_liked: false })).body.is_liked).toBe(false);
  expect((await statsFor(ada))[article]?.totalLikes).toBe(0);
});

test("unknown and unpublished articles can't be liked", async () => {
  const draft = await buildPost(app.context.db, { status: "draft", published_at: null });
  for (const article_id of [nobody, draft.id]) {
    for (const path of ["/api/likes", "/api/likes/toggle"]) {
      const answer = await app.actors.reader(session("a")).post<ErrorBody>(path, { article_id });
      expect([answer.status, answer.body.code]).toEqual([404, "PGRST116"]);
    }
  }
});

test("writes need a reader session, and say so", async () => {
  const { anonymous } = app.actors;
  const missing = await anonymous.post<ErrorBody>("/api/likes/toggle", { article_id: article });
  expect([missing.status, missing.body.details]).toEqual([400, [{ field: "x-session-id", rule: "is required" }]]);
  for (const bad of ["A".repeat(32), "a".repeat(31), "a".repeat(33), `${"a".repeat(31)}g`, "' or 1=1"]) {
    const answer = await anonymous.post<ErrorBody>("/api/likes/toggle", { article_id: article }, { "x-session-id": bad });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field: "x-session-id", rule: "must be 32 lower-case hex characters" }]);
  }
});

test("a session's response isn't cached for another", async () => {
  const { headers } = await app.actors.reader(session("a")).get(`/api/likes/stats?ids=${article}`);
  expect(headers.get("cache-control")).toContain("private");
  expect(headers.get("vary")).toContain("x-session-id");
});
