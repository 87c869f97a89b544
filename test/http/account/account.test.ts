import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword, storePassword } from "../../../app/domain/auth/passwords.ts";
import { WRONG_PASSWORD } from "../../../app/domain/users/user-rules.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser, signIn } from "../../app/signed-in.ts";
import { setSettings } from "../../auth/client.ts";
import { letterTo } from "../../auth/mailbox.ts";
import { buildPost } from "../../builders.ts";

let app: TestApp;
let hash: string;
beforeAll(async () => {
  app = await createTestApp();
  hash = await hashPassword("open sesame");
});
afterAll(() => app.close());

const withPassword = async (values: Parameters<typeof signedInUser>[1] = {}) => {
  const made = await signedInUser(app, values);
  await storePassword(app.context, made.user.id, hash);
  return made;
};

test("a user sees their own account, and it is never cached", async () => {
  const { user, actor } = await signedInUser(app, { full_name: "Ada" });
  const { status, body, headers } = await actor.get("/api/account");
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(body).toEqual({
    id: user.id,
    email: user.email,
    full_name: "Ada",
    bio: "",
    role: "user",
    grants: [],
    email_confirmed_at: user.email_confirmed_at?.toISOString(),
    pending_email: null,
    created_at: user.created_at.toISOString(),
    last_sign_in_at: expect.any(String),
    has_password: false,
  });
});

test("the name is changed, trimmed, emptied; nothing else of the account can be", async () => {
  const { user, actor } = await signedInUser(app);
  const rename = (full_name: unknown) => actor.patch<ErrorBody & { full_name: string | null }>("/api/account", { full_name });
  expect((await rename("  Grace Hopper ")).body.full_name).toBe("Grace Hopper");
  expect((await actor.get("/api/account")).body).toMatchObject({ full_name: "Grace Hopper" });
  expect((await rename("   ")).body.full_name).toBeNull();
  expect((await rename("Zoë 🚀 李")).body.full_name).toBe("Zoë 🚀 李");
  for (const bad of ["a".repeat(201), "two\nlines", 7, "\ud800"]) {
    const { status, body } = await rename(bad);
    expect([bad, status, body.details?.[0]?.field]).toEqual([bad, 400, "full_name"]);
  }
  const sneaky = await actor.patch<ErrorBody>("/api/account", { full_name: "x", role: "admin" });
  expect([sneaky.status, sneaky.body.details?.[0]?.field]).toEqual([400, "role"]);
  const row = await app.context.db.selectFrom("users").select("role").where("id", "=", user.id).executeTakeFirstOrThrow();
  expect(row.role).toBe("user");
});

test("a form of another account than the signed-in one is refused and changes nothing", async () => {
  const [ada, grace] = [await withPassword({ full_name: "Ada" }), await withPassword({ full_name: "Grace" })];
  const message = `You’re signed in as ${grace.user.email} now. This form is for another account, so nothing was changed.`;
  const [named, removed, noticed] = [
    await grace.actor.patch<ErrorBody>("/api/account", { full_name: "Ada" }, { "x-account": ada.user.id }),
    await grace.actor.delete<ErrorBody>("/api/account", { "x-account": ada.user.id }),
    await grace.actor.put<ErrorBody>("/api/account/notices", { comment_replies: false }, { "x-account": ada.user.id }),
  ];
  for (const { status, body } of [named, removed, noticed]) expect([status, body]).toEqual([409, { code: "conflict", message }]);
  const wish = { password: "a new song each day", data: { full_name: "Ada" } };
  const put = (account: string) => grace.actor.put<{ error_code: string; msg: string }>("/auth/v1/user", { ...wish, account });
  const refused = await put(ada.user.id);
  expect([refused.status, refused.body.error_code, refused.body.msg]).toEqual([409, "conflict", message]);
  const rows = await app.context.db
    .selectFrom("users as u")
    .innerJoin("user_passwords as p", "p.user_id", "u.id")
    .select(["u.full_name", "p.hash"])
    .where("u.id", "in", [ada.user.id, grace.user.id])
    .orderBy("u.full_name")
    .execute();
  expect(rows).toEqual([
    { full_name: "Ada", hash },
    { full_name: "Grace", hash },
  ]);
  expect((await put(grace.user.id)).status).toBe(200);
  expect((await grace.actor.patch("/api/account", { full_name: "G" }, { "x-account": grace.user.id })).status).toBe(200);
});

