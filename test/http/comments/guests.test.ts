import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adoptGuest } from "../../../app/domain/comments/guests/adopt-guest.ts";
import { mailGuest } from "../../../app/domain/comments/guests/ask-guest.ts";
import { cleanGuests } from "../../../app/domain/comments/guests/forget-guest.ts";
import { mailReplyNotices } from "../../../app/domain/comments/reply-notices.ts";
import { type Actor, createActor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildGrants, buildPost, buildUser } from "../../builders.ts";
import { listed, say, textsOf, threadOf } from "./comment-actions.ts";

let app: TestApp;
let moved = 0;
let slug: string;
let visitor: Actor;
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => new Date(Date.now() + moved) } });
  visitor = app.actors.anonymous;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom("outbox").execute();
  slug = (await buildPost(app.context.db, { title: "On larks" })).slug;
  await set({ guestComments: "everyone", moderateComments: false, enableNotifications: false });
});

async function set(value: object) {
  await app.context.db
    .updateTable("settings")
    .set({ value: JSON.stringify(value) })
    .execute();
  await app.app.contentChanged();
}

const sendForm = (actor: Actor, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  actor.send("POST", path, {
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });

const typed = (more: Record<string, string> = {}) => ({
  post: slug,
  name: "Grace",
  email: "grace@blog.example",
  content: "Two lines a day",
  website: "",
  ...more,
});

/** The form's page, some seconds ago. */
async function ticket(): Promise<string> {
  const { text } = await visitor.get(`/guest/comment?post=${slug}`);
  moved += 5000;
  return /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? "";
}

const write = async (more: Record<string, string> = {}, actor = visitor) =>
  sendForm(actor, "/guest/comment", { ...typed(more), ticket: await ticket() });
const mailsTo = (email: string) =>
  app.context.db.selectFrom("outbox").select(["kind", "subject", "link", "body_text"]).where("recipient", "=", email).execute();
const pathOf = (link: string | null | undefined) => (link ?? "").replace("http://blog.test", "");
const cookieOf = ({ headers }: { headers: Headers }) => /(guest=[^;]*)/.exec(headers.get("set-cookie") ?? "")?.[1] ?? "";
const unconfirmed = () => app.context.db.selectFrom("unconfirmed_comments").select(["email", "name", "content"]).execute();

/** @returns the cookie of a browser that has confirmed a comment, and the answer to that */
async function confirmed(more: Record<string, string> = {}) {
  const email = more.email ?? "grace@blog.example";
  await app.context.db.deleteFrom("outbox").execute();
  await sql`delete from rate_limits`.execute(app.context.db);
  await write(more);
  const [mail] = await mailsTo(email);
  const answer = await visitor.send("POST", pathOf(mail?.link));
  return { answer, cookie: cookieOf(answer), path: pathOf(mail?.link) };
}

test("by default, without a mail server, with comments off, or on a closed article, guests can't comment", async () => {
  const form = async () => (await sendForm(visitor, "/guest/comment", typed())).status;
  const shown = async () => (await visitor.get(`/story/${slug}`)).text.includes("/guest/comment");
  expect([await form(), await shown()]).toEqual([200, true]);
  await set({});
  expect([await form(), await shown(), (await visitor.get(`/guest/comment?post=${slug}`)).status]).toEqual([404, false, 404]);
  await set({ guestComments: "everyone", allowComments: false });
  expect([await form(), await shown()]).toEqual([404, false]);
  await set({ guestComments: "everyone" });
  await app.context.db.updateTable("posts").set({ comments_open: false }).where("slug", "=", slug).execute();
  const { status, text } = await sendForm(visitor, "/guest/comment", typed());
  expect(status).toBe(403);
  expect(text).toContain("Comments are closed");
  expect(text).toContain("Two lines a day");
});

test("the setting can't be switched on without a mail server, and says why", async () => {
  const other = await createTestApp({ sendsMail: false });
  const { actor } = await signedInUser(other, { role: "admin" });
  const { body } = await actor.get<{ settings: object; content: object; version: number }>("/api/admin/settings");
  const { settings, content, version } = body;
  const save = { settings: { ...settings, guestComments: "everyone" }, content, version };
  expect(await actor.put("/api/admin/settings", save)).toMatchObject({
    status: 400,
    body: { details: [{ field: "settings.guestComments", rule: expect.stringContaining("mail server") }] },
  });
  expect((await other.actors.anonymous.get("/api/site")).body).not.toHaveProperty("guestComments");
  await other.close();
});

test("a first comment is mailed for, opening the link changes nothing, the button posts it, once", async () => {
  expect((await write()).text).toContain("grace@blog.example");
  expect(await unconfirmed()).toEqual([{ email: "grace@blog.example", name: "Grace", content: "Two lines a day" }]);
  const [mail] = await mailsTo("grace@blog.example");
  expect(mail).toMatchObject({ kind: "guest_comment", subject: "Confirm your comment on Skylark" });
  // What a stranger typed isn't mailed.
  expect(mail?.body_text).not.toMatch(/Grace|Two lines/);
  const path = pathOf(mail?.link);
  const page = await visitor.get(path);
  expect([page.status, page.headers.get("cache-control"), page.headers.get("set-cookie")]).toEqual([200, "no-store", null]);
  expect(page.text).toContain("Two lines a day");
  expect((await threadOf(visitor, slug)).total).toBe(0);
  const all = await Promise.all([1, 2, 3].map(() => visitor.send("POST", path)));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  expect(textsOf(await threadOf(visitor, slug))).toEqual(["Two lines a day"]);
  expect(JSON.stringify(await threadOf(visitor, slug))).not.toContain("grace@");
  expect((await visitor.get(path)).status).toBe(404);
  expect(await unconfirmed()).toEqual([]);
});

test("the browser that confirms is remembered for commenting alone, and needs no further email", async () => {
  const { answer, cookie } = await confirmed();
  const set = answer.headers.get("set-cookie") ?? "";
  expect(set).toMatch(/HttpOnly/);
  expect(set).toMatch(/SameSite=Lax/);
  expect(set).toMatch(/Max-Age=31536000/);
  await app.context.db.deleteFrom("outbox").execute();
  const browser = createActor(app.fetch, { headers: { cookie } });
  const { status } = await sendForm(browser, "/guest/comment", typed({ content: "Again", email: "GRACE@blog.example" }));
  expect(status).toBe(200);
  expect(textsOf(await threadOf(visitor, slug))).toEqual(["Two lines a day", "Again"]);
  expect(await mailsTo("grace@blog.example")).toEqual([]);
  expect((await browser.get("/api/account")).status).toBe(401);
  expect((await browser.post(`/api/posts/${slug}/comments`, { content: "As a user" })).status).toBe(401);
  // Another address needs its own confirmation.
  await sendForm(browser, "/guest/comment", { ...typed({ email: "mary@blog.example" }), ticket: await ticket() });
  expect(await mailsTo("mary@blog.example")).toHaveLength(1);
});

test("forged, changed, expired and forgotten cookies remember nobody", async () => {
  const { cookie } = await confirmed();
  const { cookie: other } = await confirmed({ email: "mary@blog.example", name: "Mary" });
  const own = (value: string) => createActor(app.fetch, { headers: { cookie: value } }).get("/guest");
  expect((await own(cookie)).text).toContain("grace@blog.example");
  const [id = "", ...rest] = cookie.split(".");
  const [otherId = ""] = other.split(".");
  const mixed = [otherId, ...rest].join(".");
  for (const bad of ["guest=", "guest=x.1.2.3", `${id}.1.99999999999999.AAAA`, mixed, `${cookie}.x`, cookie.slice(0, -2)])
    expect((await own(bad)).text).toContain("remembers nobody");
  moved += 366 * 86_400_000;
  expect((await own(cookie)).text).toContain("remembers nobody");
  moved -= 366 * 86_400_000;
  const browser = createActor(app.fetch, { headers: { cookie } });
  expect(cookieOf(await sendForm(browser, "/guest", { action: "forget" }))).toBe("guest=");
  expect((await own(cookie)).text).toContain("remembers nobody");
  expect((await own(other)).text).toContain("mary@blog.example");
});

test("other sites can't send any of the forms", async () => {
  const { cookie } = await confirmed();
  const browser = createActor(app.fetch, { headers: { cookie, "sec-fetch-site": "cross-site" } });
  for (const path of ["/guest/comment", "/guest/confirm?token=x", "/guest", "/guest/erase"])
    expect((await sendForm(browser, path, typed({ action: "forget" }))).status).toBe(403);
  expect((await createActor(app.fetch, { headers: { cookie } }).get("/guest")).text).toContain("grace@blog.example");
});

test("bad input shows the form again with everything that was typed", async () => {
  await buildUser(app.context.db, { role: "admin", full_name: "Ada Lovelace" });
  const bad: [Record<string, string>, string][] = [
    [{ name: "" }, "Enter a name"],
    [{ name: "\u200b\u2060\u00ad\ufeff" }, "Enter a name"],
    [{ name: "x".repeat(81) }, "Enter a name"],
    [{ name: "Grace\r\nBcc: eve@blog.example" }, "Enter a name"],
    [{ name: "Gr\u202eace" }, "Enter a name"],
    [{ name: "Ada Lovelace" }, "Choose another name"],
    [{ name: "ada  LOVELACE\u200b" }, "Choose another name"],
    [{ name: "Аdа Lоvеlасе" }, "Choose another name"],
    [{ name: "Ádà Lovelace" }, "Choose another name"],
    [{ email: "grace" }, "Enter an email address"],
    [{ email: "grace@blog.example\r\nBcc: eve@blog.example" }, "Enter an email address"],
    [{ email: "grace@blog.example, eve@blog.example" }, "Enter an email address"],
    [{ content: " \u200b " }, "Write something"],
    [{ content: "🐦".repeat(5001) }, "Write something"],
  ];
  const before = await unconfirmed();
  for (const [more, message] of bad) {
    const { status, text } = await sendForm(visitor, "/guest/comment", { ...typed(more), ticket: "x" });
    expect([more, status, text.includes(message)]).toEqual([more, 400, true]);
    if (!("content" in more)) expect(text).toContain("Two lines a day");
    if (!("email" in more)) expect(text).toContain('value="grace@blog.example"');
  }
  expect(await unconfirmed()).toEqual(before);
  for (const name of ["🐦".repeat(80), "Grace Lovelace", "محمد", "👩‍👩‍👧"]) {
    const { text } = await sendForm(visitor, "/guest/comment", { ...typed({ name }), ticket: "x" });
    expect(text).toContain("Please check your comment");
  }
});

test("5,000 emoji are a comment, and HTML in it and in the name is text", async () => {
  const { answer } = await confirmed({ content: "🐦".repeat(5000), email: "birds@blog.example", name: "<b>Robin</b>" });
  expect(answer.status).toBe(200);
  const { comments } = await threadOf(visitor, slug);
  expect([...(comments[0]?.content_html ?? "")].filter((sign) => sign === "🐦")).toHaveLength(5000);
  expect((await visitor.get(`/story/${slug}`)).text).not.toContain("<b>Robin");
});

test("a form without a token, or one that is too young, is shown again, and nothing is sent", async () => {
  const { text } = await visitor.get(`/guest/comment?post=${slug}`);
  const young = /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? "";
  for (const given of ["", "x.y", young]) {
    const answer = await sendForm(visitor, "/guest/comment", { ...typed(), ticket: given });
    expect([answer.status, answer.text.includes("Please check your comment")]).toEqual([200, true]);
  }
  expect(await mailsTo("grace@blog.example")).toEqual([]);
});

test("a stranger's address gets three emails a day, from any number of networks, and never the words", async () => {
  const asked = {
    email: "stranger@blog.example",
    at: new Date().toISOString(),
    comment: { name: "Eve", postId: await postId(), replyTo: null, content: "Buy", hiddenField: "", filledIn: 9000 },
  };
  for (let n = 0; n < 5000; n += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        mailGuest(app.context, { ...asked, email: at % 2 ? "STRANGER@blog.example" : asked.email }, app.settings.site()),
      ),
    );
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from outbox where lower(recipient) = 'stranger@blog.example'`.execute(app.context.db);
  expect(rows[0]?.n).toBe(3);
}, 120_000);

const postId = async () =>
  (await app.context.db.selectFrom("posts").select("id").where("slug", "=", slug).executeTakeFirstOrThrow()).id;

test("over the network, the fourth try for an address in a day is refused with 429, and the form keeps everything", async () => {
  const from = (n: number) => createActor(app.fetch, { address: `203.0.${n}.7` });
  const answers = [];
  for (let n = 0; n < 4; n += 1) answers.push(await write({ email: "limited@blog.example" }, from(n)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers[3]?.text).toContain("Two lines a day");
  expect(await mailsTo("limited@blog.example")).toHaveLength(3);
});

test("a user's address is asked to sign in, by the email alone", async () => {
  const { user } = await signedInUser(app, { full_name: "Ada" });
  const [known, unknown] = [await write({ email: user.email }), await write({ email: "nobody@blog.example" })];
  const plain = (text: string, email: string) => text.replaceAll(email, "EMAIL");
  expect(plain(known.text, user.email)).toBe(plain(unknown.text, "nobody@blog.example"));
  expect(known.status).toBe(unknown.status);
  expect(await mailsTo(user.email)).toEqual([
    expect.objectContaining({ kind: "guest_account", link: `http://blog.test/story/${slug}` }),
  ]);
  expect((await unconfirmed()).map(({ email }) => email)).not.toContain(user.email);
});

