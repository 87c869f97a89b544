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
let admin: Actor;

beforeAll(async () => {
  app = await createTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.forward(60_000);
  slug = (await buildPost(app.context.db)).slug;
  ada = (await signedInUser(app, { full_name: "Ada" })).actor;
  grace = (await signedInUser(app, { full_name: "Grace" })).actor;
  admin = (await signedInUser(app, { role: "admin" })).actor;
  await setSettings(app, { moderateComments: false });
});

const approve = (id: string) => admin.patch(`/api/admin/comments/${id}`, { status: "approved" });
const count = async () =>
  (await app.context.db.selectFrom("posts").select("comments_count").where("slug", "=", slug).executeTakeFirstOrThrow())
    .comments_count;

describe("a new comment", () => {
  test("requires an account; the refusal reveals nothing else", async () => {
    const nobody = await say(app.actors.anonymous, slug, "");
    expect([nobody.status, (nobody.body as unknown as ErrorBody).code]).toEqual([401, "no_authorization"]);
    expect((await app.actors.anonymous.get(`/api/posts/${slug}/comments/own`)).status).toBe(401);
  });

  test("is public at once without moderation", async () => {
    const said = await say(ada, slug, "  One\r\ntwo  \n\n\n\nthree ");
    expect([said.status, said.body.status, said.body.content]).toEqual([201, "approved", "One\ntwo\n\nthree"]);
    const thread = await threadOf(app.actors.anonymous, slug);
    expect(thread).toMatchObject({ total: 1, page: 1, pages: 1 });
    expect(thread.comments).toEqual([
      expect.objectContaining({
        author: { full_name: "Ada" },
        content_html: "<p>One<br>two</p><p>three</p>",
        parent_id: null,
        is_orphan: false,
        by_author: false,
        edited: false,
      }),
    ]);
    expect(await count()).toBe(1);
    expect(JSON.stringify(thread)).not.toMatch(/email|author_id|@/);
  });

  test("waits with moderation, and only its author sees it", async () => {
    await setSettings(app, {});
    const said = await say(ada, slug, "I wait");
    expect([said.status, said.body.status]).toEqual([201, "pending"]);
    for (const actor of [app.actors.anonymous, grace, ada]) expect((await threadOf(actor, slug)).comments).toEqual([]);
    expect((await ownOf(ada, slug)).comments).toMatchObject([{ content: "I wait", status: "pending" }]);
    expect((await ownOf(grace, slug)).comments).toEqual([]);
    expect(await count()).toBe(0);
    await approve(said.body.id);
    expect(textsOf(await threadOf(app.actors.anonymous, slug))).toEqual(["I wait"]);
    await admin.patch(`/api/admin/comments/${said.body.id}`, { status: "rejected" });
    expect((await ownOf(ada, slug)).comments).toEqual([]);
    expect(await count()).toBe(0);
  });

  test.each([
    ["nothing", "", "A comment can’t be empty"],
    ["white space", " \n\t ", "A comment can’t be empty"],
    ["5001 characters", "x".repeat(5001), "A comment can have at most 5,000 characters"],
    ["a control character", "a\u0007b", "A comment can’t have control characters"],
  ])("%s is refused by name of field and rule", async (_, content, rule) => {
    const { status, body } = await ada.post<ErrorBody>(`/api/posts/${slug}/comments`, { content });
    expect([status, body.details]).toEqual([400, [{ field: "content", rule }]]);
  });

  test("may have 5000 characters, however many bytes they are", async () => {
    expect((await say(ada, slug, "🐦".repeat(5000))).status).toBe(201);
  });

  test("is refused while comments are closed; existing ones stay", async () => {
    await say(ada, slug, "I was here");
    await setSettings(app, { allowComments: false });
    const refused = await ada.post<ErrorBody>(`/api/posts/${slug}/comments`, { content: "Too late" });
    expect([refused.status, refused.body.code]).toEqual([403, "comments_closed"]);
    expect(textsOf(await threadOf(app.actors.anonymous, slug))).toEqual(["I was here"]);
  });

  test("is possible on published articles only", async () => {
    for (const status of ["draft", "archived"]) {
      const post = await buildPost(app.context.db, { status, published_at: null });
      await app.context.db.insertInto("comments").values({ post_id: post.id, content: "x", status: "approved" }).execute();
      for (const identifier of [post.slug, post.id]) {
        expect((await say(ada, identifier, "Hello")).status).toBe(404);
        expect((await ada.get(`/api/posts/${identifier}/comments`)).status).toBe(404);
        expect((await ada.get(`/api/posts/${identifier}/comments/own`)).status).toBe(404);
      }
    }
  });

  test("is refused as a repetition: at the same place within minutes, in any case; also at the same moment", async () => {
    const elsewhere = (await buildPost(app.context.db)).slug;
    const same = Array.from({ length: 5 }, () => say(ada, slug, "Well said."));
    expect((await Promise.all(same)).map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const again = await ada.post<ErrorBody>(`/api/posts/${slug}/comments`, { content: "WELL  said." });
    expect([again.status, again.body]).toEqual([409, { code: "23505", message: "You have already posted this comment." }]);
    expect((await say(ada, elsewhere, "Well said.")).status).toBe(201);
    const { id } = (await say(grace, slug, "Well said.")).body;
    expect((await say(ada, slug, "Well said.", { reply_to: id })).status).toBe(201);
    expect((await say(ada, slug, "Well said.", { reply_to: id })).status).toBe(409);
    await app.context.db
      .updateTable("comments")
      .set({ created_at: new Date(clock.now().getTime() - 11 * 60_000) })
      .execute();
    expect((await say(ada, slug, "Well said.")).status).toBe(201);
  });

  test("a long text is a repetition anywhere for a day", async () => {
    const elsewhere = (await buildPost(app.context.db)).slug;
    const advertisement = "Buy our lamps, they are the best lamps you can buy. ".repeat(3);
    expect((await say(ada, slug, advertisement)).status).toBe(201);
    expect((await say(ada, elsewhere, advertisement)).status).toBe(409);
    await app.context.db
      .updateTable("comments")
      .set({ created_at: new Date(clock.now().getTime() - 25 * 60 * 60_000) })
      .execute();
    expect((await say(ada, elsewhere, advertisement)).status).toBe(201);
  });

  test.each(["\u200d", "\u2060", "\u3164", "\u00ad", "\u2800", "\u200b \n\u2060"])(
    "%j shows nothing, so it is empty",
    async (content) => {
      const refused = await ada.post<ErrorBody>(`/api/posts/${slug}/comments`, { content });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("A comment can’t be empty")]);
    },
  );
});

