import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CommentBanPage, MadeBan } from "../../../app/domain/comments/bans/ban.ts";
import { deleteEndedBans } from "../../../app/domain/comments/bans/ban-commenter.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost } from "../../builders.ts";
import { listed, say, setSettings, threadOf } from "./comment-actions.ts";

const PATH = "/api/admin/comment-bans";
const DAY_MS = 24 * 60 * 60_000;
const SESSION = "5e1f00d5e1f00d5e1f00d5e1f00d5e1f";

type User = Awaited<ReturnType<typeof signedInUser>>;

let app: TestApp;
let admin: User;
let moderator: User;
let reader: User;
let post: { id: string; slug: string };
beforeAll(async () => {
  app = await createTestApp();
  admin = await signedInUser(app, { role: "admin" });
  moderator = await signedInUser(app, { grants: ["moderator"] });
  await setSettings(app, { moderateComments: false, enableNotifications: false });
});
beforeEach(async () => {
  await app.context.db.deleteFrom("posts").execute();
  await app.context.db.deleteFrom("comment_bans").execute();
  post = await buildPost(app.context.db);
  reader = await signedInUser(app, { full_name: "Rita" });
});
afterAll(() => app.close());

let made = 0;
const words = () => `A sentence, number ${++made}`;
const said = async (who = reader): Promise<string> => (await say(who.actor, post.slug, words())).body.id;
const ban = (actor: Actor, values: object = {}) =>
  actor.post<MadeBan & ErrorBody>(PATH, { user_id: reader.user.id, lasts: "forever", ...values });
const lift = (actor: Actor, id: string) => actor.delete<ErrorBody>(`${PATH}/${id}`);
const bans = async (actor: Actor) => (await actor.get<CommentBanPage>(PATH)).body;
const statusesOf = async (userId: string) => {
  const rows = await app.context.db.selectFrom("comments").select("status").where("author_id", "=", userId).execute();
  return rows.map(({ status }) => status).sort();
};

describe("who may ban", () => {
  test("visitors, readers, and authors on their own posts can't", async () => {
    const author = await signedInUser(app, { grants: ["author"] });
    await app.context.db.updateTable("posts").set({ author_id: author.user.id }).execute();
    await said();
    for (const [actor, status] of [
      [app.actors.anonymous, 401],
      [reader.actor, 403],
      [author.actor, 403],
      [(await signedInUser(app, { grants: ["editor"] })).actor, 403],
    ] as const) {
      expect((await ban(actor)).status).toBe(status);
      expect((await actor.get(PATH)).status).toBe(status);
      expect((await lift(actor, crypto.randomUUID())).status).toBe(status);
    }
    expect((await say(reader.actor, post.slug, words())).status).toBe(201);
  });

  test("a moderator can't ban an admin or somebody with a grant, nor themselves; an admin can, except themselves", async () => {
    const contributor = await signedInUser(app, { grants: ["contributor"] });
    for (const user_id of [admin.user.id, contributor.user.id]) {
      const { status, body } = await ban(moderator.actor, { user_id });
      expect([status, body.message]).toEqual([403, "Only admins can ban admins and users with a grant."]);
    }
    for (const self of [moderator, admin]) {
      const { status, body } = await ban(self.actor, { user_id: self.user.id });
      expect([status, body.message]).toEqual([403, "Nobody can ban themselves, or lift a ban of their own."]);
    }
    expect((await bans(admin.actor)).total).toBe(0);
    const { body } = await ban(admin.actor, { user_id: moderator.user.id });
    expect((await lift(moderator.actor, body.ban.id)).status).toBe(403);
    expect((await say(moderator.actor, post.slug, words())).body).toMatchObject({ code: "comment_ban" });
    const theirs = await said();
    const reply = await moderator.actor.post<ErrorBody>(`/api/admin/comments/${theirs}/replies`, { content: words() });
    expect([reply.status, reply.body.code]).toEqual([403, "comment_ban"]);
    expect((await lift(admin.actor, body.ban.id)).status).toBe(204);
  });

  test("a former moderator doesn't", async () => {
    const lost = await signedInUser(app, { grants: ["moderator"] });
    const { body } = await ban(lost.actor);
    await app.context.db.deleteFrom("grants").where("user_id", "=", lost.user.id).execute();
    expect((await lift(lost.actor, body.ban.id)).status).toBe(403);
    expect((await bans(moderator.actor)).total).toBe(1);
  });

  test.each([
    ["nobody", {}, "user_id"],
    ["a user and a guest", { user_id: crypto.randomUUID(), guest_id: crypto.randomUUID() }, "user_id"],
    ["no time", { lasts: "year" }, "lasts"],
    ["a long reason", { reason: "x".repeat(501) }, "reason"],
    ["half a day", { hide_days: 0.5 }, "hide_days"],
  ])("%s is refused by name", async (_, values, field) => {
    const body = { lasts: "day", ...(field !== "user_id" && { user_id: reader.user.id }), ...values };
    const { status, body: answer } = await admin.actor.post<ErrorBody>(PATH, body);
    expect([status, answer.details?.[0]?.field]).toEqual([400, field]);
  });

  test("somebody unknown isn't found", async () => {
    expect((await ban(admin.actor, { user_id: crypto.randomUUID() })).status).toBe(404);
    expect((await ban(admin.actor, { user_id: undefined, guest_id: crypto.randomUUID() })).status).toBe(404);
    expect((await lift(admin.actor, crypto.randomUUID())).status).toBe(404);
  });
});

