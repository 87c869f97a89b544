import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mailFollowers } from "../../../app/domain/comments/follower-mails.ts";
import { adoptGuest } from "../../../app/domain/comments/guests/adopt-guest.ts";
import { cleanGuests } from "../../../app/domain/comments/guests/forget-guest.ts";
import { type Actor, createActor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";
import { say } from "./comment-actions.ts";

const DAY = 86_400_000;
const EMAIL = "grace@blog.example";

let app: TestApp;
let moved = 0;
let slug: string;
let visitor: Actor;
let ada: Awaited<ReturnType<typeof signedInUser>>;
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => new Date(Date.now() + moved) } });
  visitor = app.actors.anonymous;
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ["outbox", "followed_threads", "guests", "unconfirmed_comments", "comments"] as const)
    await app.context.db.deleteFrom(table).execute();
  await sql`delete from rate_limits`.execute(app.context.db);
  slug = (await buildPost(app.context.db, { title: "On larks" })).slug;
  ada = await signedInUser(app, { full_name: "Ada" });
  await set({ guestComments: "everyone", moderateComments: false, enableNotifications: false });
});

async function set(value: object) {
  await app.context.db
    .updateTable("settings")
    .set({ value: JSON.stringify(value) })
    .execute();
  await app.app.contentChanged();
}

