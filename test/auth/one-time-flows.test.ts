import { afterAll, beforeAll, expect, it } from "vitest";
import { verifyPassword } from "../../app/domain/auth/passwords.ts";
import { TEST_ORIGIN } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildUser } from "../builders.ts";
import { createClient, createStorage, setSettings } from "./client.ts";
import { lettersTo, letterTo } from "./mailbox.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The published client in a new browser. */
const browser = () => createClient(app, createStorage());

let count = 0;
const address = () => `reader-${++count}@mail.example`;
const rowOf = (email: string) => app.context.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();

async function signedUp(password = "first secret") {
  const email = address();
  const { error } = await browser().signUp({ email, password });
  expect(error).toBeNull();
  return { email, password };
}
async function confirmed() {
  const account = await signedUp();
  const { token } = await letterTo(app, account.email);
  const client = browser();
  const { error } = await client.verifyOtp({ token_hash: token, type: "signup" });
  expect(error).toBeNull();
  return { ...account, client };
}

it.each<"link" | "code">(["link", "code"])("confirms a sign-up by the %s of its mail, and signs in", async (way) => {
  const { email } = await signedUp();
  const letter = await letterTo(app, email);
  expect(letter).toMatchObject({ kind: "confirm", type: "signup" });
  expect(letter.link.origin + letter.link.pathname).toBe(`${TEST_ORIGIN}/confirm`);
  const client = browser();
  const { data, error } = await client.verifyOtp(
    way === "link" ? { token_hash: letter.token, type: "email" } : { email, token: letter.code, type: "signup" },
  );
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, email_confirmed_at: expect.any(String), role: "authenticated" });
  expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 3600, refresh_token: expect.any(String) });
  expect((await client.getUser()).data.user?.email).toBe(email);
});

