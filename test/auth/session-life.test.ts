import type { Session } from "@supabase/auth-js";
import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cleanAccounts } from "../../app/domain/auth/clean-accounts.ts";
import { DEFAULT_SETTINGS } from "../../app/domain/settings/settings.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser, signIn } from "../app/signed-in.ts";
import { setSettings, stranger } from "./client.ts";
import { letterTo } from "./mailbox.ts";

type Answer = Session & { code?: string };

const DAY = 86_400_000;
const VERSION = { "x-supabase-api-version": "2024-01-01" };

let app: TestApp;
let ahead = 0;
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => new Date(Date.now() + ahead) } });
});
afterAll(() => app.close());
afterEach(() => {
  ahead = 0;
});

const post = (path: string, body: object) => app.actors.anonymous.post<Answer>(`/auth/v1/${path}`, body, VERSION);
const refresh = (token: string) => post("token?grant_type=refresh_token", { refresh_token: token });
const endsOf = (userId: string) =>
  app.context.db.selectFrom("auth_sessions").select(["ended_at", "ended_reason"]).where("user_id", "=", userId).execute();

test("a session that isn't used for thirty days ends", async () => {
  const { user, session } = await signedInUser(app);
  ahead = 29 * DAY;
  const used = await refresh(session.refresh_token);
  expect(used.status).toBe(200);
  ahead += 31 * DAY;
  const { status, body } = await refresh(used.body.refresh_token);
  expect([status, body]).toEqual([400, { code: "session_expired", message: "Invalid Refresh Token: Session Expired" }]);
  expect(await endsOf(user.id)).toMatchObject([{ ended_reason: "expired" }]);
  expect((await refresh(used.body.refresh_token)).body.code).toBe("refresh_token_not_found");
});

test("a session ends 180 days after the sign-in, however often it is used", async () => {
  const { session } = await signedInUser(app);
  let token = session.refresh_token;
  for (let day = 25; day < 180; day += 25) {
    ahead = day * DAY;
    const { status, body } = await refresh(token);
    expect([day, status]).toEqual([day, 200]);
    token = body.refresh_token;
  }
  ahead = 181 * DAY;
  expect((await refresh(token)).body.code).toBe("session_expired");
});

test("the owner sets both limits", async () => {
  await setSettings(app, { sessionIdleDays: 2, sessionMaxDays: 3 });
  const [idle, old] = [await signedInUser(app), await signedInUser(app)];
  ahead = 1.9 * DAY;
  const used = await refresh(old.session.refresh_token);
  ahead = 2.1 * DAY;
  expect((await refresh(idle.session.refresh_token)).body.code).toBe("session_expired");
  ahead = 3.1 * DAY;
  expect((await refresh(used.body.refresh_token)).body.code).toBe("session_expired");
  await setSettings(app, { sessionIdleDays: 30, sessionMaxDays: 180 });
});

test("the daily cleanup deletes ended sessions, so that they leave the list", async () => {
  const { user, session } = await signedInUser(app);
  await signIn(app, user.id);
  await app.context.db
    .updateTable("auth_sessions")
    .set({ last_used_at: new Date(Date.now() - 31 * DAY) })
    .where("id", "=", String(decodeJwt(session.access_token).session_id))
    .execute();
  await cleanAccounts(app.context, DEFAULT_SETTINGS);
  expect((await endsOf(user.id)).map(({ ended_reason }) => ended_reason).sort()).toEqual(["expired", null]);
});

test("an account has fifty sessions at most; the one that was used least recently ends", async () => {
  const { user, actor } = await signedInUser(app);
  for (let n = 0; n < 50; n++) {
    ahead += 1000;
    await signIn(app, user.id);
  }
  expect((await endsOf(user.id)).filter(({ ended_at }) => ended_at === null)).toHaveLength(50);
  expect((await actor.get("/auth/v1/user")).status).toBe(403);
});

const claimsOf = ({ access_token }: Session) =>
  decodeJwt<{ aal: string; amr: { method: string; timestamp: number }[] }>(access_token);

test("the token says how and when its owner signed in, in seconds, and a refresh keeps that", async () => {
  await setSettings(app, { requireEmailVerification: false });
  const who = stranger();
  await post("signup", who);
  const before = Math.floor(Date.now() / 1000);
  const { body } = await post("token?grant_type=password", who);
  const { aal, amr } = claimsOf(body);
  expect([aal, amr]).toEqual(["aal1", [{ method: "password", timestamp: expect.any(Number) }]]);
  expect(amr[0]?.timestamp).toBeGreaterThanOrEqual(before);
  expect(amr[0]?.timestamp).toBeLessThanOrEqual(before + 5);
  ahead = 3_600_000;
  expect(claimsOf((await refresh(body.refresh_token)).body).amr).toEqual(amr);
  await setSettings(app, { requireEmailVerification: true });
});

test.each([
  ["the link that confirms a sign-up", "signup", "link", "email/signup"],
  ["the code that confirms a sign-up", "signup", "code", "otp"],
  ["a magic link", "otp", "link", "magiclink"],
  ["a code", "otp", "code", "otp"],
  ["a recovery link", "recover", "link", "recovery"],
] as const)("by %s: the token names the method", async (_, path, by, method) => {
  const who = stranger();
  if (path === "recover") await signedInUser(app, { email: who.email });
  await post(path, path === "signup" ? who : { email: who.email });
  const letter = await letterTo(app, who.email);
  const proof = by === "link" ? { token_hash: letter.token } : { email: who.email, token: letter.code };
  const { status, body } = await post("verify", { type: by === "code" ? "email" : letter.type, ...proof });
  expect(status).toBe(200);
  expect(claimsOf(body).amr).toEqual([{ method, timestamp: expect.any(Number) }]);
});