test("a guest edits for 15 minutes and deletes at any time, and only own comments", async () => {
  const { cookie } = await confirmed({ email: "edits@blog.example" });
  const { cookie: other } = await confirmed({ email: "others@blog.example", content: "Another" });
  const browser = createActor(app.fetch, { headers: { cookie } });
  const stranger = createActor(app.fetch, { headers: { cookie: other } });
  const id = (await threadOf(visitor, slug)).comments[0]?.id ?? "";
  const change = (actor: Actor, action: string, content = "Changed") => sendForm(actor, "/guest", { action, id, content });
  expect((await change(stranger, "save")).status).toBe(409);
  expect((await change(stranger, "delete")).status).toBe(409);
  expect((await change(visitor, "delete")).text).toContain("remembers nobody");
  expect((await change(browser, "save")).text).toContain("Changed");
  expect(textsOf(await threadOf(visitor, slug))).toEqual(["Changed", "Another"]);
  const empty = await change(browser, "save", "\u200b ");
  expect([empty.status, empty.text]).toEqual([400, expect.stringContaining("Write something")]);
  const long = await change(browser, "save", `Too long ${"x".repeat(5000)}`);
  expect([long.status, long.text]).toEqual([400, expect.stringContaining("Too long xxx")]);
  moved += 15 * 60_000;
  const late = await change(browser, "save", "Too late");
  expect([late.status, late.text]).toEqual([409, expect.stringMatching(/for 15 minutes[\s\S]*Too late<\/textarea>/)]);
  expect(late.text).toContain("Changed</blockquote>");
  expect((await change(browser, "delete")).text).toContain("deleted");
  expect(textsOf(await threadOf(visitor, slug))).toEqual(["Another"]);
});