it.each([
  ["with a blank", (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
  ["with a dash", (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
  ["with another dash", (code: string) => `${code.slice(0, 3)}\u2013${code.slice(3)}`],
  ["with blanks around", (code: string) => `\n\u00a0 ${code}\t `],
])("takes a code %s", async (_, written) => {
  const { email } = await signedUp();
  const { code } = await letterTo(app, email);
  const { data, error } = await browser().verifyOtp({ email, token: written(code), type: "signup" });
  expect([error, data.user?.email]).toEqual([null, email]);
});

it("takes an address whose domain the browser doesn't convert as the address that it is", async () => {
  const [typed, email] = [`Ada-${++count}@Bücher.example`, `ada-${count}@xn--bcher-kva.example`];
  expect((await browser().signUp({ email: typed, password: "first secret" })).error).toBeNull();
  const { code } = await letterTo(app, email);
  expect((await browser().verifyOtp({ email: typed, token: code, type: "signup" })).error).toBeNull();
  const { data } = await browser().signInWithPassword({ email: typed, password: "first secret" });
  expect(data.user?.email).toBe(email);
  expect((await browser().signUp({ email: "ada@bü cher.example", password: "first secret" })).error?.code).toBe(
    "validation_failed",
  );
});

it("resets a forgotten password", async () => {
  const { email } = await confirmed();
  const client = browser();
  const { error } = await client.resetPasswordForEmail(email, { redirectTo: `${TEST_ORIGIN}/account` });
  expect(error).toBeNull();
  const letter = await letterTo(app, email);
  expect(letter).toMatchObject({ kind: "recovery", type: "recovery" });
  expect(letter.link.pathname).toBe("/reset-password");
  expect(letter.link.searchParams.get("redirect_to")).toBe("/account");
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  expect((await client.verifyOtp({ token_hash: letter.token, type: "recovery" })).error).toBeNull();
  expect((await client.updateUser({ password: "second secret" })).error).toBeNull();
  expect(events).toContain("PASSWORD_RECOVERY");
  expect((await lettersTo(app, email))[0]?.kind).toBe("password_changed");
  const again = await browser().signInWithPassword({ email, password: "second secret" });
  expect(again.error).toBeNull();
});

it("signs in by a mailed code, with an account created for it", async () => {
  const email = address();
  const client = browser();
  const asked = await client.signInWithOtp({ email: ` ${email.toUpperCase()}`, options: { data: { full_name: "Ada Lark" } } });
  expect(asked).toMatchObject({ error: null, data: { user: null, session: null } });
  const letter = await letterTo(app, email);
  expect(letter.kind).toBe("magiclink");
  const { data, error } = await client.verifyOtp({ email, token: letter.code, type: "email" });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, user_metadata: { full_name: "Ada Lark" }, app_metadata: { role: "user" } });
  expect(await rowOf(email)).toMatchObject({ full_name: "Ada Lark", role: "user" });
});

it("answers alike for known and unknown addresses, and sends no unrequested mail", async () => {
  const { email } = await confirmed();
  const shut = address();
  await buildUser(app.context.db, { email: shut, is_active: false, email_confirmed_at: new Date() });
  const unknown = address();
  const before = (await lettersTo(app, email)).length;
  const requests: [string, object][] = [
    ["/auth/v1/recover", {}],
    ["/auth/v1/otp", { create_user: false }],
    ["/auth/v1/resend", { type: "signup" }],
    ["/auth/v1/resend", { type: "email_change" }],
  ];
  for (const [path, body] of requests) {
    for (const who of [email, unknown, shut]) {
      const { status, text } = await app.actors.anonymous.post(path, { ...body, email: who });
      expect([status, text], `${path} for ${who}`).toEqual([200, "{}"]);
    }
  }
  expect((await lettersTo(app, email)).slice(0, -before).map(({ kind }) => kind)).toEqual(["magiclink", "recovery"]);
  expect(await lettersTo(app, unknown)).toEqual([]);
  expect(await lettersTo(app, shut)).toEqual([]);
  expect(await rowOf(unknown)).toBeUndefined();
});

it("creates no account when registration is closed, and doesn't say so", async () => {
  const { email } = await confirmed();
  await setSettings(app, { allowRegistration: false });
  try {
    const unknown = address();
    for (const who of [email, unknown]) {
      expect((await browser().signInWithOtp({ email: who })).error, who).toBeNull();
    }
    expect((await letterTo(app, email)).kind).toBe("magiclink");
    expect(await rowOf(unknown)).toBeUndefined();
  } finally {
    await setSettings(app, { allowRegistration: true });
  }
});

it("sends the mail of a sign-up again; either link works, and once", async () => {
  const { email, password } = await signedUp();
  const first = await letterTo(app, email);
  const { error } = await browser().resend({
    type: "signup",
    email,
    options: { emailRedirectTo: `${TEST_ORIGIN}/about` },
  });
  expect(error).toBeNull();
  const second = await letterTo(app, email);
  expect(second.token).not.toBe(first.token);
  expect(second.link.searchParams.get("redirect_to")).toBe("/about");
  expect((await browser().verifyOtp({ token_hash: first.token, type: "signup" })).error).toBeNull();
  const late = await browser().verifyOtp({ token_hash: second.token, type: "signup" });
  expect(late.error).toMatchObject({ status: 403, code: "otp_expired" });
  expect((await browser().signInWithPassword({ email, password })).error).toBeNull();
});

it.each([
  "https://elsewhere.example/",
  `${TEST_ORIGIN}.elsewhere.example/`,
  `${TEST_ORIGIN}//elsewhere.example`,
  "javascript:alert(1)",
  "//elsewhere.example",
  "/\\elsewhere.example",
  "/.//elsewhere.example",
  "http://[",
])("never redirects to %s", async (redirectTo) => {
  const { email } = await confirmed();
  const { error } = await browser().resetPasswordForEmail(email, { redirectTo });
  expect(error).toBeNull();
  const { link, kind } = await letterTo(app, email);
  expect(kind).toBe("recovery");
  expect(new URL(link.searchParams.get("redirect_to") ?? "/", TEST_ORIGIN).origin).toBe(TEST_ORIGIN);
});

it("changes an address once the new one is proven, and notifies the old one first", async () => {
  const { email, client } = await confirmed();
  const fresh = address();
  const { data, error } = await client.updateUser({ email: fresh });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, new_email: fresh });
  const notice = await letterTo(app, email);
  expect(notice).toMatchObject({ kind: "email_change_notice", code: "", token: "" });
  expect(notice.text).toContain(fresh);
  await client.resend({ type: "email_change", email: fresh });
  const letter = await letterTo(app, fresh);
  expect(letter).toMatchObject({ kind: "email_change", type: "email_change" });
  const proven = await browser().verifyOtp({ email: fresh, token: letter.code, type: "email_change" });
  expect(proven.data.user).toMatchObject({ email: fresh });
  expect(await rowOf(fresh)).toMatchObject({ pending_email: null });
  expect((await browser().signInWithPassword({ email: fresh, password: "first secret" })).error).toBeNull();
});