test("an author writes a bio, which articles show", async () => {
  const { user, actor } = await signedInUser(app, { role: "admin", full_name: "Ada" });
  const post = await buildPost(app.context.db, { author_id: user.id });
  const change = (bio: unknown) => actor.patch<ErrorBody & { bio: string }>("/api/account", { bio });
  expect((await change("  Writes about engines.\nLives by the sea. ")).body).toMatchObject({
    full_name: "Ada",
    bio: "Writes about engines.\nLives by the sea.",
  });
  const shown = await app.actors.anonymous.get<{ author: unknown }>(`/api/posts/${post.slug}`);
  expect(shown.body.author).toEqual({
    full_name: "Ada",
    bio: "Writes about engines.\nLives by the sea.",
    bio_html: "<p>Writes about engines.<br>Lives by the sea.</p>",
    slug: "ada",
  });
  for (const bad of ["x".repeat(1001), "a\0b", 5, null]) {
    const { status, body } = await change(bad);
    expect([bad, status, body.details?.[0]?.field]).toEqual([bad, 400, "bio"]);
  }
  expect((await actor.patch("/api/account", {})).status).toBe(400);
});

test("the list of sessions; a session that is ended is out at once", async () => {
  const { user, actor, session } = await signedInUser(app);
  const other = await signIn(app, user.id);
  const stranger = await signedInUser(app);
  type Row = { id: string; current: boolean; user_agent: string; address: string };
  const { body } = await actor.get<Row[]>("/api/account/sessions");
  expect(body).toHaveLength(2);
  expect(body.filter(({ current }) => current)).toHaveLength(1);
  expect(body[0]).toMatchObject({ address: "203.0.113.77", user_agent: expect.stringContaining("Firefox") });
  expect(JSON.stringify(body)).not.toContain(session.refresh_token);

  const elsewhere = body.find(({ current }) => !current)?.id;
  const theirs = await stranger.actor.delete<ErrorBody>(`/api/account/sessions/${elsewhere}`);
  expect([theirs.status, theirs.body.code]).toEqual([404, "PGRST116"]);
  expect((await other.actor.get("/api/account")).status).toBe(200);
  expect((await actor.delete(`/api/account/sessions/${elsewhere}`)).status).toBe(204);
  expect((await other.actor.get("/api/account")).status).toBe(401);
  expect((await actor.delete(`/api/account/sessions/${elsewhere}`)).status).toBe(404);
  expect((await actor.get<Row[]>("/api/account/sessions")).body).toHaveLength(1);
});

test("a profile is visible to its owner and admins; others look as if they didn't exist", async () => {
  const [reader, other, admin] = [await signedInUser(app), await signedInUser(app), await signedInUser(app, { role: "admin" })];
  const own = await reader.actor.get(`/api/users/${reader.user.id}`);
  expect([own.status, own.body]).toEqual([
    200,
    { id: reader.user.id, email: reader.user.email, full_name: reader.user.full_name, role: "user", grants: [] },
  ]);
  const missing = { code: "PGRST116", message: "User not found" };
  for (const id of [other.user.id, crypto.randomUUID()]) {
    const { status, body } = await reader.actor.get(`/api/users/${id}`);
    expect([status, body]).toEqual([404, missing]);
  }
  expect((await admin.actor.get(`/api/users/${reader.user.id}`)).body).toMatchObject({ id: reader.user.id, role: "user" });
  expect((await admin.actor.get(`/api/users/${crypto.randomUUID()}`)).body).toEqual(missing);
});

test("nobody adds another's row, nor an admin's, nor their own twice", async () => {
  const { user, actor } = await signedInUser(app);
  const add = (body: object) => actor.post<ErrorBody>("/api/users", { id: user.id, email: user.email, full_name: "A", ...body });
  const twice = await add({});
  expect([twice.status, twice.body.code]).toEqual([409, "23505"]);
  const others = [{ id: crypto.randomUUID() }, { email: "free@blog.example" }];
  for (const body of others) expect([(await add(body)).status, (await add(body)).body.code]).toEqual([403, "42501"]);
  expect((await add({ role: "admin" })).body.details).toEqual([{ field: "role", rule: "must be user" }]);
});