test("moderation, the hidden field and replies work as for users; what was hidden since can't be answered", async () => {
  await set({ guestComments: "everyone", moderateComments: true, enableNotifications: false });
  expect((await confirmed({ email: "held@blog.example", content: "Held" })).answer.text).toContain("waits for approval");
  expect((await threadOf(visitor, slug)).total).toBe(0);
  await set({ guestComments: "everyone", moderateComments: false, enableNotifications: false });
  expect((await confirmed({ email: "trap@blog.example", content: "Trap", website: "x" })).answer.text).toContain(
    "waits for approval",
  );
  const { actor } = await signedInUser(app, { full_name: "Ada" });
  const first = (await say(actor, slug, "First")).body;
  await confirmed({ email: "reply@blog.example", content: "Reply", reply_to: first.id });
  expect((await threadOf(visitor, slug)).comments.map(({ parent_id }) => parent_id)).toEqual([null, first.id]);
  await sql`delete from rate_limits`.execute(app.context.db);
  await app.context.db.deleteFrom("outbox").execute();
  await write({ email: "late@blog.example", content: "To a hidden one", reply_to: first.id });
  const path = pathOf((await mailsTo("late@blog.example"))[0]?.link);
  await actor.delete(`/api/comments/${first.id}`);
  const answer = await visitor.send("POST", path);
  expect([answer.status, answer.headers.get("set-cookie"), answer.text.includes("To a hidden one")]).toEqual([409, null, true]);
  expect((await app.context.db.selectFrom("guests").select("id").where("email", "=", "late@blog.example").execute()).length).toBe(
    0,
  );
});

