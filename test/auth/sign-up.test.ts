import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildUser } from "../builders.ts";
import { setSettings, stranger } from "./client.ts";

type Body = Record<string, unknown> & { id: string; code: string; message: string; user: { id: string } };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => setSettings(app, { requireEmailVerification: true, allowRegistration: true }));

const NEW = { "x-supabase-api-version": "2024-01-01" };
const signUp = (body: unknown) => app.actors.anonymous.post<Body>("/auth/v1/signup", body, NEW);
const signIn = (body: unknown) => app.actors.anonymous.post<Body>("/auth/v1/token?grant_type=password", body, NEW);
const mailsTo = (email: string) =>
  app.context.db.selectFrom("outbox").select(["kind", "code"]).where("recipient", "=", email).orderBy("created_at").execute();
const rowOf = (email: string) => app.context.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
const confirm = (email: string) =>
  app.context.db.updateTable("users").set({ email_confirmed_at: new Date() }).where("email", "=", email).execute();

/** A response without what differs each time: id and times. */
const shapeOf = ({ id, created_at, updated_at, confirmation_sent_at, ...rest }: Body) => ({
  ...JSON.parse(JSON.stringify(rest).replaceAll(id, "the id").replaceAll(String(created_at), "now")),
  id: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id),
  times: [created_at, updated_at, confirmation_sent_at].every(
    (time) => time === created_at && !Number.isNaN(Date.parse(String(time))),
  ),
});

test("known and unknown addresses get the same response; only the mail says which it was", async () => {
  const who = { ...stranger(), data: { full_name: "Ada", from: "a friend" } };
  const fresh = await signUp(who);
  const pending = await signUp(who);
  await confirm(who.email);
  const known = await signUp(who);
  await app.context.db.updateTable("users").set({ is_active: false }).where("email", "=", who.email).execute();
  const shut = await signUp(who);
  const answers = [fresh, pending, known, shut];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers.map(({ body }) => shapeOf(body))).toEqual(Array(4).fill(shapeOf(fresh.body)));
  expect(shapeOf(fresh.body)).toMatchObject({
    id: true,
    times: true,
    email: who.email,
    identities: [
      {
        identity_id: "the id",
        id: "the id",
        user_id: "the id",
        identity_data: { email: who.email, email_verified: false, phone_verified: false, sub: "the id" },
        provider: "email",
        last_sign_in_at: "now",
        created_at: "now",
        updated_at: "now",
        email: who.email,
      },
    ],
    user_metadata: { full_name: "Ada", from: "a friend" },
    app_metadata: { provider: "email", providers: ["email"], role: "user" },
  });
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4);
  const names = (headers: Headers) => [...headers.keys()].sort();
  for (const { headers } of answers) expect(names(headers)).toEqual(names(fresh.headers));
  expect((await mailsTo(who.email)).map(({ kind }) => kind)).toEqual(["confirm", "confirm", "account_exists"]);
});

test("nobody changes an account by signing up with its address", async () => {
  const who = stranger();
  await signUp({ ...who, data: { full_name: "Ada" } });
  await confirm(who.email);
  const before = await rowOf(who.email);
  await signUp({ email: ` ${who.email.toUpperCase()} `, password: "an intruder's own", data: { full_name: "Eve" } });
  expect(await rowOf(who.email)).toEqual(before);
  expect((await signIn(who)).status).toBe(200);
  expect((await signIn({ ...who, password: "an intruder's own" })).status).toBe(400);
});

test("nobody gets access to an account that was created for someone else by signing up with its address", async () => {
  const { db } = app.context;
  const invited = await buildUser(db, { email: stranger().email, role: "admin" });
  const author = await buildUser(db, { email: stranger().email });
  for (const { id, email } of [invited, author]) {
    const before = await rowOf(email);
    expect((await signUp({ email, password: "an intruder's own", data: { full_name: "Eve" } })).status).toBe(200);
    await setSettings(app, { requireEmailVerification: false });
    expect((await signUp({ email, password: "an intruder's own", data: { full_name: "Eve" } })).body.code).toBe(
      "user_already_exists",
    );
    await setSettings(app, { requireEmailVerification: true });
    expect(await rowOf(email)).toEqual(before);
    expect(await db.selectFrom("user_passwords").selectAll().where("user_id", "=", id).execute()).toEqual([]);
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(["account_exists"]);
  }
});

test("concurrent sign-ups with one address make one account", async () => {
  await setSettings(app, { requireEmailVerification: false });
  const who = stranger();
  const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(who)));
  expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, ...Array(5).fill("user_already_exists")]);
  const { count } = await app.context.db
    .selectFrom("users")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("email", "=", who.email)
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