describe("suspected spam waits, even without moderation", () => {
  const reasonOf = async ({ id }: OwnComment) =>
    app.context.db
      .selectFrom("comments")
      .select(["status", "is_spam", "spam_reason"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();

  test("more links than a comment usually has", async () => {
    const two = await say(ada, slug, "See https://a.example and www.b.com");
    expect(await reasonOf(two.body)).toEqual({ status: "approved", is_spam: false, spam_reason: null });
    const three = await say(ada, slug, "See https://a.example, www.b.com and https://c.example");
    expect(three.body.status).toBe("pending");
    expect(await reasonOf(three.body)).toEqual({ status: "pending", is_spam: true, spam_reason: "too_many_links" });
  });

  test("a hidden field that is filled in", async () => {
    const said = await say(ada, slug, "Hello", { website: "https://spam.example" });
    expect([said.status, await reasonOf(said.body)]).toMatchObject([201, { status: "pending", spam_reason: "hidden_field" }]);
  });

  test("a form that returns too fast; a form token belongs to its user and article", async () => {
    const { ticket } = await ownOf(ada, slug);
    const fast = await say(ada, slug, "Fast", { ticket });
    expect(await reasonOf(fast.body)).toMatchObject({ status: "pending", spam_reason: "too_fast" });
    clock.forward(2000);
    expect((await say(ada, slug, "Slow", { ticket })).body.status).toBe("approved");
    const fresh = (await ownOf(grace, slug)).ticket;
    const older = fresh.replace(/^\d+/, (time) => String(Number(time) - 60_000));
    expect(await reasonOf((await say(grace, slug, "Mine", { ticket: fresh })).body)).toMatchObject({ spam_reason: "too_fast" });
    // A forged token has no effect; neither has a missing one.
    expect((await say(grace, slug, "Forged", { ticket: older })).body.status).toBe("approved");
  });
});

describe("replies", () => {
  test("appear below their comment, one level deep, in the order of reading", async () => {
    const first = (await say(ada, slug, "First")).body;
    clock.forward(1000);
    await say(ada, slug, "Second");
    clock.forward(1000);
    const reply = (await say(grace, slug, "To the first", { reply_to: first.id })).body;
    clock.forward(1000);
    await say(ada, slug, "To the reply", { reply_to: reply.id });
    const thread = await threadOf(app.actors.anonymous, slug);
    expect(textsOf(thread)).toEqual(["First", "To the first", "To the reply", "Second"]);
    expect(thread.comments.map(({ parent_id }) => parent_id)).toEqual([null, first.id, first.id, null]);
  });

  test("answer only public comments of the same article", async () => {
    const elsewhere = (await buildPost(app.context.db)).slug;
    const there = (await say(ada, elsewhere, "There")).body;
    const hidden = (await say(ada, slug, "Hidden")).body;
    await admin.patch(`/api/admin/comments/${hidden.id}`, { status: "pending" });
    for (const reply_to of [there.id, hidden.id, crypto.randomUUID()]) {
      const { status, body } = await grace.post<ErrorBody>(`/api/posts/${slug}/comments`, { content: "Hm", reply_to });
      expect([status, body.code]).toEqual([404, "PGRST116"]);
    }
  });

  test("stay when their parent is deleted or rejected", async () => {
    const gone = (await say(ada, slug, "I go")).body;
    await say(grace, slug, "I stay", { reply_to: gone.id });
    await admin.patch(`/api/admin/comments/${gone.id}`, { status: "rejected" });
    const orphan = { is_orphan: true, parent_id: null, content_html: "<p>I stay</p>" };
    expect(await threadOf(ada, slug)).toMatchObject({ total: 1, comments: [orphan] });
    await approve(gone.id);
    expect((await threadOf(ada, slug)).comments[1]).toMatchObject({ parent_id: gone.id, is_orphan: false });
    await ada.delete(`/api/comments/${gone.id}`);
    expect(await threadOf(ada, slug)).toMatchObject({ total: 1, comments: [orphan] });
  });
});

test("long threads come in pages that neither overlap nor leave anything out", async () => {
  const { db } = app.context;
  const { id } = await db.selectFrom("posts").select("id").where("slug", "=", slug).executeTakeFirstOrThrow();
  const at = new Date();
  const rows = Array.from({ length: 230 }, (_, n) => ({
    post_id: id,
    content: `Number ${n}`,
    status: "approved",
    created_at: at,
  }));
  await db.insertInto("comments").values(rows).execute();
  const pages = [await threadOf(ada, slug, 1), await threadOf(ada, slug, 2), await threadOf(ada, slug, 3)];
  expect(pages.map(({ comments, total, pages }) => [comments.length, total, pages])).toEqual([
    [100, 230, 3],
    [100, 230, 3],
    [30, 230, 3],
  ]);
  expect(new Set(pages.flatMap(({ comments }) => comments.map(({ id }) => id))).size).toBe(230);
  expect(await threadOf(ada, slug, 4)).toEqual({ comments: [], total: 230, page: 4, pages: 3 });
});

test("deleted users are shown as former readers", async () => {
  const { user, actor } = await signedInUser(app, { full_name: "Gone" });
  await say(actor, slug, "My words stay");
  await app.context.db.deleteFrom("users").where("id", "=", user.id).execute();
  expect((await threadOf(ada, slug)).comments).toMatchObject([{ author: null, content_html: "<p>My words stay</p>" }]);
});
