import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { createMovedClock, newClient, refusal, signedUp, signIn, withFactor } from "./authenticator.ts";
import { setSettings, stranger } from "./client.ts";
import { letterTo } from "./mailbox.ts";

const clock = createMovedClock();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(() => setSettings(app, { requireEmailVerification: false, allowRegistration: true }));

type Client = ReturnType<typeof newClient>;

/** What the API answers to a client. */
async function ask(client: Client, path: string) {
  const token = (await client.getSession()).data.session?.access_token;
  const { status, body } = await app.actors.anonymous.get<{ code?: string }>(path, { authorization: `Bearer ${token}` });
  return [status, body.code];
}

it("takes a session for none until the code is there, and for one afterwards", async () => {
  const who = await withFactor(app, clock);
  const client = await signIn(app, who);
  for (const path of ["/api/account", "/api/account/sessions", "/api/account/export", `/api/users/${who.id}`])
    expect([path, ...(await ask(client, path))]).toEqual([path, 403, "insufficient_aal"]);
  expect(await ask(client, "/api/posts")).toEqual([200, undefined]);
  expect((await client.getUser()).data.user?.id).toBe(who.id);
  await client.mfa.challengeAndVerify({ factorId: who.phone.factorId, code: who.phone.next() });
  expect(await ask(client, "/api/account")).toEqual([200, undefined]);
});

it("reveals only after the right password that there is a second step", async () => {
  const { email } = await withFactor(app, clock);
  const answers = [];
  for (const address of [email, (await signedUp(app)).email, stranger().email]) {
    const typed = { email: address, password: "a wrong password" };
    const { status, text } = await app.actors.anonymous.post("/auth/v1/token?grant_type=password", typed);
    answers.push([status, text.replaceAll(address, "(address)")]);
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.[0]).toBe(400);
});

it("keeps an admin out of the back office until then", async () => {
  const who = await withFactor(app, clock);
  await sql`update users set role = 'admin' where id = ${who.id}`.execute(app.context.db);
  const client = await signIn(app, who);
  expect(await ask(client, "/api/admin/posts")).toEqual([403, "insufficient_aal"]);
  await client.mfa.challengeAndVerify({ factorId: who.phone.factorId, code: who.phone.next() });
  expect(await ask(client, "/api/admin/posts")).toEqual([200, undefined]);
});

it("changes neither password nor address nor name without the code", async () => {
  const who = await withFactor(app, clock);
  const client = await signIn(app, who);
  for (const change of [{ password: "another fine day" }, { email: "thief@mail.example" }, { data: { full_name: "Thief" } }])
    expect(refusal(await client.updateUser({ ...change, current_password: who.password }))).toEqual([403, "insufficient_aal"]);
  expect((await client.updateUser({ current_password: who.password })).error).toBeNull();
  await client.mfa.challengeAndVerify({ factorId: who.phone.factorId, code: who.phone.next() });
  expect((await client.updateUser({ password: "another fine day", current_password: who.password })).error).toBeNull();
});

it("asks for the code after a link from an email, too", async () => {
  const who = await withFactor(app, clock);
  const client = newClient(app);
  await client.resetPasswordForEmail(who.email);
  await expect.poll(async () => (await letterTo(app, who.email)).kind).toBe("recovery");
  const { token } = await letterTo(app, who.email);
  expect((await client.verifyOtp({ token_hash: token, type: "recovery" })).error).toBeNull();
  expect(refusal(await client.updateUser({ password: "another fine day" }))).toEqual([403, "insufficient_aal"]);
  expect(await ask(client, "/api/account")).toEqual([403, "insufficient_aal"]);
  await client.mfa.challengeAndVerify({ factorId: who.phone.factorId, code: who.phone.next() });
  expect((await client.updateUser({ password: "another fine day" })).error).toBeNull();
});

it("changes nothing for accounts without a factor, nor with an unfinished setup", async () => {
  const who = await withFactor(app, clock);
  await who.client.mfa.unenroll({ factorId: who.phone.factorId });
  await who.client.mfa.enroll({ factorType: "totp", friendlyName: "Unfinished" });
  const client = await signIn(app, who);
  expect(await ask(client, "/api/account")).toEqual([200, undefined]);
  expect((await client.updateUser({ password: "another fine day" })).error).toBeNull();
});

it("lets another admin reset it, but nobody their own, and tells the user", async () => {
  const [who, admin] = [await withFactor(app, clock), await withFactor(app, clock)];
  await sql`update users set role = 'admin' where id = ${admin.id}`.execute(app.context.db);
  const token = (await admin.client.getSession()).data.session?.access_token;
  const actor = app.actors.from({ headers: { authorization: `Bearer ${token}` } });
  const own = await actor.delete<{ code: string }>(`/api/admin/users/${admin.id}/factors`);
  expect([own.status, own.body.code]).toEqual([409, "own_factors"]);
  const listed = async () => {
    const { body } = await actor.get<{ items: { id: string; has_second_step: boolean }[] }>(
      `/api/admin/users?search=${who.email}`,
    );
    return body.items.map(({ has_second_step }) => has_second_step);
  };
  expect(await listed()).toEqual([true]);
  expect((await actor.delete(`/api/admin/users/${who.id}/factors`)).status).toBe(204);
  expect(await listed()).toEqual([false]);
  expect((await letterTo(app, who.email)).text).toContain("was reset");
  expect(await ask(await signIn(app, who), "/api/account")).toEqual([200, undefined]);
  expect((await actor.delete(`/api/admin/users/00000000-0000-4000-8000-000000000000/factors`)).status).toBe(404);
});

it("keeps admins without a second step out of the back office if the owner requires one, and lets nobody lock themselves out", async () => {
  const [owner, other] = [await withFactor(app, clock), await withFactor(app, clock)];
  await sql`update users set role = 'admin' where id in (${owner.id}, ${other.id})`.execute(app.context.db);
  await other.client.mfa.unenroll({ factorId: other.phone.factorId });
  const actorOf = async (client: Client) => {
    const token = (await client.getSession()).data.session?.access_token;
    return app.actors.from({ headers: { authorization: `Bearer ${token}` } });
  };
  type Stored = {
    settings: Record<string, unknown>;
    content: unknown;
    version: number;
    code: string;
    details: { field: string }[];
  };
  const [first, second] = [await actorOf(owner.client), await actorOf(other.client)];
  const turn = async (actor: typeof first, requireTwoSteps: boolean) => {
    const { settings, content, version } = (await first.get<Stored>("/api/admin/settings")).body;
    return actor.put<Stored>("/api/admin/settings", { settings: { ...settings, requireTwoSteps }, content, version });
  };
  const refused = await turn(second, true);
  expect([refused.status, refused.body.details?.map(({ field }) => field)]).toEqual([400, ["settings.requireTwoSteps"]]);
  expect((await turn(first, true)).status).toBe(200);
  for (const path of ["/api/admin/settings", "/api/admin/posts", "/api/admin/users", "/api/admin/none"])
    expect([path, ...(await ask(other.client, path))]).toEqual([path, 403, "factor_required"]);
  expect((await turn(second, false)).body.code).toBe("factor_required");
  expect(await ask(other.client, "/api/account")).toEqual([200, undefined]);
  expect(await ask(owner.client, "/api/admin/posts")).toEqual([200, undefined]);
  expect((await turn(first, false)).status).toBe(200);
  expect(await ask(other.client, "/api/admin/posts")).toEqual([200, undefined]);
});