test("closed registration refuses every request", async () => {
  await setSettings(app, { allowRegistration: false });
  const { status, body } = await signUp(stranger());
  expect([status, body]).toEqual([422, { code: "signup_disabled", message: "Signups not allowed for this instance" }]);
});

test("the role comes only from the users table", async () => {
  await setSettings(app, { requireEmailVerification: false });
  const who = stranger();
  const wish = { role: "admin", is_active: false, app_metadata: { role: "admin" }, email_confirmed_at: "2020-01-01" };
  const { body } = await signUp({ ...who, ...wish, data: { ...wish, is_super_admin: true } });
  expect(body.user).toMatchObject({ role: "authenticated", app_metadata: { role: "user" } });
  expect(await rowOf(who.email)).toMatchObject({ role: "user", is_active: true });
  await app.context.db.updateTable("users").set({ role: "admin" }).where("email", "=", who.email).execute();
  const admin = await signIn(who);
  expect(admin.body.user).toMatchObject({ role: "authenticated", app_metadata: { role: "admin" } });
});

test("the name may also be given as in the specification", async () => {
  const who = stranger();
  await signUp({ ...who, options: { data: { full_name: " Ada  " } } });
  expect((await rowOf(who.email))?.full_name).toBe("Ada");
});

test("passwords may be in any script, and equivalent spellings are the same", async () => {
  await setSettings(app, { requireEmailVerification: false });
  const who = { ...stranger(), password: "Caf\u00e9 🚀 東京" };
  expect((await signUp(who)).status).toBe(200);
  expect((await signIn({ ...who, password: "Cafe\u0301 🚀 東京" })).status).toBe(200);
  expect((await signUp({ ...stranger(), password: "🚀🚀🚀" })).body.code).toBe("weak_password");
  expect((await signUp({ ...stranger(), password: "🚀🚀🚀🚀🚀🚀" })).status).toBe(200);
  expect((await signUp({ ...stranger(), password: "x".repeat(1024) })).status).toBe(200);
});

test("invalid input is refused and leaves nothing behind", async () => {
  const { email, password } = stranger();
  const deep = JSON.parse(`${'{"a":'.repeat(30)}1${"}".repeat(30)}`);
  const refused: [unknown, string][] = [
    [{ email }, "validation_failed"],
    [{ password }, "validation_failed"],
    [{ email: "", password: "" }, "anonymous_provider_disabled"],
    [{ phone: "+15550100", password }, "phone_provider_disabled"],
    ...[
      "x",
      "@",
      "a@",
      "@b.example",
      "a b@c.example",
      "a@b@c.example",
      "a@-b.example",
      `${"a".repeat(320)}@b.example`,
      "a\u0000@b.example",
      "a@b.example\nbcc:c@d.example",
      "ü@b.example",
      '"a"@b.example',
      "a@[127.0.0.1]",
    ].map((bad): [unknown, string] => [{ email: bad, password }, "validation_failed"]),
    ...[7, true, [], {}].map((bad): [unknown, string] => [{ email: bad, password }, "validation_failed"]),
    ...[7, true, [], {}].map((bad): [unknown, string] => [{ email, password: bad }, "validation_failed"]),
    [{ email, password: "five5" }, "weak_password"],
    [{ email, password: "with\u0000nul" }, "validation_failed"],
    [{ email, password: "half \ud800 character" }, "validation_failed"],
    [{ email, password: "x".repeat(1025) }, "validation_failed"],
    [{ email, password, data: 7 }, "validation_failed"],
    [{ email, password, data: [] }, "validation_failed"],
    [{ email, password, options: 7 }, "validation_failed"],
    [{ email, password, data: { full_name: 7 } }, "validation_failed"],
    [{ email, password, data: { full_name: "a".repeat(201) } }, "validation_failed"],
    [{ email, password, data: { full_name: "two\nlines" } }, "validation_failed"],
    [{ email, password, data: { full_name: "nul \u0000" } }, "validation_failed"],
    [{ email, password, data: { "\ud800": 1 } }, "validation_failed"],
    [{ email, password, data: { big: "x".repeat(5000) } }, "validation_failed"],
    [{ email, password, data: deep }, "validation_failed"],
  ];
  for (const [body, code] of refused) {
    const answer = await signUp(body);
    expect([body, answer.status, answer.body.code]).toEqual([body, expect.any(Number), code]);
    expect([400, 422]).toContain(answer.status);
  }
  expect(await rowOf(email)).toBeUndefined();
});
