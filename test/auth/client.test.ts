import { isAuthApiError, isAuthSessionMissingError, isAuthWeakPasswordError, type Session } from "@supabase/auth-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hashPassword, storePassword } from "../../app/domain/auth/passwords.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { createClient, createStorage, setSettings, stranger } from "./client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => setSettings(app, { requireEmailVerification: false, allowRegistration: true }));

/** A browser whose user has just signed up. */
async function signedUp() {
  const who = stranger();
  const storage = createStorage();
  const client = createClient(app, storage);
  const { data, error } = await client.signUp({ ...who, options: { data: { full_name: "  Ada Byron " } } });
  expect(error).toBeNull();
  return { ...who, storage, client, session: data.session as Session };
}

const codeOf = (error: unknown) => (isAuthApiError(error) ? [error.status, error.code] : error);

test("a sign-up without confirmation signs in and fills in the user", async () => {
  const { email, session, client } = await signedUp();
  expect(session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
  const { data } = await client.getUser();
  expect(data.user).toMatchObject({
    email,
    aud: "authenticated",
    role: "authenticated",
    app_metadata: { provider: "email", providers: ["email"], role: "user" },
    user_metadata: { full_name: "Ada Byron" },
    is_anonymous: false,
  });
  expect(data.user?.email_confirmed_at).toBeTruthy();
  expect(data.user?.identities).toMatchObject([{ provider: "email", identity_data: { email, sub: data.user?.id } }]);
  const row = await app.context.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ id: data.user?.id, full_name: "Ada Byron", role: "user", is_active: true });
  const { data: again, error } = await client.signUp({ email: email.toUpperCase(), password: "another one" });
  expect([again.session, codeOf(error)]).toEqual([null, [422, "user_already_exists"]]);
});

test("sign-in by password ignores the case of the address; wrong and unknown look alike", async () => {
  const { email, password } = await signedUp();
  const client = createClient(app, createStorage());
  const { data, error } = await client.signInWithPassword({ email: ` ${email.toUpperCase()}`, password });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  expect(data.weakPassword).toBeUndefined();
  const refusals = [
    await client.signInWithPassword({ email, password: `${password}!` }),
    await client.signInWithPassword({ email: "nobody@mail.example", password }),
    await client.signInWithPassword({ email: "no address at all\u0000", password }),
    await client.signInWithPassword({ email, password: "x".repeat(5000) }),
  ].map((answer) => [answer.data.session, codeOf(answer.error), answer.error?.message]);
  expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
  expect(refusals[0]).toEqual([null, [400, "invalid_credentials"], "Invalid login credentials"]);
});

test("claims: the token verifies against the published keys", async () => {
  const { client, session, email } = await signedUp();
  const { data, error } = await client.getClaims();
  expect(error).toBeNull();
  expect(data?.header.alg).toBe("ES256");
  expect(data?.claims).toMatchObject({
    iss: "http://blog.test/auth/v1",
    sub: session.user.id,
    email,
    aud: "authenticated",
    role: "authenticated",
    user_metadata: { full_name: "Ada Byron" },
    app_metadata: { role: "user" },
  });
  expect((data?.claims.exp ?? 0) - (data?.claims.iat ?? 0)).toBe(3600);
  expect(data?.claims.session_id).toMatch(/^[0-9a-f-]{36}$/);
});

test("an existing common password causes a warning, a short one is refused in the specified words", async () => {
  const { session, email, client } = await signedUp();
  const password = "Password1";
  await storePassword(app.context, session.user.id, await hashPassword(password));
  const { data } = await client.signInWithPassword({ email, password });
  expect(data.session).toBeTruthy();
  expect(data.weakPassword?.reasons).toEqual(["pwned"]);
  const { error } = await client.signUp({ ...stranger(), password: "short" });
  expect(isAuthWeakPasswordError(error) && [error.status, error.message, error.reasons]).toEqual([
    422,
    "Password must be at least 6 characters long",
    ["length"],
  ]);
});

test("a change of the user's data merges, trims the name, and appears in the next token", async () => {
  const { client, session } = await signedUp();
  const { data, error } = await client.updateUser({ data: { full_name: " Ada Lovelace ", color: "green" } });
  expect(error).toBeNull();
  expect(data.user?.user_metadata).toEqual({ full_name: "Ada Lovelace", color: "green" });
  const { data: second } = await client.updateUser({ data: { color: null, role: "admin" } });
  expect(second.user?.user_metadata).toEqual({ full_name: "Ada Lovelace", role: "admin" });
  expect(second.user?.app_metadata).toMatchObject({ role: "user" });
  const { data: fresh } = await client.refreshSession();
  expect(fresh.session?.access_token).not.toBe(session.access_token);
  const { data: claims } = await client.getClaims();
  expect(claims?.claims).toMatchObject({
    role: "authenticated",
    user_metadata: { full_name: "Ada Lovelace" },
    app_metadata: { role: "user" },
  });
  const { role } = await app.context.db
    .selectFrom("users")
    .select("role")
    .where("id", "=", session.user.id)
    .executeTakeFirstOrThrow();
  expect(role).toBe("user");
});

