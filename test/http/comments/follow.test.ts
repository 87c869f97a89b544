import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mailFollowers } from "../../../app/domain/comments/follower-mails.ts";
import { mailReplyNotices } from "../../../app/domain/comments/reply-notices.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";
import { ownOf, say, setSettings } from "./comment-actions.ts";

type SignedIn = Awaited<ReturnType<typeof signedInUser>>;

let app: TestApp;
let slug: string;
let ada: SignedIn;
let grace: SignedIn;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom("outbox").execute();
  slug = (await buildPost(app.context.db, { title: "On larks" })).slug;
  ada = await signedInUser(app, { full_name: "Ada" });
  grace = await signedInUser(app, { full_name: "Grace" });
  admin = (await signedInUser(app, { role: "admin" })).actor;
  await setSettings(app, { moderateComments: false, enableNotifications: false });
});

const follow = (actor: Actor, following: unknown = true, of = slug) =>
  actor.put<{ following: boolean } & ErrorBody>(`/api/posts/${of}/comments/following`, { following });
const followed = async (actor: Actor) =>
  (await actor.get<{ items: { slug: string; title: string }[] }>("/api/account/followed-threads")).body.items;
/** The job that follows the approval of comments. */
const mailAll = async () => {
  const ids = (await app.context.db.selectFrom("comments").select("id").execute()).map(({ id }) => id);
  await mailReplyNotices(app.context, ids, app.settings.site());
  await mailFollowers(app.context, ids, app.settings.site());
};
const mails = () =>
  app.context.db
    .selectFrom("outbox")
    .select(["recipient", "kind", "subject", "body_text", "link", "unsubscribe"])
    .orderBy("created_at")
    .execute();
const kinds = async () => (await mails()).map(({ recipient, kind }) => [recipient, kind]);

describe("following the comments on an article", () => {
  test("requires an account, a published article and an answer", async () => {
    for (const call of [follow(app.actors.anonymous), app.actors.anonymous.get("/api/account/followed-threads")])
      expect((await call).status).toBe(401);
    const draft = await buildPost(app.context.db, { status: "draft", published_at: null });
    for (const of of [draft.slug, "no-such-article"]) expect((await follow(ada.actor, true, of)).body.code).toBe("PGRST116");
    const { status, body } = await follow(ada.actor, "yes");
    expect([status, body.details]).toEqual([400, [{ field: "following", rule: "must be true or false" }]]);
    expect(await followed(ada.actor)).toEqual([]);
  });

  test("is said in the thread and in the account, and can be stopped", async () => {
    expect((await ownOf(ada.actor, slug)).following).toBe(false);
    expect((await follow(ada.actor)).body).toEqual({ following: true });
    expect((await follow(ada.actor)).status).toBe(200);
    expect([(await ownOf(ada.actor, slug)).following, (await ownOf(grace.actor, slug)).following]).toEqual([true, false]);
    expect(await followed(ada.actor)).toEqual([expect.objectContaining({ slug, title: "On larks", comments_count: 0 })]);
    const exported = async () =>
      (await ada.actor.get<{ followed_threads: { post_slug: string }[] }>("/api/account/export")).body.followed_threads;
    expect(await exported()).toEqual([expect.objectContaining({ post_slug: slug })]);
    expect((await follow(ada.actor, false)).body).toEqual({ following: false });
    expect([(await ownOf(ada.actor, slug)).following, await followed(ada.actor), await exported()]).toEqual([false, [], []]);
  });

  test("goes with the account", async () => {
    await follow(ada.actor);
    await app.context.db.deleteFrom("users").where("id", "=", ada.user.id).execute();
    expect(await app.context.db.selectFrom("followed_threads").selectAll().where("user_id", "=", ada.user.id).execute()).toEqual(
      [],
    );
  });

  test("brings one email about each comment of others, with its text and links", async () => {
    await follow(ada.actor);
    const { id } = (await say(grace.actor, slug, "Up early")).body;
    await Promise.all([mailAll(), mailAll(), mailAll()]);
    await mailAll();
    expect(await mails()).toEqual([
      {
        recipient: ada.user.email,
        kind: "thread_comment",
        subject: "Grace commented on “On larks” at Skylark",
        body_text: expect.stringContaining("Up early"),
        link: `http://blog.test/story/${slug}#comment-${id}`,
        unsubscribe: expect.stringMatching(/^http:\/\/blog\.test\/unsubscribe\?token=/),
      },
    ]);
    await say(ada.actor, slug, "My own words");
    await mailAll();
    expect(await mails()).toHaveLength(1);
  });

  test("brings none about a comment that waits, until it is approved, and then once", async () => {
    await follow(ada.actor);
    await setSettings(app, { enableNotifications: false });
    const { id } = (await say(grace.actor, slug, "Waiting")).body;
    await mailAll();
    expect(await mails()).toEqual([]);
    for (const status of ["approved", "pending", "approved"]) {
      await admin.patch(`/api/admin/comments/${id}`, { status });
      await mailAll();
    }
    expect(await kinds()).toEqual([[ada.user.email, "thread_comment"]]);
  });

  test("brings none where a reply notice goes to the same person, and one where they want no reply notices", async () => {
    await follow(ada.actor);
    const { id } = (await say(ada.actor, slug, "First")).body;
    await say(grace.actor, slug, "Well said", { reply_to: id });
    await mailAll();
    expect(await kinds()).toEqual([[ada.user.email, "comment_reply"]]);
    await ada.actor.put("/api/account/notices", { comment_replies: false });
    await say(grace.actor, slug, "And one more", { reply_to: id });
    await mailAll();
    expect(await kinds()).toEqual([
      [ada.user.email, "comment_reply"],
      [ada.user.email, "thread_comment"],
    ]);
  });

  test("brings none to deactivated users, and none about what was there before", async () => {
    await say(grace.actor, slug, "Before");
    await mailAll();
    await follow(ada.actor);
    await mailAll();
    await app.context.db.updateTable("users").set({ is_active: false }).where("id", "=", ada.user.id).execute();
    await say(grace.actor, slug, "After");
    await mailAll();
    expect(await mails()).toEqual([]);
  });
});

