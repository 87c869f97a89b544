import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CommentSettings } from "../../../app/domain/comments/add-comment.ts";
import { mailReplyNotices } from "../../../app/domain/comments/reply-notices.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";
import { say, setSettings } from "./comment-actions.ts";

let app: TestApp;
let slug: string;
let ada: Awaited<ReturnType<typeof signedInUser>>;
let grace: Awaited<ReturnType<typeof signedInUser>>;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom("outbox").execute();
  await app.context.db.deleteFrom("admin_notices").execute();
  slug = (await buildPost(app.context.db, { title: "On larks" })).slug;
  ada = await signedInUser(app, { full_name: "Ada" });
  grace = await signedInUser(app, { full_name: "Grace" });
  admin = (await signedInUser(app, { role: "admin" })).actor;
  await setSettings(app, quiet);
});

/** No mails to the admin among the ones that are checked. */
const quiet: Partial<CommentSettings> = { moderateComments: false, enableNotifications: false };
const ids = async () => (await app.context.db.selectFrom("comments").select("id").execute()).map(({ id }) => id);
/** The job that follows the approval of comments. */
const mailNotices = async () => mailReplyNotices(app.context, await ids(), app.settings.site());
const mails = () =>
  app.context.db.selectFrom("outbox").select(["recipient", "kind", "subject", "body_text", "link", "unsubscribe"]).execute();
const answer = async (by: Actor, text: string, to: string) => (await say(by, slug, text, { reply_to: to })).body;

test("the author of a comment is notified of a reply once, with its text and a link", async () => {
  const first = (await say(ada.actor, slug, "First")).body;
  await answer(grace.actor, "Well said", first.id);
  await Promise.all([mailNotices(), mailNotices(), mailNotices()]);
  await mailNotices();
  expect(await mails()).toEqual([
    expect.objectContaining({
      recipient: ada.user.email,
      kind: "comment_reply",
      subject: "Grace replied to your comment on Skylark",
      body_text: expect.stringContaining("Well said"),
      link: `http://blog.test/story/${slug}#comments`,
    }),
  ]);
});

test("the user who is answered is notified, also when the reply is below another comment", async () => {
  const first = (await say(ada.actor, slug, "First")).body;
  const reply = await answer(grace.actor, "Second", first.id);
  await mailNotices();
  await answer(ada.actor, "Third", reply.id);
  await mailNotices();
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([ada.user.email, grace.user.email]);
});

test("a waiting reply is not notified until it is approved, and only once", async () => {
  const first = (await say(ada.actor, slug, "First")).body;
  await setSettings(app, { enableNotifications: false });
  const reply = await answer(grace.actor, "Pending", first.id);
  await mailNotices();
  expect(await mails()).toEqual([]);
  for (const status of ["approved", "pending", "approved"]) {
    await admin.patch(`/api/admin/comments/${reply.id}`, { status });
    await mailNotices();
  }
  expect(await mails()).toHaveLength(1);
});

test("nobody is notified of their own words, when deactivated, when unsubscribed, or of a draft's comments", async () => {
  const first = (await say(ada.actor, slug, "First")).body;
  await answer(ada.actor, "To myself", first.id);
  await mailNotices();
  const { db } = app.context;
  const reply = await answer(grace.actor, "Hello", first.id);
  const afresh = () => db.updateTable("comments").set({ notified_at: null }).where("id", "=", reply.id).execute();
  for (const values of [{ is_active: false }, { is_active: true, reply_notices: false }]) {
    await db.updateTable("users").set(values).where("id", "=", ada.user.id).execute();
    await mailNotices();
    await afresh();
  }
  await db.updateTable("users").set({ reply_notices: true }).where("id", "=", ada.user.id).execute();
  await db.updateTable("posts").set({ status: "draft", published_at: null }).where("slug", "=", slug).execute();
  await mailNotices();
  expect(await mails()).toEqual([]);
});

test("one click in the mail ends these mails, without signing in; opening the link alone doesn't", async () => {
  const first = (await say(ada.actor, slug, "First")).body;
  await answer(grace.actor, "Hello", first.id);
  await mailNotices();
  const [mail] = await mails();
  const path = (mail?.unsubscribe ?? "").replace("http://blog.test", "");
  expect(mail?.body_text).toContain(mail?.unsubscribe);
  const wanted = async () => (await ada.actor.get("/api/account/notices")).body;
  const opened = await app.actors.anonymous.get(path);
  expect([opened.status, await wanted()]).toEqual([200, { comment_replies: true, sign_ins: true, hand_ins: true }]);
  expect(opened.text).toContain("Stop these emails");
  expect(opened.text).not.toMatch(/\sstyle=|<style|\son\w+=/);
  const clicked = await app.actors.anonymous.send("POST", path, {
    body: "List-Unsubscribe=One-Click",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect([clicked.status, clicked.headers.get("cache-control"), await wanted()]).toEqual([
    200,
    "no-store",
    { comment_replies: false, sign_ins: true, hand_ins: true },
  ]);
  expect(
    (
      await ada.actor.send("PUT", "/api/account/notices", {
        body: JSON.stringify({ comment_replies: true }),
        headers: { "content-type": "application/json" },
      })
    ).body,
  ).toEqual({ comment_replies: true, sign_ins: true, hand_ins: true });
});

test("an unsubscribe link says when the emails are off already, and when the account was deleted", async () => {
  const first = (await say(ada.actor, slug, "First")).body;
  await answer(grace.actor, "Hello", first.id);
  await mailNotices();
  const path = ((await mails())[0]?.unsubscribe ?? "").replace("http://blog.test", "");
  const page = async (method: string) => {
    const { status, text } = await app.actors.anonymous.send(method, path);
    return [status, /<h1>(.*?)<\/h1>/.exec(text)?.[1]];
  };
  await app.actors.anonymous.send("HEAD", path);
  expect(await page("GET")).toEqual([200, "Stop emails about replies?"]);
  for (const method of ["POST", "GET", "POST"]) expect(await page(method)).toEqual([200, "Emails about replies are off"]);
  await app.context.db.deleteFrom("users").where("id", "=", ada.user.id).execute();
  for (const method of ["GET", "POST"]) expect(await page(method)).toEqual([200, "This account was deleted"]);
});

test("a forged link ends nothing", async () => {
  const token = `${ada.user.id}.${"A".repeat(43)}`;
  for (const bad of [token, "", "x", `${ada.user.id}.`, "%00"]) {
    const { status, text } = await app.actors.anonymous.send("POST", `/unsubscribe?token=${bad}`);
    expect([bad, status]).toEqual([bad, 404]);
    expect(text).toContain("This link doesn’t work");
  }
  expect((await ada.actor.get("/api/account/notices")).body).toEqual({ comment_replies: true, sign_ins: true, hand_ins: true });
});

test("the owner is notified of a new comment, with a link to where it waits", async () => {
  await setSettings(app, {});
  await say(ada.actor, slug, "Look at this");
  const notices = await app.context.db.selectFrom("admin_notices").select(["kind", "title", "text", "path"]).execute();
  expect(notices).toEqual([
    {
      kind: "comment",
      title: `A comment by ${ada.user.email} waits for approval`,
      text: "Look at this",
      path: "/admin/comments?status=pending",
    },
  ]);
});