test("the export is a file with everything about the user, nothing about anybody else, and no secrets", async () => {
  const { db } = app.context;
  const { user, actor, session } = await withPassword({ full_name: "Ada" });
  const stranger = await signedInUser(app);
  const _post = await buildPost(db, { author_id: user.id, title: "By Ada" });
  const elsewhere = await buildPost(db, { author_id: stranger.user.id, title: "By someone else" });
  const comment = (author_id: string, content: string) =>
    db.insertInto("comments").values({ post_id: elsewhere.id, author_id, content, status: "rejected" }).execute();
  await comment(user.id, "My words");
  await comment(stranger.user.id, "Not my words");
  const mail = {
    recipient: user.email.toUpperCase(),
    kind: "confirm",
    subject: "Welcome",
    body_html: "",
    body_text: "link?token=secret",
    useful_until: new Date(),
  };
  await db.insertInto("outbox").values(mail).execute();

  const { status, headers, body, text } = await actor.get<Record<string, Record<string, unknown>[]>>("/api/account/export");
  expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="account-\d{4}-\d\d-\d\d\.json"$/);
  expect(body.profile).toMatchObject({ id: user.id, email: user.email, full_name: "Ada", role: "user", grants: [] });
  expect(body.sessions).toMatchObject([{ address: "203.0.113.77", ended_at: null }]);
  expect(body.posts).toMatchObject([{ title: "By Ada", status: "published" }]);
  expect(body.comments).toMatchObject([{ content: "My words", status: "rejected", post_title: "By someone else" }]);
  expect(body.mails).toMatchObject([{ subject: "Welcome" }]);
  for (const secret of ["argon2", session.refresh_token, "token=secret", "Not my words", stranger.user.email])
    expect(text).not.toContain(secret);
});

test("an account is deleted with its password; comments stay without an author, sessions end, mails are deleted", async () => {
  const { db } = app.context;
  const { user, actor } = await withPassword();
  const other = await signIn(app, user.id);
  const post = await buildPost(db, { author_id: user.id });
  const values = { post_id: post.id, author_id: user.id, content: "I was here", status: "approved" };
  const { id } = await db.insertInto("comments").values(values).returning("id").executeTakeFirstOrThrow();
  const mail = {
    recipient: user.email,
    kind: "recovery",
    subject: "Reset",
    body_html: "",
    body_text: "",
    useful_until: new Date(),
  };
  await db.insertInto("outbox").values(mail).execute();

  const wrong = await actor.send<ErrorBody>("DELETE", "/api/account", {
    body: JSON.stringify({ password: "guess" }),
    headers: { "content-type": "application/json" },
  });
  expect([wrong.status, wrong.body.message, wrong.body.details?.[0]?.field]).toEqual([400, WRONG_PASSWORD, "password"]);
  expect((await other.actor.get("/api/account")).status).toBe(200);

  const right = await actor.send("DELETE", "/api/account", {
    body: JSON.stringify({ password: "open sesame" }),
    headers: { "content-type": "application/json" },
  });
  expect([right.status, right.text]).toEqual([204, ""]);
  for (const one of [actor, other.actor]) expect((await one.get("/api/account")).status).toBe(401);
  expect(await db.selectFrom("users").where("id", "=", user.id).select("id").execute()).toEqual([]);
  const row = await db.selectFrom("comments").select(["author_id", "content"]).where("id", "=", id).executeTakeFirstOrThrow();
  expect(row).toEqual({ author_id: null, content: "I was here" });
  expect((await app.actors.anonymous.get(`/api/posts/${post.slug}`)).body).toMatchObject({ author: null, comments_count: 1 });
  expect(await db.selectFrom("outbox").where("recipient", "=", user.email).select("id").execute()).toEqual([]);
});