test("a guest is mailed about replies until one click ends it", async () => {
  await confirmed({ email: "mailed@blog.example", content: "Who knows?" });
  const id = (await threadOf(visitor, slug)).comments[0]?.id ?? "";
  const { actor } = await signedInUser(app, { full_name: "Ada" });
  const reply = (await say(actor, slug, "I do", { reply_to: id })).body;
  await mailReplyNotices(app.context, [reply.id], app.settings.site());
  const mail = await app.context.db
    .selectFrom("outbox")
    .select(["unsubscribe", "body_text"])
    .where("recipient", "=", "mailed@blog.example")
    .where("kind", "=", "comment_reply")
    .executeTakeFirstOrThrow();
  expect(mail.body_text).not.toContain("your account");
  const path = pathOf(mail.unsubscribe);
  expect((await visitor.get(path)).text).toContain("Your comments stay");
  const click = await visitor.send("POST", path, {
    body: "List-Unsubscribe=One-Click",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
  });
  expect([click.status, click.text.includes("Emails about replies are off")]).toEqual([200, true]);
});

test("the mailed link erases guest, address and comments, and ends the cookie; others' links and old ones don't", async () => {
  const { cookie } = await confirmed({ email: "erase@blog.example", content: "Erase me" });
  await sql`delete from rate_limits`.execute(app.context.db);
  const known = await sendForm(visitor, "/guest/erase", { email: "erase@blog.example" });
  const unknown = await sendForm(visitor, "/guest/erase", { email: "noone@blog.example" });
  expect(known.text.replaceAll("erase@", "X@")).toBe(unknown.text.replaceAll("noone@", "X@"));
  expect(await mailsTo("noone@blog.example")).toEqual([]);
  const path = pathOf((await mailsTo("erase@blog.example")).find(({ kind }) => kind === "guest_erase")?.link);
  expect((await visitor.get(path)).status).toBe(200);
  expect((await threadOf(visitor, slug)).total).toBe(1);
  // A cookie isn't a link, and a link isn't a cookie.
  expect((await visitor.send("POST", `/guest/erase?token=${cookie.replace("guest=", "")}`)).status).toBe(404);
  const asCookie = createActor(app.fetch, { headers: { cookie: `guest=${path.split("token=")[1]}` } });
  expect((await asCookie.get("/guest")).text).toContain("remembers nobody");
  moved += 25 * 3_600_000;
  expect((await visitor.send("POST", path)).status).toBe(404);
  moved -= 25 * 3_600_000;
  const results = await Promise.all([visitor.send("POST", path), visitor.send("POST", path)]);
  expect(results.every(({ status }) => status === 200 || status === 404)).toBe(true);
  expect((await visitor.send("POST", path)).status).toBe(404);
  expect((await threadOf(visitor, slug)).total).toBe(0);
  expect(await app.context.db.selectFrom("guests").select("id").where("email", "=", "erase@blog.example").execute()).toEqual([]);
  expect(await mailsTo("erase@blog.example")).toEqual([]);
  expect((await createActor(app.fetch, { headers: { cookie } }).get("/guest")).text).toContain("remembers nobody");
});

