import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AdminUser, UsersPage } from "../../../app/domain/users/user.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser, signIn } from "../../app/signed-in.ts";
import { buildClock, buildGrants, buildPost, buildUser } from "../../builders.ts";

const PATH = "/api/admin/users";
const clock = buildClock(new Date("2026-03-20T12:00:00Z"));

let app: TestApp;
let admin: Actor;
let me: string;
beforeAll(async () => {
  app = await createTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  const made = await signedInUser(app, {
    role: "admin",
    full_name: "Chief Editor",
    created_at: new Date("2025-01-01T00:00:00Z"),
  });
  [admin, me] = [made.actor, made.user.id];
});

const user = (values: Parameters<typeof buildUser>[1] = {}) =>
  buildUser(app.context.db, { created_at: new Date("2025-06-01T00:00:00Z"), ...values });
const list = async (query = "") => (await admin.get<UsersPage>(PATH + query)).body;
const audit = (id: string) =>
  app.context.db
    .selectFrom("audit_log")
    .select(["action", "actor_id", "label", "before", "after"])
    .where("entity_id", "=", id)
    .orderBy("id")
    .execute();
const inDatabase = (id: string) => app.context.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();

test("every operation requires an admin", async () => {
  const { id } = await user();
  const reader = (await signedInUser(app)).actor;
  for (const [actor, status] of [
    [app.actors.anonymous, 401],
    [reader, 403],
  ] as const) {
    expect((await actor.get(PATH)).status).toBe(status);
    expect((await actor.post(PATH, { full_name: "Eve", email: "eve@blog.test", role: "admin" })).status).toBe(status);
    expect((await actor.patch(`${PATH}/${id}`, { role: "admin" })).status).toBe(status);
    expect((await actor.delete(`${PATH}/${id}`)).status).toBe(status);
    expect((await actor.post(`${PATH}/${id}/invitation`, { mail: false })).status).toBe(status);
    expect((await actor.delete(`${PATH}/${id}/invitation`)).status).toBe(status);
  }
  expect(await inDatabase(id)).toMatchObject({ role: "user" });
});

test("a user is listed with their numbers of articles and comments of every status, and nothing else", async () => {
  const ada = await user({ full_name: "Ada Byron", email: "ada.byron@blog.test" });
  const post = await buildPost(app.context.db, { author_id: ada.id });
  await buildPost(app.context.db, { author_id: ada.id, status: "draft", published_at: null });
  for (const status of ["pending", "approved", "rejected"])
    await app.context.db.insertInto("comments").values({ content: "Yes", status, post_id: post.id, author_id: ada.id }).execute();
  expect((await list("?search=ada.byron")).items).toEqual([
    {
      id: ada.id,
      email: "ada.byron@blog.test",
      full_name: "Ada Byron",
      bio: "",
      role: "user",
      grants: [],
      is_active: true,
      is_confirmed: false,
      has_second_step: false,
      state: "active",
      created_at: "2025-06-01T00:00:00.000Z",
      last_sign_in_at: null,
      posts_count: 2,
      comments_count: 3,
      comment_ban: null,
      invited_until: null,
    },
  ]);
});

test("search matches parts of names and addresses, in any case and literally", async () => {
  const one = await user({ full_name: "Zoë Quartz", email: "q_100%@blog.test" });
  const found = async (search: string) => (await list(`?${new URLSearchParams({ search })}`)).items.map(({ id }) => id);
  for (const search of ["zoë", "QUARTZ", "q_100%@", " quartz "]) expect(await found(search)).toEqual([one.id]);
  for (const search of ["qu_rtz", "zo%", "\\"]) expect(await found(search)).toEqual([]);
});

test("role, state and order filter and sort; the counts are about all users", async () => {
  await app.context.db.deleteFrom("users").where("id", "!=", me).execute();
  await user({ full_name: "B", email: "b@blog.test", last_sign_in_at: new Date("2026-01-01") });
  await user({ full_name: "A", email: "c@blog.test", is_active: false, last_sign_in_at: new Date("2026-02-01") });
  await user({ full_name: null, email: "a@blog.test", invited_at: new Date(), created_at: new Date("2026-03-01T00:00:00Z") });
  await user({ full_name: "D", email: "d@blog.test", created_at: new Date("2026-02-28T23:59:59Z") });
  const emails = async (query: string) => (await list(query)).items.map(({ email }) => email.slice(0, 1));
  const own = (await inDatabase(me))?.email.slice(0, 1);
  expect(await emails("?role=user&sort=email")).toEqual(["a", "b", "c", "d"]);
  expect(await emails("?role=user&sort=-email")).toEqual(["d", "c", "b", "a"]);
  expect(await emails("?role=user&sort=full_name")).toEqual(["a", "c", "b", "d"]);
  expect(await emails("?role=user&sort=-last_sign_in_at&limit=2")).toEqual(["c", "b"]);
  expect(await emails("?role=user&sort=-created_at&limit=2")).toEqual(["a", "d"]);
  expect(await emails("?role=admin")).toEqual([own]);
  expect(await emails("?state=inactive")).toEqual(["c"]);
  expect(await emails("?state=invited")).toEqual(["a"]);
  expect(await emails("?role=user&state=active&sort=email")).toEqual(["b", "d"]);
  expect((await list("?state=inactive")).counts).toEqual({
    total: 5,
    admins: 1,
    active: 3,
    inactive: 1,
    invited: 1,
    new_this_month: 1,
    active_admins: 1,
  });
  expect(await list("?page=3&limit=2")).toMatchObject({ total: 5, page: 3, pages: 3, limit: 2, items: [{}] });
  expect(await list("?page=4&limit=2")).toMatchObject({ total: 5, page: 4, pages: 3, items: [] });
});

