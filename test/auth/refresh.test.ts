import type { Session } from "@supabase/auth-js";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { createClient, createStorage, STORAGE_KEY, type Storage, setSettings, stranger } from "./client.ts";

type Answer = Partial<Session> & { code?: string };

let app: TestApp;
let ahead = 0;
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => new Date(Date.now() + ahead) } });
  await setSettings(app, { requireEmailVerification: false });
});
afterAll(() => app.close());
afterEach(() => {
  ahead = 0;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const forward = (seconds: number) => {
  ahead += seconds * 1000;
};

const refresh = async (token: string | undefined) =>
  app.actors.anonymous.post<Answer>(
    "/auth/v1/token?grant_type=refresh_token",
    { refresh_token: token },
    { "x-supabase-api-version": "2024-01-01" },
  );
const user = (session: Partial<Session>) =>
  app.actors.anonymous.get("/auth/v1/user", { authorization: `Bearer ${session.access_token}` });
const codes = (answers: { status: number; body: Answer }[]) => answers.map(({ status, body }) => body.code ?? status);

async function signedUp(storage: Storage = createStorage()) {
  const who = stranger();
  const client = createClient(app, storage);
  const { data } = await client.signUp(who);
  return { ...who, client, storage, session: data.session as Session };
}

const storedIn = (storage: Storage): Session => JSON.parse(storage.items.get(STORAGE_KEY) ?? "null");

test("each refresh gives another token of the same session", async () => {
  const { session } = await signedUp();
  const first = await refresh(session.refresh_token);
  const second = await refresh(first.body.refresh_token);
  expect(codes([first, second])).toEqual([200, 200]);
  expect(new Set([session, first.body, second.body].map((one) => one.refresh_token)).size).toBe(3);
  expect(second.body.user?.id).toBe(session.user.id);
  const sessions = await app.context.db.selectFrom("auth_sessions").selectAll().where("user_id", "=", session.user.id).execute();
  expect(sessions).toHaveLength(1);
  expect(sessions[0]?.last_used_at.getTime()).toBeGreaterThan(sessions[0]?.created_at.getTime() ?? 0);
});

test("ten concurrent refreshes with one token: all get the one token that continues the session", async () => {
  const { session } = await signedUp();
  const ten = await Promise.all(Array.from({ length: 10 }, () => refresh(session.refresh_token)));
  expect(codes(ten)).toEqual(Array(10).fill(200));
  expect(new Set(ten.map(({ body }) => body.refresh_token)).size).toBe(1);
  expect(ten[0]?.body.refresh_token).not.toBe(session.refresh_token);
  for (const { body } of ten) expect((await user(body)).status).toBe(200);
  forward(60);
  expect(codes([await refresh(ten[9]?.body.refresh_token)])).toEqual([200]);
});

test("a token that was copied and used within the grace time starts no second line", async () => {
  const { session } = await signedUp();
  const owner = await refresh(session.refresh_token);
  const thief = await refresh(session.refresh_token);
  expect(thief.body.refresh_token).toBe(owner.body.refresh_token);
  // Later both are used: that of the owner reveals it, as soon as the thief is two tokens ahead.
  forward(3600);
  const ahead = await refresh(thief.body.refresh_token);
  forward(3600);
  expect(codes([ahead, await refresh(ahead.body.refresh_token)])).toEqual([200, 200]);
  forward(3600);
  expect(codes([await refresh(owner.body.refresh_token)])).toEqual(["refresh_token_already_used"]);
  expect((await user(owner.body)).status).toBe(403);
  expect((await user(thief.body)).status).toBe(403);
});

test("a token presented again after its successor was used is answered with the active token", async () => {
  const { session } = await signedUp();
  const first = await refresh(session.refresh_token);
  const second = await refresh(first.body.refresh_token);
  const late = await refresh(session.refresh_token);
  expect(late.body.refresh_token).toBe(second.body.refresh_token);
  expect(codes([await refresh(late.body.refresh_token)])).toEqual([200]);
});

test("a token whose response was lost is accepted again, however late, until the next one is used", async () => {
  const { session } = await signedUp();
  const lost = await refresh(session.refresh_token);
  for (const seconds of [12, 12, 8 * 3600]) {
    forward(seconds);
    const again = await refresh(session.refresh_token);
    expect([again.status, again.body.refresh_token]).toEqual([200, lost.body.refresh_token]);
    expect((await user(again.body)).status).toBe(200);
  }
  const next = await refresh(lost.body.refresh_token);
  forward(9);
  expect(codes([await refresh(session.refresh_token)])).toEqual(["refresh_token_already_used"]);
  expect(codes([await refresh(next.body.refresh_token)])).toEqual(["refresh_token_not_found"]);
});

test("a token two generations old ends the session for everybody who has a token of it", async () => {
  const { session, email, password } = await signedUp();
  const elsewhere = createClient(app, createStorage());
  await elsewhere.signInWithPassword({ email, password });
  const mine = await refresh((await refresh(session.refresh_token)).body.refresh_token);
  forward(11);
  const reused = await refresh(session.refresh_token);
  expect([reused.status, reused.body]).toEqual([
    400,
    { code: "refresh_token_already_used", message: "Invalid Refresh Token: Already Used" },
  ]);
  expect(codes([await refresh(mine.body.refresh_token)])).toEqual(["refresh_token_not_found"]);
  expect((await user(mine.body)).status).toBe(403);
  expect((await user(session)).status).toBe(403);
  // The sign-in elsewhere is another family.
  expect((await elsewhere.refreshSession()).error).toBeNull();
  const ended = await app.context.db
    .selectFrom("auth_sessions")
    .select("ended_reason")
    .where("user_id", "=", session.user.id)
    .where("ended_at", "is not", null)
    .execute();
  expect(ended).toEqual([{ ended_reason: "token_reused" }]);
});

test("foreign tokens, and those of an ended session, are refused", async () => {
  const { session, client } = await signedUp();
  await client.signOut();
  const answers = [await refresh("nothing"), await refresh("\u0000"), await refresh(session.refresh_token)];
  expect(codes(answers)).toEqual(Array(3).fill("refresh_token_not_found"));
});

test("several clients of one storage: one refresh serves them all, and concurrent ones do no harm", async () => {
  const { storage, client, session } = await signedUp();
  const tabs = [client, ...Array.from({ length: 4 }, () => createClient(app, storage))];
  const results = await Promise.all(tabs.map((tab) => tab.refreshSession()));
  expect(results.filter(({ error }) => error === null).length).toBeGreaterThan(0);
  const stored = storedIn(storage);
  expect(stored.refresh_token).not.toBe(session.refresh_token);
  for (const tab of tabs) {
    expect((await tab.getSession()).data.session?.access_token).toBe(stored.access_token);
    expect((await tab.getUser()).data.user?.id).toBe(session.user.id);
  }
  forward(60);
  expect((await tabs[3]?.refreshSession())?.error).toBeNull();
  expect((await tabs[1]?.getSession())?.data.session?.refresh_token).toBe(storedIn(storage).refresh_token);
});

test("clients that take turns with a lock refresh one after the other", async () => {
  let last: Promise<unknown> = Promise.resolve();
  const lock = <R>(_name: string, _timeout: number, work: () => Promise<R>): Promise<R> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const storage = createStorage();
  // It warns that custom locks are deprecated.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const tabs = Array.from({ length: 4 }, () => createClient(app, storage, { lock }));
  const { data } = await (tabs[0] ?? createClient(app, storage)).signUp(stranger());
  const results = await Promise.all(tabs.map((tab) => tab.refreshSession()));
  expect(results.map(({ error }) => error)).toEqual([null, null, null, null]);
  expect(new Set(results.map((result) => result.data.session?.refresh_token)).size).toBe(4);
  expect(storedIn(storage).user.id).toBe(data.user?.id);
});

test("the client renews its session before the token expires", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const storage = createStorage();
  const client = createClient(app, storage, { autoRefreshToken: true });
  const { data } = await client.signUp(stranger());
  const first = data.session as Session;
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  await vi.waitFor(() => expect(events).toContain("INITIAL_SESSION"), { interval: 20, timeout: 30_000 });
  // Nearly an hour passes with the client awake, and it renews before the token ends.
  vi.advanceTimersByTime(3_540_000);
  await vi.waitFor(() => expect(events).toContain("TOKEN_REFRESHED"), { timeout: 10_000, interval: 20 });
  vi.advanceTimersByTime(120_000);
  expect((await user(first)).status).toBe(403);
  expect((await user(storedIn(storage))).status).toBe(200);
  // It sleeps for a day: the next request renews first.
  vi.setSystemTime(Date.now() + 86_400_000);
  expect((await client.getUser()).data.user?.id).toBe(first.user.id);
  await client.stopAutoRefresh();
});

test("a session that was stolen while the client slept ends for it, too, and the client says so", async () => {
  const { client, storage, session } = await signedUp();
  await refresh((await refresh(session.refresh_token)).body.refresh_token);
  forward(3700);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ahead });
  ahead = 0;
  // It also logs to the console.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  await vi.waitFor(() => expect(events).toContain("INITIAL_SESSION"), { interval: 20, timeout: 30_000 });
  const { data } = await client.getSession();
  expect(data.session).toBeNull();
  expect(storage.items.has(STORAGE_KEY)).toBe(false);
  expect(events).toContain("SIGNED_OUT");
});