it("cancels a change of address when the password is changed, so that a thief's link doesn't work", async () => {
  const { email, client } = await confirmed();
  const thief = address();
  await client.updateUser({ email: thief });
  const { token } = await letterTo(app, thief);
  await browser().resetPasswordForEmail(email);
  const owner = browser();
  await owner.verifyOtp({ token_hash: (await letterTo(app, email)).token, type: "recovery" });
  const { data, error } = await owner.updateUser({ password: "a song of my own" });
  expect(error).toBeNull();
  expect(data.user?.new_email).toBeUndefined();
  await browser().resend({ type: "email_change", email: thief });
  expect(await lettersTo(app, thief)).toHaveLength(1);
  expect((await browser().verifyOtp({ token_hash: token, type: "email_change" })).error).toMatchObject({ code: "otp_expired" });
  expect((await browser().signInWithPassword({ email, password: "a song of my own" })).error).toBeNull();
});

it("keeps a change of address that is requested together with the new password", async () => {
  const { client } = await confirmed();
  const fresh = address();
  await client.updateUser({ email: address() });
  const { data } = await client.updateUser({ email: fresh, password: "a song of my own" });
  expect(data.user).toMatchObject({ new_email: fresh });
  const proven = await browser().verifyOtp({ token_hash: (await letterTo(app, fresh)).token, type: "email_change" });
  expect(proven.data.user).toMatchObject({ email: fresh });
});

it("refuses a new address that someone else took in the meantime", async () => {
  const { client } = await confirmed();
  const fresh = address();
  await client.updateUser({ email: fresh });
  const { token } = await letterTo(app, fresh);
  await buildUser(app.context.db, { email: fresh });
  const { error } = await browser().verifyOtp({ token_hash: token, type: "email_change" });
  expect(error).toMatchObject({ status: 422, code: "email_exists" });
});

it("voids mails to an address that the account no longer has", async () => {
  const { email } = await confirmed();
  await browser().resetPasswordForEmail(email);
  const { token } = await letterTo(app, email);
  await app.context.db.updateTable("users").set({ email: address() }).where("email", "=", email).execute();
  const { error } = await browser().verifyOtp({ token_hash: token, type: "recovery" });
  expect(error).toMatchObject({ code: "otp_expired" });
});

it("refuses a user whose account was deactivated after the mail", async () => {
  const { email } = await confirmed();
  await browser().signInWithOtp({ email });
  const { token } = await letterTo(app, email);
  await app.context.db.updateTable("users").set({ is_active: false }).where("email", "=", email).execute();
  const { data, error } = await browser().verifyOtp({ token_hash: token, type: "magiclink" });
  expect(error).toMatchObject({ code: "user_banned" });
  expect(data.session).toBeNull();
});

it("resets the password of a user who signed up with another's address, once its owner confirms it", async () => {
  const { email, password } = await signedUp("of someone else");
  const user = await rowOf(email);
  await browser().signInWithOtp({ email });
  const { code } = await letterTo(app, email);
  expect((await browser().verifyOtp({ email, token: code, type: "email" })).error).toBeNull();
  expect((await browser().signInWithPassword({ email, password })).error).toMatchObject({ code: "invalid_credentials" });
  expect(
    await app.context.db
      .selectFrom("user_passwords")
      .where("user_id", "=", user?.id ?? "")
      .select("hash")
      .execute(),
  ).toEqual([]);
  const own = await confirmed();
  const stored = await app.context.db
    .selectFrom("user_passwords")
    .innerJoin("users", "users.id", "user_passwords.user_id")
    .where("users.email", "=", own.email)
    .select("hash")
    .executeTakeFirstOrThrow();
  expect(await verifyPassword(own.password, stored.hash)).toBe(true);
});

it("gives one session to twenty concurrent uses of one link", async () => {
  const { email } = await signedUp();
  const { token, type } = await letterTo(app, email);
  const body = { token_hash: token, type };
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.actors.anonymous.post("/auth/v1/verify", body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 403)]);
  const user = await rowOf(email);
  expect(
    await app.context.db
      .selectFrom("auth_sessions")
      .where("user_id", "=", user?.id ?? "")
      .select("id")
      .execute(),
  ).toHaveLength(1);
});

it("redeems nothing when a link is only opened", async () => {
  const { email } = await signedUp();
  const { token } = await letterTo(app, email);
  const query = new URLSearchParams({ token, type: "signup", redirect_to: `${TEST_ORIGIN}/about` });
  for (let n = 0; n < 3; n++) {
    const answer = await app.actors.anonymous.get(`/auth/v1/verify?${query}`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`${TEST_ORIGIN}/confirm?token_hash=${token}&type=signup&redirect_to=%2Fabout`);
  }
  const recovery = await app.actors.anonymous.get(
    "/auth/v1/verify?token=a%26b&type=recovery&redirect_to=https://elsewhere.example",
  );
  expect(recovery.headers.get("location")).toBe(`${TEST_ORIGIN}/reset-password?token_hash=a%26b&type=recovery`);
  expect((await browser().verifyOtp({ token_hash: token, type: "signup" })).error).toBeNull();
});