test("grants filter, together with the rest", async () => {
  await app.context.db.deleteFrom("users").where("id", "!=", me).execute();
  const [ada, grace] = [await user({ email: "ada@blog.test" }), await user({ email: "grace@blog.test", is_active: false })];
  await user({ email: "reader@blog.test" });
  await buildGrants(app.context.db, ada.id, ["editor", "moderator"]);
  await buildGrants(app.context.db, grace.id, ["editor"]);
  const found = async (query: string) => {
    const { items, total } = await list(`${query}&sort=email`);
    return [total, ...items.map(({ email }) => email)];
  };
  expect(await found("?grant=editor")).toEqual([2, "ada@blog.test", "grace@blog.test"]);
  expect(await found("?grant=moderator")).toEqual([1, "ada@blog.test"]);
  expect(await found("?grant=contributor")).toEqual([0]);
  expect(await found("?grant=editor&state=active")).toEqual([1, "ada@blog.test"]);
  expect(await found("?grant=editor&search=grace")).toEqual([1, "grace@blog.test"]);
  const { status, body } = await admin.get<ErrorBody>(`${PATH}?grant=owner`);
  expect([status, body.details]).toEqual([
    400,
    [{ field: "grant", rule: "must be one of contributor, author, editor, moderator" }],
  ]);
});

test("the counts of each role and state match their pages, in every order", async () => {
  await app.context.db.deleteFrom("users").where("id", "!=", me).execute();
  for (let n = 0; n < 14; n++) {
    await user({
      role: n % 4 === 0 ? "admin" : "user",
      is_active: n % 3 !== 0,
      invited_at: n % 5 === 0 ? new Date() : null,
      full_name: n % 2 === 0 ? "Same Name" : null,
    });
  }
  const orders = ["created_at", "full_name", "email", "last_sign_in_at"];
  for (const role of ["", "&role=user", "&role=admin"]) {
    for (const state of ["", "&state=active", "&state=inactive", "&state=invited"]) {
      const { total } = await list(`?limit=100${role}${state}`);
      for (const order of orders) {
        const ids = async (query: string) => (await list(`?${query}${role}${state}`)).items.map(({ id }) => id);
        const all = await ids(`limit=100&sort=${order}`);
        expect(new Set(all).size).toBe(total);
        expect(await ids(`limit=100&sort=-${order}`)).toEqual(all.toReversed());
        expect(await ids(`limit=3&page=2&sort=${order}`)).toEqual(all.slice(3, 6));
      }
    }
  }
  const { counts } = await list();
  expect(counts.total).toBe(counts.active + counts.inactive + counts.invited);
});

test("nobody is found across the end of the address and the beginning of the name", async () => {
  await user({ full_name: "Wren", email: "nest@twig.test" });
  expect((await list(`?${new URLSearchParams({ search: "twig.test\nwren" })}`)).total).toBe(0);
  expect((await list("?search=g.test")).total).toBeGreaterThan(0);
});

test("the month begins in the site's timezone", async () => {
  await app.context.db.deleteFrom("users").where("id", "!=", me).execute();
  const before = (await list()).counts.new_this_month;
  await user({ created_at: new Date("2026-03-01T04:30:00Z") });
  expect((await list()).counts.new_this_month).toBe(before + 1);
  await app.context.db
    .updateTable("settings")
    .set({ value: JSON.stringify({ timezone: "Eastern" }) })
    .execute();
  await app.settings.renew();
  // 04:30 in UTC is still February in New York.
  expect((await list()).counts.new_this_month).toBe(before);
  await app.context.db.updateTable("settings").set({ value: "{}" }).execute();
  await app.settings.renew();
});