describe("a banned reader", () => {
  test("can't comment, reply, edit, report or like as this account; reads, deletes and takes a like back", async () => {
    const [own, other] = [await said(), await said(admin)];
    const visitor = { "x-session-id": SESSION };
    const like = (path: string, body: object, method = "POST") =>
      reader.actor.send<ErrorBody & { id: string }>(method, path, {
        body: JSON.stringify(body),
        headers: { ...visitor, "content-type": "application/json" },
      });
    const liked = (await like("/api/likes", { article_id: post.id })).body.id;
    const elsewhere = (await buildPost(app.context.db)).id;
    await ban(moderator.actor);
    const refused = {
      comment: await say(reader.actor, post.slug, words()),
      reply: await say(reader.actor, post.slug, words(), { reply_to: other }),
      edit: await reader.actor.patch<ErrorBody>(`/api/comments/${own}`, { content: words() }),
      report: await reader.actor.post<ErrorBody>(`/api/comments/${other}/report`, {}),
      like: await like("/api/likes", { article_id: elsewhere }),
      toggle: await like("/api/likes/toggle", { article_id: elsewhere }),
    };
    for (const [what, { status, body }] of Object.entries(refused))
      expect([what, status, body]).toEqual([what, 403, { code: "comment_ban", message: "You can’t comment on this site." }]);
    expect((await app.context.db.selectFrom("article_likes").select("id").execute()).map(({ id }) => id)).toEqual([liked]);
    expect((await like(`/api/likes/${liked}`, { is_liked: false }, "PATCH")).status).toBe(200);
    expect((await like(`/api/likes/${liked}`, { is_liked: true }, "PATCH")).body.code).toBe("comment_ban");
    expect((await threadOf(reader.actor, post.slug)).total).toBe(2);
    expect((await reader.actor.get(`/api/posts/${post.slug}/comments/own`)).status).toBe(200);
    expect((await reader.actor.delete(`/api/comments/${own}`)).status).toBe(204);
    // Without the account, the browser is one of many.
    const visit = await app.actors.anonymous.send("POST", "/api/likes", {
      body: JSON.stringify({ article_id: elsewhere }),
      headers: { ...visitor, "content-type": "application/json" },
    });
    expect(visit.status).toBe(201);
  });

  test("can again once the ban has ended, which the message names", async () => {
    const { body } = await ban(moderator.actor, { lasts: "day" });
    const end = new Date(body.ban.ends_at as string);
    expect(Math.abs(end.getTime() - Date.now() - DAY_MS)).toBeLessThan(60_000);
    const refused = await say(reader.actor, post.slug, words());
    expect(refused.body).toMatchObject({ code: "comment_ban", details: [{ field: "ends_at", rule: end.toISOString() }] });
    expect((refused.body as unknown as ErrorBody).message).toMatch(
      /^You can’t comment until [A-Z][a-z]+ \d+, \d{4} at \d+:\d\d [AP]M UTC\.$/,
    );
    await app.context.db
      .updateTable("comment_bans")
      .set({ ends_at: new Date(Date.now() - 1) })
      .execute();
    expect((await say(reader.actor, post.slug, words())).status).toBe(201);
    expect(await bans(moderator.actor)).toMatchObject({ total: 0, items: [] });
    expect((await lift(moderator.actor, body.ban.id)).status).toBe(404);
    expect((await listed(admin.actor)).items[0]?.author?.ban).toBeNull();
    await deleteEndedBans(app.context);
    expect(await app.context.db.selectFrom("comment_bans").select("id").execute()).toHaveLength(1);
    await deleteEndedBans({ ...app.context, clock: { now: () => new Date(Date.now() + 31 * DAY_MS) } } as typeof app.context);
    expect(await app.context.db.selectFrom("comment_bans").select("id").execute()).toHaveLength(0);
  });

  test("can again once it is lifted; a second ban replaces the first", async () => {
    const first = await ban(moderator.actor, { lasts: "day", reason: "Rude" });
    const second = await ban(admin.actor, { lasts: "month", reason: "Advertising" });
    expect((await lift(moderator.actor, first.body.ban.id)).status).toBe(404);
    const { items } = await bans(moderator.actor);
    expect(items).toMatchObject([
      { reason: "Advertising", user: { full_name: "Rita", email: null }, guest: null, banned_by: { id: admin.user.id } },
    ]);
    expect((await bans(admin.actor)).items[0]?.user?.email).toBe(reader.user.email);
    expect((await lift(moderator.actor, second.body.ban.id)).status).toBe(204);
    expect((await say(reader.actor, post.slug, words())).status).toBe(201);
    const log = await app.context.db
      .selectFrom("audit_log")
      .select(["actor_email", "action"])
      .where("entity_id", "=", reader.user.id)
      .orderBy("id")
      .execute();
    expect(log).toEqual([
      { actor_email: moderator.user.email, action: "banned from commenting" },
      { actor_email: admin.user.email, action: "banned from commenting" },
      { actor_email: moderator.user.email, action: "ban lifted" },
    ]);
  });

  test("finds the ban in the export of the account", async () => {
    await ban(moderator.actor, { reason: "Advertising" });
    const { body } = await reader.actor.get<{ comment_ban: object }>("/api/account/export");
    expect(body.comment_ban).toMatchObject({ reason: "Advertising", ends_at: null });
  });

  test("is marked where they are listed", async () => {
    await said();
    const { body } = await ban(moderator.actor, { lasts: "month" });
    const mark = { id: body.ban.id, ends_at: body.ban.ends_at };
    expect((await listed(moderator.actor)).items[0]?.author).toMatchObject({ id: reader.user.id, is_team: false, ban: mark });
    const users = await admin.actor.get<{ items: { comment_ban: object }[] }>(`/api/admin/users?search=${reader.user.email}`);
    expect(users.body.items).toMatchObject([{ comment_ban: mark }]);
  });
});