describe("the link of an email", () => {
  const link = async () => {
    await follow(ada.actor);
    await say(grace.actor, slug, "Up early");
    await mailAll();
    return ((await mails())[0]?.unsubscribe ?? "").replace("http://blog.test", "");
  };

  test("asks before it changes anything, and stops this article's emails alone", async () => {
    const other = (await buildPost(app.context.db, { title: "On wrens" })).slug;
    await follow(ada.actor, true, other);
    const path = await link();
    const asked = await app.actors.anonymous.get(path);
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining("Stop emails about new comments?")]);
    expect((await followed(ada.actor)).map((one) => one.slug).sort()).toEqual([slug, other].sort());
    for (let n = 0; n < 2; n++) {
      const done = await app.actors.anonymous.post(path, {});
      expect([done.status, done.text]).toEqual([200, expect.stringContaining("You no longer follow these comments")]);
    }
    expect((await followed(ada.actor)).map((one) => one.slug)).toEqual([other]);
    expect((await ada.actor.get<object>("/api/account/notices")).body).toMatchObject({ comment_replies: true });
  });

  test("is worthless for another article or user, or when forged", async () => {
    const path = await link();
    const [userId, postId, signature] = (new URL(path, "http://x").searchParams.get("token") ?? "").split(".");
    const other = await buildPost(app.context.db);
    for (const token of [
      `${userId}.${other.id}.${signature}`,
      `${grace.user.id}.${postId}.${signature}`,
      `${userId}.${signature}`,
      `${userId}.${postId}.`,
      `${userId}.${postId}`,
      "..",
    ])
      for (const send of [app.actors.anonymous.get, app.actors.anonymous.post]) {
        const answer = await send(`/unsubscribe?token=${encodeURIComponent(token)}`, {});
        expect([token, answer.status]).toEqual([token, 404]);
      }
    expect(await followed(ada.actor)).toHaveLength(1);
  });
});