test("a comment that is confirmed while its guest is erased leaves nothing half", async () => {
  await confirmed({ email: "race@blog.example", content: "Before" });
  await sql`delete from rate_limits`.execute(app.context.db);
  await sendForm(visitor, "/guest/erase", { email: "race@blog.example" });
  await write({ email: "race@blog.example", content: "Meanwhile" });
  const mails = await mailsTo("race@blog.example");
  const link = (kind: string) => pathOf(mails.findLast((mail) => mail.kind === kind)?.link);
  const all = await Promise.all([visitor.send("POST", link("guest_erase")), visitor.send("POST", link("guest_comment"))]);
  expect(all.every(({ status }) => status < 500)).toBe(true);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from comments c where c.guest_name = 'Grace' and c.content in ('Before', 'Meanwhile')
      and c.guest_id is null`.execute(app.context.db);
  expect(rows[0]?.n).toBe(0);
});

test("a comment that is confirmed while its article goes to the trash, or is deleted, leaves nothing half", async () => {
  const { actor: admin } = await signedInUser(app, { role: "admin" });
  const { id } = await app.context.db.selectFrom("posts").select("id").where("slug", "=", slug).executeTakeFirstOrThrow();
  const pathFor = async (email: string) => {
    await sql`delete from rate_limits`.execute(app.context.db);
    await write({ email, content: `By ${email}` });
    return pathOf((await mailsTo(email))[0]?.link);
  };
  const [first, second] = [await pathFor("trash-1@blog.example"), await pathFor("trash-2@blog.example")];
  const [confirmation, trashed] = await Promise.all([visitor.send("POST", first), admin.delete(`/api/admin/posts/${id}`)]);
  expect([[200, 409].includes(confirmation.status), trashed.status]).toEqual([true, 204]);
  const commentsOf = () => app.context.db.selectFrom("comments").select("status").where("post_id", "=", id).execute();
  // Before the article, it went to the trash with it; after it, it was refused and stays unconfirmed.
  expect(await commentsOf()).toEqual(confirmation.status === 200 ? [{ status: "trashed" }] : []);
  expect((await visitor.send("POST", second)).status).toBe(409);
  const both = [visitor.send("POST", second), admin.delete(`/api/admin/trash/post/${id}`)];
  const [late, deleted] = await Promise.all(both);
  expect([[404, 409].includes(late?.status ?? 0), deleted?.status]).toEqual([true, 204]);
  expect((await visitor.send("POST", second)).status).toBe(404);
  expect([await commentsOf(), (await unconfirmed()).filter(({ email }) => email.startsWith("trash-"))]).toEqual([[], []]);
});

test("a user who proves the address gets the comments, and one who merely claims it doesn't", async () => {
  await confirmed({ email: "later@blog.example", content: "Before I signed up" });
  const claimed = await buildUser(app.context.db, {
    email: "later@blog.example",
    full_name: "Grace H.",
    email_confirmed_at: null,
  });
  await adoptGuest(app.context, { userId: claimed.id });
  const names = async () => (await threadOf(visitor, slug)).comments.map(({ author }) => author?.full_name);
  expect(await names()).toEqual(["Grace"]);
  await app.context.db.updateTable("users").set({ email_confirmed_at: new Date() }).where("id", "=", claimed.id).execute();
  await adoptGuest(app.context, { userId: claimed.id });
  await app.app.contentChanged();
  expect(await names()).toEqual(["Grace H."]);
  const rows = await app.context.db
    .selectFrom("comments")
    .select(["author_id", "guest_id", "guest_name"])
    .where("author_id", "=", claimed.id)
    .execute();
  expect(rows).toEqual([{ author_id: claimed.id, guest_id: null, guest_name: null }]);
});

test("a guest who is banned stays banned as a user, except in the team; of two bans the longer stays", async () => {
  const moderator = (await signedInUser(app, { grants: ["moderator"] })).actor;
  const ban = (who: object, lasts: string) => moderator.post("/api/admin/comment-bans", { ...who, lasts, reason: "Advertising" });
  const guestOf = async (email: string) => {
    await confirmed({ email, content: `Buy larks, ${email}` });
    return (await app.context.db.selectFrom("guests").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;
  };
  const bansOf = (id: string) => app.context.db.selectFrom("comment_bans").select("ends_at").where("user_id", "=", id).execute();
  const email = "seller@blog.example";
  expect((await ban({ guest_id: await guestOf(email) }, "forever")).status).toBe(201);
  const seller = await signedInUser(app, { email });
  await ban({ user_id: seller.user.id }, "day");
  await adoptGuest(app.context, { userId: seller.user.id });
  expect(await bansOf(seller.user.id)).toEqual([{ ends_at: null }]);
  expect((await say(seller.actor, slug, "More larks")).body).toMatchObject({ code: "comment_ban" });

  const other = "keeper@blog.example";
  await ban({ guest_id: await guestOf(other) }, "forever");
  const admin = await signedInUser(app, { email: other, role: "admin" });
  await adoptGuest(app.context, { userId: admin.user.id });
  expect(await bansOf(admin.user.id)).toEqual([]);
});

test("admins see who is a guest, and the address; moderators see and find no address", async () => {
  await confirmed({ email: "seen@blog.example", name: "Robin Marsh", content: "Seen in the back office" });
  const { actor: admin } = await signedInUser(app, { role: "admin" });
  const { actor: moderator, user } = await signedInUser(app);
  await buildGrants(app.context.db, user.id, ["moderator"]);
  const seenBy = async (actor: Actor) =>
    (await listed(actor, "?search=back+office")).items.map(({ author, guest, guest_name }) => ({ author, guest, guest_name }));
  expect(await seenBy(admin)).toEqual([
    { author: null, guest: expect.objectContaining({ email: "seen@blog.example" }), guest_name: "Robin Marsh" },
  ]);
  expect(await seenBy(moderator)).toEqual([
    { author: null, guest: expect.objectContaining({ email: null }), guest_name: "Robin Marsh" },
  ]);
  const found = async (actor: Actor, term: string) =>
    (await listed(actor, `?search=${term}`)).items.map(({ content }) => content);
  for (const actor of [admin, moderator]) expect(await found(actor, "robin+MARSH")).toEqual(["Seen in the back office"]);
  for (const term of ["seen@blog", "SEEN@blog.example"])
    expect([await found(admin, term), await found(moderator, term)]).toEqual([["Seen in the back office"], []]);
});

test("unconfirmed comments are deleted after three days", async () => {
  await confirmed({ email: "kept@blog.example" });
  await sql`delete from rate_limits`.execute(app.context.db);
  await write({ email: "forgotten@blog.example" });
  const emails = async () => (await unconfirmed()).map(({ email }) => email);
  moved += 3 * 86_400_000 - 60_000;
  await cleanGuests(app.context);
  expect(await emails()).toContain("forgotten@blog.example");
  moved += 120_000;
  await cleanGuests(app.context);
  expect(await emails()).toEqual([]);
});
