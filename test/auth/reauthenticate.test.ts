import { type AuthError, isAuthApiError } from "@supabase/auth-js";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { createClient, createStorage, setSettings, stranger } from "./client.ts";
import { lettersTo, letterTo } from "./mailbox.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => setSettings(app, { requireEmailVerification: false, allowRegistration: true }));

const NEW = "a quite different song";
const codeOf = ({ error }: { error: AuthError | null }) => (isAuthApiError(error) ? [error.status, error.code] : error);

/** A user whose session began so many minutes ago. */
async function signedIn(minutes: number) {
  const who = stranger();
  const client = createClient(app, createStorage());
  const { data, error } = await client.signUp(who);
  expect(error).toBeNull();
  const id = data.user?.id ?? "";
  await sql`update auth_sessions set created_at = now() - make_interval(mins => ${minutes}) where user_id = ${id}`.execute(
    app.context.db,
  );
  const nonce = async () => {
    expect((await client.reauthenticate()).error).toBeNull();
    return (await letterTo(app, who.email)).code;
  };
  return { ...who, id, client, nonce };
}
const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

it("takes another password or address from a session that began less than 15 minutes ago", async () => {
  const { client } = await signedIn(14);
  expect((await client.updateUser({ password: NEW })).error).toBeNull();
  expect((await client.updateUser({ email: stranger().email })).error).toBeNull();
});

it("requires a proof from an older session, also after its token was renewed, but not for a name", async () => {
  const { client, password, email } = await signedIn(16);
  await client.refreshSession();
  const needed = [400, "reauthentication_needed"];
  expect(codeOf(await client.updateUser({ password: NEW }))).toEqual(needed);
  expect(codeOf(await client.updateUser({ email: stranger().email }))).toEqual(needed);
  // The response doesn't reveal whether a guess is the password either.
  expect(codeOf(await client.updateUser({ password }))).toEqual(needed);
  expect((await client.updateUser({ email, data: { full_name: "Ada" } })).error).toBeNull();
  expect((await client.signInWithPassword({ email, password })).error).toBeNull();
});

it("accepts the current password as a proof, and no wrong one", async () => {
  const { client, email, password } = await signedIn(16);
  const change = { password: NEW, current_password: "somebody's guess" };
  expect(codeOf(await client.updateUser(change))).toEqual([400, "invalid_credentials"]);
  expect(codeOf(await client.updateUser({ password, current_password: password }))).toEqual([422, "same_password"]);
  expect((await client.updateUser({ password: NEW, current_password: password })).error).toBeNull();
  expect((await client.updateUser({ email: stranger().email, current_password: NEW })).data.user?.email).not.toBe(email);
});

it("accepts a mailed nonce as a proof, once", async () => {
  const { client, email, nonce } = await signedIn(16);
  const code = await nonce();
  expect(code).toMatch(/^\d{6}$/);
  const [letter] = await lettersTo(app, email);
  expect([letter?.kind, letter?.token]).toEqual(["reauthentication", ""]);
  expect(letter?.text).toContain(`Your code: ${code}`);
  const refused = [422, "reauthentication_not_valid"];
  expect(codeOf(await client.updateUser({ password: NEW, nonce: wrong(code) }))).toEqual(refused);
  expect((await client.updateUser({ password: NEW, nonce: code })).error).toBeNull();
  expect(codeOf(await client.updateUser({ password: "yet another song", nonce: code }))).toEqual(refused);
  expect((await createClient(app, createStorage()).signInWithPassword({ email, password: NEW })).error).toBeNull();
});

it("keeps a nonce for another attempt when the new password is refused", async () => {
  const { client, password, nonce } = await signedIn(16);
  const code = await nonce();
  expect(codeOf(await client.updateUser({ password, nonce: code }))).toEqual([422, "same_password"]);
  expect((await client.updateUser({ password: NEW, nonce: code })).error).toBeNull();
});

it("ends a nonce after five wrong tries", async () => {
  const { client, nonce } = await signedIn(16);
  const code = await nonce();
  for (let n = 0; n < 5; n++) await client.updateUser({ password: NEW, nonce: wrong(code) });
  expect(codeOf(await client.updateUser({ password: NEW, nonce: code }))).toEqual([422, "reauthentication_not_valid"]);
});

it("accepts nobody else's nonce, and signs nobody in with one", async () => {
  const thief = await signedIn(16);
  const { email, nonce } = await signedIn(16);
  const code = await nonce();
  expect(codeOf(await thief.client.updateUser({ password: NEW, nonce: code }))).toEqual([422, "reauthentication_not_valid"]);
  const { error } = await createClient(app, createStorage()).verifyOtp({ email, token: code, type: "email" });
  expect(error).toMatchObject({ code: "otp_expired" });
});

it("lets a user without a password set one with a nonce", async () => {
  const { client, id, email, nonce } = await signedIn(16);
  await app.context.db.deleteFrom("user_passwords").where("user_id", "=", id).execute();
  expect(codeOf(await client.updateUser({ password: NEW, current_password: "" }))).toEqual([400, "reauthentication_needed"]);
  expect((await client.updateUser({ password: NEW, nonce: await nonce() })).error).toBeNull();
  expect((await createClient(app, createStorage()).signInWithPassword({ email, password: NEW })).error).toBeNull();
});

it("mails a nonce only to signed-in users with a confirmed address", async () => {
  expect((await app.actors.anonymous.get("/auth/v1/reauthenticate")).status).toBe(401);
  const { client, id } = await signedIn(16);
  await app.context.db.updateTable("users").set({ email_confirmed_at: null }).where("id", "=", id).execute();
  expect(codeOf(await client.reauthenticate())).toEqual([422, "email_not_confirmed"]);
});

it("doesn't reveal whether a new address has an account, if addresses are verified", async () => {
  const { client, email, id } = await signedIn(0);
  const owner = await signedIn(0);
  const unknown = stranger().email;
  expect(codeOf(await client.updateUser({ email: owner.email }))).toEqual([422, "email_exists"]);
  await setSettings(app, { requireEmailVerification: true });
  const shapeOf = async (address: string) => {
    const { data, error } = await client.updateUser({ email: address.toUpperCase() });
    expect(error).toBeNull();
    await client.resend({ type: "email_change", email: address });
    const text = JSON.stringify(data.user).replaceAll(data.user?.updated_at ?? "", "now");
    return text.replaceAll(address, "the new address");
  };
  expect(await shapeOf(owner.email)).toBe(await shapeOf(unknown));
  expect((await lettersTo(app, owner.email)).map(({ kind, code }) => [kind, code])).toEqual([["email_change_taken", ""]]);
  expect((await lettersTo(app, unknown)).map(({ kind }) => kind)).toEqual(["email_change", "email_change"]);
  expect((await lettersTo(app, email)).map(({ kind }) => kind)).toEqual(["email_change_notice", "email_change_notice"]);
  const tokens = app.context.db.selectFrom("one_time_tokens").select("email").where("user_id", "=", id);
  expect(await tokens.execute()).toEqual([{ email: unknown }]);
});
