import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OwnComment } from "../../../app/domain/comments/comment.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildClock, buildPost } from "../../builders.ts";
import { ownOf, say, setSettings, textsOf, threadOf } from "./comment-actions.ts";

const clock = buildClock(new Date());
let app: TestApp;
let slug: string;
let ada: Actor;
let grace: Actor;
let said: OwnComment;
beforeAll(async () => {
  app = await createTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  slug = (await buildPost(app.context.db)).slug;
  ada = (await signedInUser(app)).actor;
  grace = (await signedInUser(app)).actor;
  await setSettings(app, { moderateComments: false });
  said = (await say(ada, slug, "First words")).body;
});

const edit = (actor: Actor, content: string) => actor.patch<OwnComment>(`/api/comments/${said.id}`, { content });

describe("an edit of an own comment", () => {
  test("is possible for 15 minutes", async () => {
    clock.forward(15 * 60_000 - 1);
    const changed = await edit(ada, "Better words");
    expect([changed.status, changed.body.edited, changed.body.content]).toEqual([200, true, "Better words"]);
    expect(textsOf(await threadOf(grace, slug))).toEqual(["Better words"]);
    clock.forward(1);
    const late = await ada.patch<ErrorBody>(`/api/comments/${said.id}`, { content: "Too late" });
    expect([late.status, late.body.code]).toEqual([403, "edit_time_over"]);
    expect((await ownOf(ada, slug)).comments).toMatchObject([{ content: "Better words", editable_until: null }]);
  });

  test("makes it wait again with moderation, or when it looks like spam now", async () => {
    expect((await edit(ada, "See https://a.example https://b.example https://c.example")).body.status).toBe("pending");
    expect((await threadOf(grace, slug)).total).toBe(0);
    await setSettings(app, {});
    said = (await say(grace, slug, "Approved soon")).body;
    await app.context.db.updateTable("comments").set({ status: "approved" }).where("id", "=", said.id).execute();
    expect((await edit(grace, "Approved soon")).body.status).toBe("approved");
    expect((await edit(grace, "Something else")).body.status).toBe("pending");
    expect((await threadOf(ada, slug)).total).toBe(0);
  });

  test("is possible for its author only", async () => {
    expect((await edit(grace, "Not mine")).status).toBe(404);
    expect((await app.actors.anonymous.patch(`/api/comments/${said.id}`, { content: "x" })).status).toBe(401);
    await app.context.db.updateTable("comments").set({ status: "rejected" }).where("id", "=", said.id).execute();
    expect((await edit(ada, "Rejected stays rejected")).status).toBe(404);
    expect((await ada.patch<ErrorBody>(`/api/comments/${said.id}`, { content: "" })).body.details).toMatchObject([
      { field: "content" },
    ]);
  });
});

describe("deletion", () => {
  test("is possible at any time, for its author only", async () => {
    await say(grace, slug, "Hers");
    await app.context.db
      .updateTable("comments")
      .set({ created_at: new Date("2020-01-01") })
      .execute();
    expect((await app.actors.anonymous.delete(`/api/comments/${said.id}`)).status).toBe(401);
    expect((await grace.delete(`/api/comments/${said.id}`)).status).toBe(404);
    expect((await ada.delete(`/api/comments/${said.id}`)).status).toBe(204);
    expect((await ada.delete(`/api/comments/${said.id}`)).status).toBe(404);
    expect(textsOf(await threadOf(ada, slug))).toEqual(["Hers"]);
  });
});

describe("a report", () => {
  test("is accepted once from each reader, about a public comment of someone else", async () => {
    const report = (actor: Actor, id = said.id, body: object = {}) => actor.post<ErrorBody>(`/api/comments/${id}/report`, body);
    expect((await report(app.actors.anonymous)).status).toBe(401);
    expect((await report(ada)).status).toBe(404);
    expect((await report(grace, crypto.randomUUID())).status).toBe(404);
    expect((await report(grace, said.id, { reason: "x".repeat(501) })).body.details).toEqual([
      { field: "reason", rule: "A reason can have at most 500 characters" },
    ]);
    expect((await report(grace, said.id, { reason: "Rude" })).status).toBe(204);
    const again = await report(grace);
    expect([again.status, again.body.message]).toEqual([409, "You have already reported this comment."]);
    expect((await ownOf(grace, slug)).reported).toEqual([said.id]);
    await app.context.db.updateTable("comments").set({ status: "pending" }).where("id", "=", said.id).execute();
    expect((await report((await signedInUser(app)).actor)).status).toBe(404);
  });
});

test("comments are limited by account and by address; each refusal says when to try again", async () => {
  const { token } = await signedInUser(app);
  const from = (address: string) => app.actors.from({ address, headers: { authorization: `Bearer ${token}` } });
  for (let n = 0; n < 10; n++) expect((await say(from("203.0.113.5"), slug, `Again ${n}`)).status).toBe(201);
  const refused = await say(from("203.0.113.6"), slug, "Once more");
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await say(grace, slug, "I may")).status).toBe(201);
  const admin = await signedInUser(app, { role: "admin" });
  const desk = app.actors.from({ address: "203.0.113.7", headers: { authorization: `Bearer ${admin.token}` } });
  for (let n = 0; n < 11; n++) expect((await say(desk, slug, `Thanks, reader ${n}`)).status, "an admin's answer").toBe(201);
});