describe("hiding", () => {
  test("rejects what they wrote in these days and nobody else's; its undo shows it again, lifting doesn't", async () => {
    const old = await said();
    await app.context.db
      .updateTable("comments")
      .set({ created_at: new Date(Date.now() - 8 * DAY_MS) })
      .where("id", "=", old)
      .execute();
    for (let n = 0; n < 3; n++) await said();
    const other = await said(admin);
    const { body } = await ban(moderator.actor, { hide_days: 7 });
    expect(body).toMatchObject({ hidden: 3, decision: expect.any(String) });
    expect(await statusesOf(reader.user.id)).toEqual(["approved", "rejected", "rejected", "rejected"]);
    expect((await threadOf(admin.actor, post.slug)).comments.map(({ id }) => id).sort()).toEqual([old, other].sort());
    await lift(moderator.actor, body.ban.id);
    expect(await statusesOf(reader.user.id)).toEqual(["approved", "rejected", "rejected", "rejected"]);
    const undone = await moderator.actor.post(`/api/admin/comments/decisions/${body.decision}/undo`);
    expect(undone.body).toEqual({ restored: 3, changed: 0 });
    expect(await statusesOf(reader.user.id)).toEqual(["approved", "approved", "approved", "approved"]);
  });

  test("isn't done unless asked for", async () => {
    await said();
    expect((await ban(moderator.actor)).body).toMatchObject({ hidden: 0, decision: null });
    expect(await statusesOf(reader.user.id)).toEqual(["approved"]);
  });
});