test("a new password ends the other sessions and is reported by mail; the same one is refused", async () => {
  const { client, email, password } = await signedUp();
  const elsewhere = createClient(app, createStorage());
  await elsewhere.signInWithPassword({ email, password });
  expect(codeOf((await client.updateUser({ password })).error)).toEqual([422, "same_password"]);
  expect(codeOf((await client.updateUser({ password: "new and long", current_password: "wrong" })).error)).toEqual([
    400,
    "invalid_credentials",
  ]);
  expect((await client.updateUser({ password: "new and long", current_password: password })).error).toBeNull();
  expect((await client.getUser()).data.user?.email).toBe(email);
  expect(isAuthSessionMissingError((await elsewhere.getUser()).error)).toBe(true);
  expect(codeOf((await elsewhere.signInWithPassword({ email, password })).error)).toEqual([400, "invalid_credentials"]);
  expect((await elsewhere.signInWithPassword({ email, password: "new and long" })).error).toBeNull();
  const mails = await app.context.db.selectFrom("outbox").select("kind").where("recipient", "=", email).execute();
  expect(mails.map(({ kind }) => kind)).toEqual(["password_changed"]);
});

test("a new address counts at once if none is verified, else once its link was used", async () => {
  const { client, email, password } = await signedUp();
  const other = await signedUp();
  expect(codeOf((await client.updateUser({ email: other.email })).error)).toEqual([422, "email_exists"]);
  const second = stranger().email;
  expect((await client.updateUser({ email: second })).data.user?.email).toBe(second);
  await setSettings(app, { requireEmailVerification: true });
  const third = stranger().email;
  const { data } = await client.updateUser({ email: third });
  expect([data.user?.email, data.user?.new_email]).toEqual([second, third]);
  const { code } = await app.context.db
    .selectFrom("outbox")
    .select("code")
    .where("recipient", "=", third)
    .where("kind", "=", "email_change")
    .executeTakeFirstOrThrow();
  const verified = await client.verifyOtp({ email: third, token: code ?? "", type: "email_change" });
  expect(verified.error).toBeNull();
  expect(verified.data.user?.email).toBe(third);
  const fresh = createClient(app, createStorage());
  expect(codeOf((await fresh.signInWithPassword({ email, password })).error)).toEqual([400, "invalid_credentials"]);
  expect((await fresh.signInWithPassword({ email: third, password })).error).toBeNull();
});

test("sign-out ends this session, the others, or all", async () => {
  const { client: first, email, password } = await signedUp();
  const [second, third] = [createClient(app, createStorage()), createClient(app, createStorage())];
  for (const client of [second, third]) await client.signInWithPassword({ email, password });
  const signedIn = async () =>
    Promise.all([first, second, third].map(async (client) => (await client.getUser()).data.user?.email === email));
  expect(await signedIn()).toEqual([true, true, true]);
  expect((await second.signOut({ scope: "local" })).error).toBeNull();
  expect(await signedIn()).toEqual([true, false, true]);
  await second.signInWithPassword({ email, password });
  await first.signOut({ scope: "others" });
  expect(await signedIn()).toEqual([true, false, false]);
  await second.signInWithPassword({ email, password });
  await first.signOut();
  expect(await signedIn()).toEqual([false, false, false]);
});

test("a deactivated account: every session ends at once, none begins, and only users with the password learn why", async () => {
  const { client, email, password } = await signedUp();
  const setActive = (is_active: boolean) =>
    app.context.db.updateTable("users").set({ is_active }).where("email", "=", email).execute();
  await setActive(false);
  expect(codeOf((await client.getUser()).error)).toEqual([403, "user_banned"]);
  expect(codeOf((await client.refreshSession()).error)).toEqual([400, "user_banned"]);
  const fresh = createClient(app, createStorage());
  expect(codeOf((await fresh.signInWithPassword({ email, password })).error)).toEqual([400, "user_banned"]);
  expect(codeOf((await fresh.signInWithPassword({ email, password: "wrong one" })).error)).toEqual([400, "invalid_credentials"]);
});

test("confirmation: no session until the mailed code was used, then sign-in works", async () => {
  await setSettings(app, { requireEmailVerification: true });
  const who = stranger();
  const client = createClient(app, createStorage());
  const { data, error } = await client.signUp({ ...who, options: { data: { full_name: "Grace" } } });
  expect(error).toBeNull();
  expect([data.session, data.user?.email, data.user?.email_confirmed_at]).toEqual([null, who.email, undefined]);
  expect(codeOf((await client.signInWithPassword(who)).error)).toEqual([400, "email_not_confirmed"]);
  const mail = await app.context.db.selectFrom("outbox").selectAll().where("recipient", "=", who.email).executeTakeFirstOrThrow();
  expect(mail.kind).toBe("confirm");
  const verified = await client.verifyOtp({ email: who.email, token: mail.code ?? "", type: "signup" });
  expect(verified.error).toBeNull();
  expect(verified.data.session?.user.user_metadata).toEqual({ full_name: "Grace" });
  expect(codeOf((await client.verifyOtp({ email: who.email, token: mail.code ?? "", type: "signup" })).error)).toEqual([
    403,
    "otp_expired",
  ]);
  expect((await createClient(app, createStorage()).signInWithPassword(who)).error).toBeNull();
});

test("what GoTrue has and this site doesn't is refused clearly", async () => {
  const { client } = await signedUp();
  const codes = [
    (await client.signInAnonymously()).error,
    (await client.signInWithOtp({ phone: "+15550100" })).error,
    (await client.signInWithIdToken({ provider: "google", token: "x" })).error,
    (await client.signInWithSSO({ domain: "x.example" })).error,
    (await client.mfa.enroll({ factorType: "phone", phone: "+15550100" })).error,
    (await client.admin.listUsers()).error,
  ].map((error) => (isAuthApiError(error) ? error.code : error));
  expect(codes).toEqual([
    "anonymous_provider_disabled",
    "phone_provider_disabled",
    "invalid_credentials",
    "saml_provider_disabled",
    "mfa_phone_enroll_not_enabled",
    "no_authorization",
  ]);
});