const send = (actor: Actor, path: string, fields: Record<string, string> = {}) =>
  actor.send("POST", path, {
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
const press = (actor: Actor, more: Record<string, string> = {}) => send(actor, "/guest/follow", { post: slug, ...more });
const mailsTo = (email: string) =>
  app.context.db.selectFrom("outbox").selectAll().where("recipient", "=", email).orderBy("created_at").execute();
const pathOf = (link: string | null | undefined) => (link ?? "").replace("http://blog.test", "");
const followers = () => app.context.db.selectFrom("followed_threads").select(["user_id", "guest_id"]).execute();
const titleOf = ({ text }: { text: string }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];

/** Fills in the form that asks for the address, some seconds after it was shown. */
async function ask(email: string) {
  const { text } = await press(visitor);
  moved += 5000;
  return press(visitor, { email, ticket: /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? "" });
}

/** @returns a browser that has confirmed the address, and follows the thread */
async function follower(email = EMAIL): Promise<Actor> {
  await ask(email);
  const answer = await send(visitor, pathOf((await mailsTo(email))[0]?.link));
  const cookie = /(guest=[^;]*)/.exec(answer.headers.get("set-cookie") ?? "")?.[1] ?? "";
  await app.context.db.deleteFrom("outbox").execute();
  return createActor(app.fetch, { headers: { cookie } });
}

/** A new comment, and the job that follows its approval. */
async function comment(text: string, by = ada.actor) {
  const { id } = (await say(by, slug, text)).body;
  await mailFollowers(app.context, [id], app.settings.site());
}
const guestId = async (email = EMAIL) =>
  (await app.context.db.selectFrom("guests").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;

test("by default, and without an article, guests can't follow, and no button says so", async () => {
  const shown = async () => (await visitor.get(`/story/${slug}`)).text.includes("/guest/follow");
  expect([await shown(), (await press(visitor)).status, (await press(visitor, { post: "none" })).status]).toEqual([
    true,
    200,
    404,
  ]);
  await set({});
  expect([await shown(), (await press(visitor)).status, (await visitor.get(`/guest/follow?post=${slug}`)).status]).toEqual([
    false,
    404,
    404,
  ]);
});

test("an address is mailed; opening the link changes nothing, its button follows and remembers the browser, once", async () => {
  expect(titleOf(await press(visitor))).toBe("Follow the comments?");
  expect(titleOf(await ask(EMAIL))).toBe("Check your inbox");
  const [mail] = await mailsTo(EMAIL);
  expect(mail).toMatchObject({ kind: "guest_follow", subject: "Follow the comments on “On larks” at Skylark" });
  const path = pathOf(mail?.link);
  expect(titleOf(await visitor.get(path))).toBe("Follow these comments?");
  expect(await followers()).toEqual([]);
  const all = await Promise.all([1, 2, 3].map(() => send(visitor, path)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  expect(titleOf(all.find(({ status }) => status === 200) ?? { text: "" })).toBe("You follow these comments");
  expect(await followers()).toEqual([{ user_id: null, guest_id: await guestId() }]);
  expect(await app.context.db.selectFrom("comments").select("id").execute()).toEqual([]);
});

test("a follower is mailed about each comment of others, until one click in the mail ends it", async () => {
  await follower();
  await comment("Up early");
  const [mail] = await mailsTo(EMAIL);
  expect(mail).toMatchObject({ kind: "thread_comment", subject: "Ada commented on “On larks” at Skylark" });
  expect(mail?.body_text).toContain("Up early");
  expect(mail?.body_text).not.toContain("your account");
  const path = pathOf(mail?.unsubscribe);
  expect(titleOf(await visitor.get(path))).toBe("Stop emails about new comments?");
  expect(await followers()).toHaveLength(1);
  const done = await send(visitor, path, { "List-Unsubscribe": "One-Click" });
  expect([titleOf(done), done.text.includes("/account")]).toEqual(["You no longer follow these comments", false]);
  await comment("Later");
  expect(await mailsTo(EMAIL)).toHaveLength(1);
  const [name, post, signature] = (new URL(path, "http://x").searchParams.get("token") ?? "").split(".");
  for (const token of [`${name?.replace("guest-", "")}.${post}.${signature}`, `${name}.${post}.`])
    expect((await send(visitor, `/unsubscribe?token=${token}`)).status).toBe(404);
});

test("a browser that is remembered follows at once, sees what it follows, and stops", async () => {
  const browser = await follower();
  const { slug: other } = await buildPost(app.context.db, { title: "On wrens" });
  expect(titleOf(await press(browser, { post: other }))).toBe("You follow these comments");
  expect(titleOf(await browser.get(`/guest/follow?post=${other}`))).toBe("You follow these comments");
  expect(titleOf(await visitor.get(`/guest/follow?post=${other}`))).toBe("Follow the comments?");
  const own = (await browser.get("/guest")).text;
  expect(own).toMatch(/Comments that you follow[\s\S]*On wrens[\s\S]*On larks/);
  expect(own).toContain("This browser knows your address");
  expect(titleOf(await press(browser, { post: other, action: "stop" }))).toBe("You no longer follow these comments");
  expect((await browser.get("/guest")).text).not.toContain("On wrens");
  expect(await mailsTo(EMAIL)).toEqual([]);
});

test("bad input shows the form again, and nothing is sent", async () => {
  for (const [fields, status, message] of [
    [{ email: "grace" }, 400, "Enter an email address"],
    [{ email: EMAIL }, 200, "Please check your address"],
    [{ email: EMAIL, ticket: "x.y" }, 200, "Please check your address"],
  ] as const) {
    const answer = await press(visitor, fields);
    expect([answer.status, answer.text.includes(message), answer.text.includes(`value="${fields.email}"`)]).toEqual([
      status,
      true,
      true,
    ]);
  }
  expect(await mailsTo(EMAIL)).toEqual([]);
  const foreign = createActor(app.fetch, { headers: { "sec-fetch-site": "cross-site" } });
  expect((await press(foreign)).status).toBe(403);
});

test("a user's address is asked to sign in, by the email alone", async () => {
  const [known, unknown] = [await ask(ada.user.email), await ask("nobody@blog.example")];
  expect(known.text.replaceAll(ada.user.email, "EMAIL")).toBe(unknown.text.replaceAll("nobody@blog.example", "EMAIL"));
  expect(await mailsTo(ada.user.email)).toEqual([
    expect.objectContaining({ kind: "guest_account", subject: "Sign in to follow comments on Skylark" }),
  ]);
});

test("guests and users who are banned neither follow nor get emails, and can stop", async () => {
  const browser = await follower();
  const grace = await signedInUser(app, { full_name: "Grace" });
  const follow = (following: boolean) => grace.actor.put(`/api/posts/${slug}/comments/following`, { following });
  await follow(true);
  const { actor: moderator } = await signedInUser(app, { grants: ["moderator"] });
  const bans = [{ guest_id: await guestId() }, { user_id: grace.user.id }];
  for (const who of bans)
    expect((await moderator.post("/api/admin/comment-bans", { ...who, lasts: "day", reason: "Sells larks" })).status).toBe(201);
  await comment("Nobody is told");
  expect([await mailsTo(EMAIL), await mailsTo(grace.user.email)]).toEqual([[], []]);
  expect((await follow(true)).body).toMatchObject({ code: "comment_ban" });
  const refused = await press(browser);
  expect([refused.status, refused.text.includes("You can’t follow these comments.")]).toEqual([403, true]);
  await app.context.db
    .updateTable("comment_bans")
    .set({ ends_at: new Date(Date.now() + moved - 1000) })
    .execute();
  await comment("After the ban");
  expect([(await mailsTo(EMAIL)).length, (await mailsTo(grace.user.email)).length]).toEqual([1, 1]);
  await app.context.db.updateTable("comment_bans").set({ ends_at: null }).execute();
  expect((await follow(false)).body).toEqual({ following: false });
  expect(titleOf(await press(browser, { action: "stop" }))).toBe("You no longer follow these comments");
  expect(await followers()).toEqual([]);
});

test("what a guest follows goes to the user who proves the address, and is erased with the guest", async () => {
  await follower();
  const { user, actor } = await signedInUser(app, { email: EMAIL });
  await adoptGuest(app.context, { userId: user.id });
  expect(await followers()).toEqual([{ user_id: user.id, guest_id: null }]);
  expect((await actor.get<{ items: object[] }>("/api/account/followed-threads")).body.items).toHaveLength(1);

  await follower("erase@blog.example");
  await comment("A trace");
  await send(visitor, "/guest/erase", { email: "erase@blog.example" });
  const link = (await mailsTo("erase@blog.example")).find(({ kind }) => kind === "guest_erase")?.link;
  await send(visitor, pathOf(link));
  expect(await followers()).toEqual([{ user_id: user.id, guest_id: null }]);
  expect(await mailsTo("erase@blog.example")).toEqual([]);
});

test("guests without comments, threads and bans are deleted 30 days after they confirmed the address", async () => {
  const [idle, following, banned, writes] = ["idle", "following", "banned", "writes"].map((name) => `${name}@blog.example`) as [
    string,
    string,
    string,
    string,
  ];
  for (const email of [idle, banned, writes]) await press(await follower(email), { action: "stop" });
  await follower(following);
  const { db } = app.context;
  const ban = { reason: "Sells larks", created_at: new Date(), ends_at: null, guest_id: await guestId(banned) };
  await db.insertInto("comment_bans").values(ban).execute();
  const { id: post_id } = await db.selectFrom("posts").select("id").where("slug", "=", slug).executeTakeFirstOrThrow();
  const trashed = { post_id, content: "Gone", status: "trashed", trashed_status: "approved", trashed_at: new Date() };
  await db
    .insertInto("comments")
    .values({ ...trashed, guest_id: await guestId(writes), guest_name: "Grace" })
    .execute();
  const left = async () => (await db.selectFrom("guests").select("email").orderBy("email").execute()).map(({ email }) => email);
  moved += 30 * DAY - 60_000;
  await cleanGuests(app.context);
  expect(await left()).toEqual([banned, following, idle, writes]);
  moved += 120_000;
  await cleanGuests(app.context);
  expect(await left()).toEqual([banned, following, writes]);
  moved -= 30 * DAY;
});
