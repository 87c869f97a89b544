// slow: app/domain/auth/ app/http/auth-v1/ db/migrations/

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cleanAccounts } from "../../app/domain/auth/clean-accounts.ts";
import { hashPassword, storePassword } from "../../app/domain/auth/passwords.ts";
import { createActor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { setSettings, stranger } from "./client.ts";
import { lettersTo, letterTo } from "./mailbox.ts";

const DAY = 86_400_000;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const NEXT_FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0";
const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const HOME = "203.0.113.77";
const AWAY = "198.51.100.9";

type Who = { email: string; password: string };
type Session = { access_token: string; refresh_token: string };

let app: TestApp;
const began = Date.now();
let ahead = 0;
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => new Date(began + ahead) } });
});
afterAll(() => app.close());

const at = (address: string, userAgent: string, headers: Record<string, string> = {}) =>
  createActor(app.fetch, { address, headers: { "user-agent": userAgent, ...headers } });

async function signIn({ email, password }: Who, address: string, userAgent = FIREFOX): Promise<Session> {
  const answer = await at(address, userAgent).post<Session>("/auth/v1/token?grant_type=password", { email, password });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const notices = async (email: string) => (await lettersTo(app, email)).filter(({ kind }) => kind === "new_browser");

/** An account whose owner has signed in with Firefox at home since sign-ins are recorded. */
async function owner() {
  const who = stranger();
  const { user, actor } = await signedInUser(app, { email: who.email });
  await storePassword(app.context, user.id, await hashPassword(who.password));
  await signIn(who, HOME);
  return { ...who, user, actor };
}

test("hundreds of wrong passwords mail nothing about new browsers", async () => {
  const who = await owner();
  const wrong = { email: who.email, password: "wrong" };
  const statuses: number[] = [];
  for (let n = 0; n < 200; n++) {
    const address = `198.18.${n >> 8}.${n & 255}`;
    statuses.push((await at(address, CHROME).post("/auth/v1/token?grant_type=password", wrong)).status);
  }
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  expect(await notices(who.email)).toEqual([]);
});

test("known browsers mail nothing: a newer version, another address of the network", async () => {
  const who = await owner();
  await signIn(who, HOME, NEXT_FIREFOX);
  await signIn(who, "203.0.113.5");
  expect(await notices(who.email)).toEqual([]);
});

test("sign-ins on the server's own machine mail nothing", async () => {
  const who = await owner();
  for (const address of ["127.0.0.1", "::1"]) await signIn(who, address, CHROME);
  expect(await notices(who.email)).toEqual([]);
});

test("the first sign-ins of an account mail nothing, wherever its address is confirmed", async () => {
  const who = stranger();
  expect((await at(HOME, FIREFOX).post("/auth/v1/signup", who)).status).toBe(200);
  const { token } = await letterTo(app, who.email);
  const confirmed = await at(AWAY, CHROME).post("/auth/v1/verify", { type: "signup", token_hash: token });
  expect(confirmed.status, confirmed.text).toBe(200);
  expect(await notices(who.email)).toEqual([]);
});

test("an account from before sign-ins were recorded isn't mailed at its first one, nor where it has a session", async () => {
  const who = stranger();
  const { user } = await signedInUser(app, { email: who.email });
  await storePassword(app.context, user.id, await hashPassword(who.password));
  await signIn(who, AWAY, CHROME);
  await signIn(who, HOME, FIREFOX);
  expect(await notices(who.email)).toEqual([]);
  await signIn(who, AWAY, FIREFOX);
  expect(await notices(who.email)).toHaveLength(1);
});

test("a network that a session has gone to is known", async () => {
  const who = await owner();
  const { refresh_token } = await signIn(who, HOME);
  const body = { refresh_token };
  expect((await at(AWAY, FIREFOX).post("/auth/v1/token?grant_type=refresh_token", body)).status).toBe(200);
  await signIn(who, AWAY);
  expect(await notices(who.email)).toEqual([]);
});

test("a new browser or network is mailed once, with time, browser and network, and never the whole address", async () => {
  const who = await owner();
  await setSettings(app, { timezone: "Asia/Tokyo" });
  await signIn(who, AWAY, CHROME);
  await signIn(who, AWAY, CHROME);
  const [mail, ...others] = await notices(who.email);
  expect(others).toEqual([]);
  expect(mail?.text).toContain("Browser: Chrome on Windows\n");
  expect(mail?.text).toContain("Network: 198.51.100.0/24\n");
  expect(mail?.text).toMatch(/When: \w+ \d+, \d{4} at \d+:\d\d [AP]M GMT\+9\n/);
  expect(mail?.text).not.toContain(AWAY);
  expect(mail?.link.pathname).toBe("/account");
  await signIn(who, AWAY, FIREFOX);
  await signIn(who, HOME, CHROME);
  expect(await notices(who.email)).toHaveLength(3);
});

test("several sign-ins at once from a new browser are one mail", async () => {
  const who = await owner();
  await Promise.all(Array.from({ length: 6 }, () => signIn(who, AWAY, CHROME)));
  expect(await notices(who.email)).toHaveLength(1);
});

test("an account gets five in 24 hours; the fifth says that no more follow", async () => {
  const who = await owner();
  for (let n = 0; n < 8; n++) await signIn(who, `198.51.${n}.9`, CHROME);
  const mails = await notices(who.email);
  expect(mails.map(({ text }) => text.includes("the fifth such email in 24 hours"))).toEqual([true, false, false, false, false]);
  await sql`update outbox set created_at = created_at - interval '24 hours' where recipient = ${who.email}`.execute(
    app.context.db,
  );
  await signIn(who, "198.51.200.9", CHROME);
  expect(await notices(who.email)).toHaveLength(6);
});

test("a link of an email is mailed like a password, with the browser that opens it", async () => {
  const who = await owner();
  expect((await at(HOME, FIREFOX).post("/auth/v1/recover", { email: who.email })).status).toBe(200);
  const { token } = await letterTo(app, who.email);
  const opened = await at(AWAY, CHROME).post("/auth/v1/verify", { type: "recovery", token_hash: token });
  expect(opened.status, opened.text).toBe(200);
  expect((await notices(who.email)).map(({ text }) => text.includes("Chrome on Windows"))).toEqual([true]);
});

test("a browser is forgotten 90 days after the last sign-in, and the account still gets the mail", async () => {
  const who = await owner();
  ahead += 89 * DAY;
  await signIn(who, HOME);
  expect(await notices(who.email)).toEqual([]);
  ahead += 91 * DAY;
  await cleanAccounts(app.context, { sessionIdleDays: 30, sessionMaxDays: 180 });
  const kept = await app.context.db.selectFrom("seen_browsers").selectAll().where("user_id", "=", who.user.id).execute();
  expect(kept).toEqual([]);
  await signIn(who, HOME);
  expect(await notices(who.email)).toHaveLength(1);
});

test("the owner can turn the mails off, and sees in the export what is stored", async () => {
  const who = await owner();
  const { access_token } = await signIn(who, HOME);
  const own = at(HOME, FIREFOX, { authorization: `Bearer ${access_token}` });
  const wrong = await own.put<{ message: string }>("/api/account/notices", { comment_replies: true, sign_ins: "no" });
  expect([wrong.status, wrong.text.includes("sign_ins")]).toEqual([400, true]);
  expect((await own.get("/api/account/notices")).body).toEqual({ comment_replies: true, sign_ins: true, hand_ins: true });
  const off = await own.put("/api/account/notices", { comment_replies: true, sign_ins: false });
  expect(off.body).toEqual({ comment_replies: true, sign_ins: false, hand_ins: true });
  const older = await own.put("/api/account/notices", { comment_replies: false });
  expect(older.body).toEqual({ comment_replies: false, sign_ins: false, hand_ins: true });
  await signIn(who, AWAY, CHROME);
  expect(await notices(who.email)).toEqual([]);
  const { body } = await own.get<{ browsers: object[] }>("/api/account/export");
  expect(body.browsers).toEqual([
    { browser: "Firefox on Linux", network: "203.0.113.0/24", last_seen_at: expect.any(String) },
    { browser: "Chrome on Windows", network: "198.51.100.0/24", last_seen_at: expect.any(String) },
  ]);
});