test("a role change applies from the next request on, both ways", async () => {
  const { user: one, actor } = await signedInUser(app);
  expect((await actor.get(PATH)).status).toBe(403);
  const { status, body } = await admin.patch<AdminUser>(`${PATH}/${one.id}`, { role: "admin" });
  expect([status, body.role]).toEqual([200, "admin"]);
  expect((await actor.get(PATH)).status).toBe(200);
  await admin.patch(`${PATH}/${one.id}`, { role: "user" });
  expect((await actor.get(PATH)).status).toBe(403);
  expect(await audit(one.id)).toMatchObject([
    { action: "made admin", actor_id: me, label: one.email, before: { role: "user" }, after: { role: "admin" } },
    { action: "removed as admin", before: { role: "admin" }, after: { role: "user" } },
  ]);
  await admin.patch(`${PATH}/${one.id}`, { role: "user" });
  expect(await audit(one.id)).toHaveLength(2);
});

test("a deactivated user is signed out at once and can't come back until reactivated", async () => {
  const { user: one, actor, session } = await signedInUser(app);
  expect((await actor.get("/api/account")).status).toBe(200);
  expect((await admin.patch<AdminUser>(`${PATH}/${one.id}`, { is_active: false })).body.state).toBe("inactive");
  const refused = await actor.get<ErrorBody>("/api/account");
  expect([refused.status, refused.body.code]).toEqual([401, "user_banned"]);
  const renewed = await app.actors.anonymous.post("/auth/v1/token?grant_type=refresh_token", {
    refresh_token: session.refresh_token,
  });
  expect(renewed.status).toBeGreaterThanOrEqual(400);
  await expect(signIn(app, one.id)).rejects.toThrow();
  expect((await admin.patch<AdminUser>(`${PATH}/${one.id}`, { is_active: true })).body.state).toBe("active");
  expect((await actor.get("/api/account")).status).toBe(401);
  expect((await (await signIn(app, one.id)).actor.get("/api/account")).status).toBe(200);
  expect((await audit(one.id)).map(({ action }) => action)).toEqual(["deactivated", "reactivated"]);
});

test("the last active admin stays, also when the other admin hasn't accepted the invitation", async () => {
  await app.context.db.updateTable("users").set({ role: "user" }).where("id", "!=", me).where("role", "=", "admin").execute();
  await user({ role: "admin", is_active: false });
  await user({ role: "admin", invited_at: new Date() });
  const refused = [409, "last_admin"];
  const demoted = await admin.patch<ErrorBody>(`${PATH}/${me}`, { role: "user" });
  expect([demoted.status, demoted.body.code]).toEqual(refused);
  const shut = await admin.patch<ErrorBody>(`${PATH}/${me}`, { is_active: false });
  expect([shut.status, shut.body.code]).toEqual(refused);
  const deleted = await admin.delete<ErrorBody>(`${PATH}/${me}`);
  expect([deleted.status, deleted.body.code]).toEqual(refused);
  expect(deleted.body.message).toContain("last active admin");
  expect(await inDatabase(me)).toMatchObject({ role: "admin", is_active: true });
  expect((await list()).counts.active_admins).toBe(1);
  expect(await audit(me)).toEqual([]);
});

