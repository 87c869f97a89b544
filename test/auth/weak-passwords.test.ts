import { isAuthWeakPasswordError } from "@supabase/auth-js";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import PASSWORDS from "../../app/domain/auth/common-passwords.json" with { type: "json" };
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { createClient, createStorage, setSettings, stranger } from "./client.ts";
import { letterTo } from "./mailbox.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => setSettings(app, { requireEmailVerification: false, siteName: "The Daily Lark" }));

const browser = () => createClient(app, createStorage());
const COMMON = /one of the most common passwords/;
const SITE = /site’s name is easy to guess/;
const ADDRESS = /own email address is easy to guess/;
const FOR_ADMINS = "Admins need a password of at least 12 characters";

/** The reason why a password is refused; null when it is accepted. */
const refusal = ({ error }: { error: unknown }) => {
  if (error === null) return null;
  expect(isAuthWeakPasswordError(error) && error.status).toBe(422);
  return (error as Error).message;
};

it.each([
  ["123456", COMMON],
  ["654321", COMMON],
  ["PassWord", COMMON],
  ["letmein", COMMON],
  ["trustno1", COMMON],
  ["Password123", COMMON],
  ["Aa123456", COMMON],
  ["P4ssword", COMMON],
  ["thedailylark", SITE],
  ["The Daily Lark", SITE],
  ["the-daily-LARK2026", SITE],
  ["ada.lovelace", ADDRESS],
  ["AdaLovelace1815", ADDRESS],
  ["ada.lovelace@mail.example", ADDRESS],
])("refuses %j at sign-up, and says why", async (password, why) => {
  expect(refusal(await browser().signUp({ email: "ada.lovelace+blog@mail.example", password }))).toMatch(why);
});

it.each(["daily larks", "ada loves lace", "six456", "123457x"])("accepts %j", async (password) => {
  expect(refusal(await browser().signUp({ email: `ada.lovelace+${password.length}@mail.example`, password }))).toBeNull();
});

it("refuses it on a change and on a reset, too", async () => {
  const who = stranger();
  const client = browser();
  await client.signUp(who);
  const change = (password: string) => client.updateUser({ password, current_password: who.password });
  expect(refusal(await change("qwerty"))).toMatch(COMMON);
  expect(refusal(await change("TheDailyLark7"))).toMatch(SITE);
  expect(refusal(await change(who.email.split("@")[0] ?? ""))).toMatch(ADDRESS);
  await client.resetPasswordForEmail(who.email);
  const { token } = await letterTo(app, who.email);
  const other = browser();
  await other.verifyOtp({ token_hash: token, type: "recovery" });
  expect(refusal(await other.updateUser({ password: "sunshine" }))).toMatch(COMMON);
  expect(refusal(await other.updateUser({ password: "a song for the morning" }))).toBeNull();
});

it("requires twelve characters of admins from their next password on", async () => {
  const who = { ...stranger(), password: "kites!7" };
  const client = browser();
  const { data } = await client.signUp(who);
  await app.context.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", data.user?.id ?? "")
    .execute();
  expect((await client.signInWithPassword(who)).error).toBeNull();
  expect(refusal(await client.updateUser({ password: "eleven chrs" }))).toBe(FOR_ADMINS);
  expect(refusal(await client.updateUser({ password: "short" }))).toBe("Password must be at least 6 characters long");
  expect(refusal(await client.updateUser({ password: "twelve chars" }))).toBeNull();
});

it("requires them of an invited admin, too", async () => {
  const { actor } = await signedInUser(app, { role: "admin" });
  const { email } = stranger();
  const made = await actor.post("/api/admin/users", { email, full_name: "Grace", role: "admin" });
  expect(made.status).toBe(201);
  const client = browser();
  expect((await client.verifyOtp({ token_hash: (await letterTo(app, email)).token, type: "invite" })).error).toBeNull();
  expect(refusal(await client.updateUser({ password: "eleven chrs" }))).toBe(FOR_ADMINS);
  expect(refusal(await client.updateUser({ password: "twelve chars" }))).toBeNull();
});

it("knows 3000 common passwords that could be chosen", () => {
  const words = PASSWORDS.common.split(" ");
  expect(new Set(words).size).toBe(3000);
  expect(words.filter((word) => word.length < 6 || word !== word.toLowerCase())).toEqual([]);
});