test("nothing names a deleted account any more: no table has its name or email address", async () => {
  const { db } = app.context;
  await setSettings(app, { enableNotifications: true, adminEmail: "editor@mail.example" });
  const named = async (text: string) => {
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
    const found = rows.map(async ({ name }) => {
      const { rows } = await sql`select 1 from ${sql.raw(name)} t where t::text ilike ${`%${text}%`} limit 1`.execute(db);
      return rows.length > 0 ? [name] : [];
    });
    return (await Promise.all(found)).flat().sort();
  };
  // The second one is notified of in a later mail, which waits.
  const readers = [
    { email: "zinnia@quaverly.example", full_name: "Zinnia Quaverly" },
    { email: "other.zinnia@quaverly.example.org", full_name: "Xanthe Underhill" },
    { email: "yarrow@plimsoll.example", full_name: "Yarrow Plimsoll" },
  ];
  for (const { email, full_name } of readers) {
    await app.actors.anonymous.post("/auth/v1/signup", { email, password: "larks over the field", data: { full_name } });
    await app.actors.anonymous.post("/auth/v1/verify", { type: "signup", token_hash: (await letterTo(app, email)).token });
  }
  expect(await named("quaverly.example")).toEqual(expect.arrayContaining(["public.audit_log", "public.outbox", "public.users"]));
  expect(await named("plimsoll")).toContain("public.admin_notices");
  for (const [email, texts] of [
    ["zinnia@quaverly.example", ["Zinnia Quaverly"]],
    ["yarrow@plimsoll.example", ["plimsoll"]],
  ] as const) {
    const signedIn = await app.actors.anonymous.post<{ access_token: string }>("/auth/v1/token?grant_type=password", {
      email,
      password: "larks over the field",
    });
    const answer = await app.actors.anonymous.send("DELETE", "/api/account", {
      body: JSON.stringify({ password: "larks over the field" }),
      headers: { "content-type": "application/json", authorization: `Bearer ${signedIn.body.access_token}` },
    });
    expect(answer.status).toBe(204);
    for (const text of texts) expect([text, await named(text)]).toEqual([text, []]);
  }
  const { body_text } = await db
    .selectFrom("outbox")
    .select("body_text")
    .where("kind", "=", "admin_notices")
    .orderBy("created_at")
    .executeTakeFirstOrThrow();
  expect(body_text).toMatch(/New user: \(deleted account\)\n\n\(deleted account\)/);
  // Others stay, although their address ends in the same way.
  expect(await named("other.zinnia@quaverly.example.org")).toContain("public.users");
  await setSettings(app, { enableNotifications: false });
});

test("an account without a password is deleted with the code of a mail, which works once", async () => {
  const { db } = app.context;
  const { user, actor } = await signedInUser(app);
  const remove = (body: object) =>
    actor.send<ErrorBody>("DELETE", "/api/account", {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  const remaining = async () => (await db.selectFrom("users").where("id", "=", user.id).select("id").execute()).length;

  expect((await remove({ nonce: "123456" })).body.details).toEqual([
    { field: "nonce", rule: "must be the code of the newest email" },
  ]);
  expect((await actor.get("/auth/v1/reauthenticate")).status).toBe(200);
  const { code } = await letterTo(app, user.email);
  const other = code === "000000" ? "000001" : "000000";
  const refused: [object, string][] = [
    [{}, "password"],
    [{ nonce: other }, "nonce"],
    [{ nonce: "12345" }, "nonce"],
    [{ nonce: code, password: "open sesame" }, "nonce"],
    [{ password: "open sesame" }, "password"],
  ];
  for (const [body, field] of refused) {
    const answer = await remove(body);
    expect([answer.status, answer.body.details?.[0]?.field], JSON.stringify(body)).toEqual([400, field]);
  }
  // Someone else's code doesn't work.
  const stranger = await signedInUser(app);
  const theirs = await stranger.actor.send("DELETE", "/api/account", {
    body: JSON.stringify({ nonce: code }),
    headers: { "content-type": "application/json" },
  });
  expect(theirs.status).toBe(400);
  expect(await remaining()).toBe(1);
  expect((await remove({ nonce: code })).status).toBe(204);
  expect(await remaining()).toBe(0);
  expect((await actor.get("/api/account")).status).toBe(401);
});

test("the last active admin stays", async () => {
  const { db } = app.context;
  await db.updateTable("users").set({ is_active: true }).where("role", "=", "admin").execute();
  const last = await withPassword({ role: "admin" });
  await db.deleteFrom("users").where("role", "=", "admin").where("id", "!=", last.user.id).execute();
  const { status, body } = await last.actor.send<ErrorBody>("DELETE", "/api/account", {
    body: JSON.stringify({ password: "open sesame" }),
    headers: { "content-type": "application/json" },
  });
  expect([status, body.code]).toEqual([409, "last_admin"]);
  expect(body.message).toContain("last active admin");
  expect((await last.actor.get("/api/account")).status).toBe(200);
});

test("passwords can't be guessed here either", async () => {
  const { user, token } = await withPassword();
  const actor = app.actors.from({ address: "198.51.100.20", headers: { authorization: `Bearer ${token}` } });
  const guess = () =>
    actor.send<ErrorBody>("DELETE", "/api/account", {
      body: JSON.stringify({ password: "guess" }),
      headers: { "content-type": "application/json" },
    });
  for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(400);
  const refused = await guess();
  expect([refused.status, refused.body.code]).toEqual([429, "over_request_rate_limit"]);
  expect(await app.context.db.selectFrom("users").select("id").where("id", "=", user.id).execute()).toHaveLength(1);
});