test("of two admins who take each other's role at once, one stays", async () => {
  for (let round = 0; round < 6; round++) {
    const [first, second] = [await signedInUser(app, { role: "admin" }), await signedInUser(app, { role: "admin" })];
    const pair = [first.user.id, second.user.id];
    await app.context.db.updateTable("users").set({ role: "user" }).where("id", "not in", pair).execute();
    const answers = await Promise.all([
      first.actor.patch<ErrorBody>(`${PATH}/${second.user.id}`, { role: "user" }),
      second.actor.patch<ErrorBody>(`${PATH}/${first.user.id}`, { role: "user" }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 200);
    expect(["last_admin", "42501"]).toContain(refused?.body.code);
    const left = await app.context.db.selectFrom("users").select("id").where("role", "=", "admin").execute();
    expect(left).toHaveLength(1);
  }
});

test("both changes of one request are made, or neither is", async () => {
  await app.context.db.updateTable("users").set({ role: "user" }).where("id", "!=", me).where("role", "=", "admin").execute();
  const { status } = await admin.patch(`${PATH}/${me}`, { role: "admin", is_active: false });
  expect(status).toBe(409);
  const one = await user();
  const { body } = await admin.patch<AdminUser>(`${PATH}/${one.id}`, { role: "admin", is_active: false });
  expect(body).toMatchObject({ role: "admin", state: "inactive" });
  const nothing = await admin.patch<ErrorBody>(`${PATH}/${one.id}`, {});
  expect(nothing.status).toBe(400);
  expect((await admin.patch<ErrorBody>(`${PATH}/${crypto.randomUUID()}`, { role: "admin" })).body.code).toBe("PGRST116");
});

test("deletion keeps the articles without an author by default; comments always stay", async () => {
  const one = await user();
  const post = await buildPost(app.context.db, { author_id: one.id });
  const comment = { content: "Mine", post_id: post.id, author_id: one.id, status: "approved" };
  await app.context.db.insertInto("comments").values(comment).execute();
  expect((await admin.delete(`${PATH}/${one.id}`)).status).toBe(204);
  expect(await inDatabase(one.id)).toBeUndefined();
  const left = await app.context.db
    .selectFrom("posts")
    .select(["author_id", "comments_count"])
    .where("id", "=", post.id)
    .execute();
  expect(left).toEqual([{ author_id: null, comments_count: 1 }]);
  expect(await audit(one.id)).toMatchObject([{ action: "deleted", actor_id: me, before: { email: one.email }, after: null }]);
  expect((await admin.delete<ErrorBody>(`${PATH}/${one.id}`)).body.code).toBe("PGRST116");
});

test("deletion gives the articles to another active admin, and to nobody else", async () => {
  const one = await user({ role: "admin" });
  const post = await buildPost(app.context.db, { author_id: one.id });
  const unfit = [
    await user(),
    await user({ role: "admin", is_active: false }),
    await user({ role: "admin", invited_at: new Date() }),
    one,
  ];
  for (const { id } of unfit) {
    const { status, body } = await admin.delete<ErrorBody>(`${PATH}/${one.id}?posts=give&to=${id}`);
    expect([status, body.details]).toEqual([400, [{ field: "to", rule: "Choose an active user who may write" }]]);
  }
  expect((await admin.delete<ErrorBody>(`${PATH}/${one.id}?posts=give`)).body.details?.[0]?.field).toBe("to");
  expect((await admin.delete(`${PATH}/${one.id}?posts=give&to=${me}`)).status).toBe(204);
  const left = await app.context.db.selectFrom("posts").select("author_id").where("id", "=", post.id).execute();
  expect(left).toEqual([{ author_id: me }]);
  expect((await audit(one.id))[0]?.before).toMatchObject({ posts: expect.stringMatching(/^1 article given to /) });
});

test("deletion can include the articles, each of them logged", async () => {
  const one = await user();
  const posts = [await buildPost(app.context.db, { author_id: one.id }), await buildPost(app.context.db, { author_id: one.id })];
  const other = await buildPost(app.context.db, { author_id: me });
  expect((await admin.delete(`${PATH}/${one.id}?posts=delete`)).status).toBe(204);
  const left = (await app.context.db.selectFrom("posts").select("id").execute()).map(({ id }) => id);
  expect(left).toContain(other.id);
  for (const { id, title } of posts) {
    expect(left).not.toContain(id);
    expect(await audit(id)).toMatchObject([{ action: "deleted", label: title }]);
  }
});

test("an admin may delete themselves when there is another one, and is still named in the log", async () => {
  await user({ role: "admin" });
  const email = (await inDatabase(me))?.email;
  expect((await admin.delete(`${PATH}/${me}`)).status).toBe(204);
  const entry = await app.context.db
    .selectFrom("audit_log")
    .select(["actor_id", "actor_email"])
    .where("entity_id", "=", me)
    .execute();
  expect(entry).toEqual([{ actor_id: null, actor_email: email }]);
  expect((await admin.get(PATH)).status).toBe(401);
});

test("an admin edits somebody's name and bio; articles show them and the audit log has both", async () => {
  const writer = await user({ full_name: "Grace", email: "grace.edit@blog.test" });
  const post = await buildPost(app.context.db, { author_id: writer.id });
  const path = `/api/admin/users/${writer.id}`;
  const reader = (await signedInUser(app)).actor;
  expect((await app.actors.anonymous.patch(path, { bio: "x" })).status).toBe(401);
  expect((await reader.patch(path, { bio: "x" })).status).toBe(403);
  const changed = await admin.patch<AdminUser>(path, { full_name: " Grace Hopper ", bio: "Writes about compilers." });
  expect(changed.body).toMatchObject({
    full_name: "Grace Hopper",
    bio: "Writes about compilers.",
    role: "user",
    state: "active",
  });
  const shown = await app.actors.anonymous.get<{ author: unknown }>(`/api/posts/${post.slug}`);
  expect(shown.body.author).toMatchObject({ full_name: "Grace Hopper", bio: "Writes about compilers." });
  const entry = await app.context.db
    .selectFrom("audit_log")
    .select(["before", "after"])
    .where("entity_id", "=", writer.id)
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    before: { full_name: "Grace", bio: "" },
    after: { full_name: "Grace Hopper", bio: "Writes about compilers." },
  });
  for (const [change, field] of [
    [{ full_name: " " }, "full_name"],
    [{ bio: "x".repeat(1001) }, "bio"],
  ] as const) {
    const { status, body } = await admin.patch<{ details?: { field: string }[] }>(path, change);
    expect([status, body.details?.[0]?.field]).toEqual([400, field]);
  }
});