describe("at once", () => {
  test("comments, edits and a ban that hides have one end: what was written before is hidden, the rest refused", async () => {
    const first = await said();
    const writes = [
      ...Array.from({ length: 6 }, () => say(reader.actor, post.slug, words())),
      reader.actor.patch<ErrorBody>(`/api/comments/${first}`, { content: words() }),
    ];
    const [banned, ...answers] = await Promise.all([ban(moderator.actor, { hide_days: 1 }), ...writes]);
    expect(banned.status).toBe(201);
    const written = answers.slice(0, 6).filter(({ status }) => status === 201).length;
    for (const { status } of answers) expect([200, 201, 403]).toContain(status);
    expect(await statusesOf(reader.user.id)).toEqual(Array.from({ length: written + 1 }, () => "rejected"));
    expect((await threadOf(admin.actor, post.slug)).total).toBe(0);
  });

  test("two moderators who ban, and one who lifts the former ban, leave one ban", async () => {
    const { body } = await ban(moderator.actor);
    const answers = await Promise.all([
      ban(moderator.actor, { lasts: "day" }),
      lift(admin.actor, body.ban.id),
      ban(admin.actor, { lasts: "month" }),
    ]);
    expect([204, 404]).toContain(answers[1].status);
    expect([answers[0].status, answers[2].status]).toEqual([201, 201]);
    expect(await app.context.db.selectFrom("comment_bans").select("id").execute()).toHaveLength(1);
  });

  test("somebody who gets a grant while a moderator bans them is either banned before it or not at all", async () => {
    const [banned, granted] = await Promise.all([
      ban(moderator.actor),
      admin.actor.put(`/api/admin/users/${reader.user.id}/grants`, { grants: ["author"] }),
    ]);
    expect(granted.status).toBe(200);
    expect([201, 403]).toContain(banned.status);
    expect((await bans(admin.actor)).total).toBe(banned.status === 201 ? 1 : 0);
  });
});

test("a guest is banned as a user is", async () => {
  const now = new Date();
  const { id: guest_id } = await app.context.db
    .insertInto("guests")
    .values({ email: "guest@reeds.test", name: "Gus", created_at: now, confirmed_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const comment = { content: words(), post_id: post.id, guest_id, guest_name: "Gus", status: "approved" };
  await app.context.db.insertInto("comments").values(comment).execute();
  expect((await listed(moderator.actor)).items).toMatchObject([{ author: null, guest: { id: guest_id, ban: null } }]);
  const { body } = await ban(moderator.actor, { user_id: undefined, guest_id, hide_days: 1, reason: "Advertising" });
  expect(body).toMatchObject({ hidden: 1, ban: { user: null, guest: { id: guest_id, name: "Gus" } } });
  expect((await listed(moderator.actor)).items).toMatchObject([{ guest: { ban: { id: body.ban.id } }, status: "rejected" }]);
  expect((await lift(moderator.actor, body.ban.id)).status).toBe(204);
});
