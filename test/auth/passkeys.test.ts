import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { createMovedClock, newClient, refusal, signedUp, signIn, withFactor } from "./authenticator.ts";
import { setSettings } from "./client.ts";
import { lettersTo } from "./mailbox.ts";
import { createDevice, type Device, type Faults } from "./passkey-device.ts";

const clock = createMovedClock();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ clock, env: { SITE_URL: "http://blog.test" } });
});
afterAll(() => app.close());
beforeEach(() => setSettings(app, { requireEmailVerification: false, allowRegistration: true, requireTwoSteps: false }));

type Client = ReturnType<typeof newClient>;
const MINUTE = 60_000;
const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const FAILED = [400, "webauthn_verification_failed"];
const NOT_FOUND = [400, "webauthn_challenge_not_found"];

async function begin(client: Client) {
  const { data, error } = await client.passkey.startRegistration();
  if (!data) throw error;
  return { challengeId: data.challenge_id, options: data.options };
}

async function beginSignIn(client: Client) {
  const { data, error } = await client.passkey.startAuthentication();
  if (!data) throw error;
  return { challengeId: data.challenge_id, options: data.options };
}

async function register(client: Client, device: Device = createDevice(), faults: Faults = {}) {
  const { challengeId, options } = await begin(client);
  const answer = await client.passkey.verifyRegistration({ challengeId, credential: device.create(options, faults) as never });
  return { device, answer, id: answer.data?.id ?? "" };
}

async function enter(device: Device, faults: Faults = {}, client = newClient(app)) {
  const { challengeId, options } = await beginSignIn(client);
  const credential = device.get(options, faults) as never;
  return { client, answer: await client.passkey.verifyAuthentication({ challengeId, credential }) };
}

/** A user with a passkey. */
async function withPasskey() {
  const who = await signedUp(app);
  const { device, answer, id } = await register(who.client);
  expect(answer.error).toBeNull();
  return { ...who, device, passkeyId: id };
}

const tokenOf = async (client: Client) => (await client.getSession()).data.session?.access_token;
const actorOf = async (client: Client) => app.actors.from({ headers: { authorization: `Bearer ${await tokenOf(client)}` } });

it("refuses what needs a session without one", async () => {
  const visitor = app.actors.anonymous;
  expect((await visitor.get("/auth/v1/passkeys")).status).toBe(401);
  for (const path of ["options", "verify"])
    expect((await visitor.post(`/auth/v1/passkeys/registration/${path}`, { challenge_id: UNKNOWN, credential: {} })).status).toBe(
      401,
    );
  expect((await visitor.patch(`/auth/v1/passkeys/${UNKNOWN}`, { friendly_name: "x" })).status).toBe(401);
  expect((await visitor.delete(`/auth/v1/passkeys/${UNKNOWN}`)).status).toBe(401);
});

it.each<[string, Faults]>([
  ["another origin", { origin: "http://evil.test" }],
  ["the same host on another port", { origin: "http://blog.test:8080" }],
  ["another host's id", { rpId: "evil.test" }],
  ["no user verification", { verifies: false }],
  ["a frame of another site that the browser doesn't name", { crossOrigin: true }],
  ["the answer of another ceremony", { type: "webauthn.other" }],
])("refuses %s, when a passkey is added and when it signs in", async (_, faults) => {
  const { client } = await signedUp(app);
  expect(refusal((await register(client, createDevice(), faults)).answer)).toEqual(FAILED);
  expect((await client.passkey.list()).data).toEqual([]);
  const { device } = await withPasskey();
  expect(refusal((await enter(device, faults)).answer)).toEqual(FAILED);
  expect((await enter(device)).answer.error).toBeNull();
});

it("refuses a counter that doesn't go up, another's user handle, a wrong key and an unknown passkey, all alike", async () => {
  const { device } = await withPasskey();
  const other = await withPasskey();
  expect((await enter(device, { counter: 7 })).answer.error).toBeNull();
  for (const counter of [7, 6, 0]) expect(refusal((await enter(device, { counter })).answer)).toEqual(FAILED);
  const { challengeId, options } = await beginSignIn(newClient(app));
  const handle = (other.device.get(options) as { response: { userHandle: string } }).response.userHandle;
  const client = newClient(app);
  const stranger = await enter(createDevice(), { userHandle: handle });
  const answers = [await enter(device, { counter: 8, userHandle: handle }), stranger];
  for (const { answer } of answers) expect(refusal(answer)).toEqual(FAILED);
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const forged = device.get(options, { counter: 9 }, key) as never;
  expect(refusal(await client.passkey.verifyAuthentication({ challengeId, credential: forged }))).toEqual(FAILED);
  expect(new Set([...answers, stranger].map(({ answer }) => answer.error?.message)).size).toBe(1);
  expect((await enter(device, { counter: 8 })).answer.error).toBeNull();
});

it("takes a challenge once, for five minutes, for its purpose and its session", async () => {
  const who = await withPasskey();
  const client = newClient(app);
  const first = await beginSignIn(client);
  const good = who.device.get(first.options) as never;
  expect((await client.passkey.verifyAuthentication({ challengeId: first.challengeId, credential: good })).error).toBeNull();
  const again = await newClient(app).passkey.verifyAuthentication({ challengeId: first.challengeId, credential: good });
  expect(refusal(again)).toEqual(NOT_FOUND);

  const spare = createDevice();
  const mine = await begin(who.client);
  const other = await signIn(app, who);
  const credential = spare.create(mine.options) as never;
  expect(refusal(await other.passkey.verifyRegistration({ challengeId: mine.challengeId, credential }))).toEqual(NOT_FOUND);
  const asSignIn = { challengeId: mine.challengeId, credential: who.device.get(mine.options) as never };
  expect(refusal(await client.passkey.verifyAuthentication(asSignIn))).toEqual(NOT_FOUND);
  const signing = await beginSignIn(client);
  const asRegistration = {
    challengeId: signing.challengeId,
    credential: spare.create({ ...signing.options, ...mine.options }) as never,
  };
  expect(refusal(await who.client.passkey.verifyRegistration(asRegistration))).toEqual(NOT_FOUND);
  expect((await who.client.passkey.verifyRegistration({ challengeId: mine.challengeId, credential })).error).toBeNull();
  expect(refusal(await who.client.passkey.verifyRegistration({ challengeId: mine.challengeId, credential }))).toEqual(NOT_FOUND);

  const late = await beginSignIn(client);
  clock.move(5 * MINUTE + 1000);
  const credentialLate = who.device.get(late.options) as never;
  const expired = await client.passkey.verifyAuthentication({ challengeId: late.challengeId, credential: credentialLate });
  expect(refusal(expired)).toEqual([400, "webauthn_challenge_expired"]);
  for (const id of [UNKNOWN, "no-uuid", "x".repeat(5000)])
    expect(refusal(await client.passkey.verifyAuthentication({ challengeId: id, credential: credentialLate }))).toEqual(
      NOT_FOUND,
    );
});

it("signs in one of 20 parallel answers to a challenge", async () => {
  const { device } = await withPasskey();
  const { challengeId, options } = await beginSignIn(newClient(app));
  const credential = device.get(options);
  const body = { challenge_id: challengeId, credential };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.actors.anonymous.post("/auth/v1/passkeys/authentication/verify", body)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
});

it("refuses bad input", async () => {
  const who = await withPasskey();
  const actor = await actorOf(who.client);
  const send = async (ceremony: "authentication" | "registration", change: (credential: Record<string, unknown>) => unknown) => {
    const { challengeId, options } = await (ceremony === "registration" ? begin(who.client) : beginSignIn(who.client));
    const device = ceremony === "registration" ? createDevice().create(options as never) : who.device.get(options);
    const body = { challenge_id: challengeId, credential: change(device) };
    const answer = await actor.post<{ error_code: string }>(`/auth/v1/passkeys/${ceremony}/verify`, body);
    return [answer.status, answer.body.error_code ?? (answer.body as { code?: string }).code];
  };
  for (const ceremony of ["authentication", "registration"] as const) {
    for (const wrong of [null, "text", 7, ["x"]]) expect(await send(ceremony, () => wrong)).toEqual([400, "validation_failed"]);
    for (const wrong of [{}, { id: "x" }]) expect(await send(ceremony, () => wrong)).toEqual(FAILED);
    expect(await send(ceremony, (one) => ({ ...one, id: "not base64!" }))).toEqual(FAILED);
    expect(await send(ceremony, (one) => ({ ...one, rawId: "AAAA" }))).toEqual(FAILED);
    expect(await send(ceremony, (one) => ({ ...one, type: "password" }))).toEqual(FAILED);
    for (const field of ["clientDataJSON", "authenticatorData", "signature", "attestationObject", "userHandle"])
      for (const text of ["%%%", "", "AA", "\u0000", 7]) {
        const answer = await send(ceremony, (one) => {
          const response = one.response as Record<string, unknown>;
          return field in response ? { ...one, response: { ...response, [field]: text } } : {};
        });
        expect([field, text, ...answer]).toEqual([field, text, ...FAILED]);
      }
    const big = await send(ceremony, (one) => ({ ...one, more: "x".repeat(1_000_000) }));
    expect(big).toEqual([413, "payload_too_large"]);
  }
  for (const body of [{}, { challenge_id: UNKNOWN }, { credential: {} }])
    expect((await actor.post("/auth/v1/passkeys/authentication/verify", body)).status).toBe(400);
});

it("takes a credential once, whoever has it, and at most ten for each account", async () => {
  const who = await withPasskey();
  expect(refusal((await register(who.client, who.device)).answer)).toEqual([422, "webauthn_credential_exists"]);
  const other = await signedUp(app);
  const copy = createDevice({ credentialId: Buffer.from(who.device.id, "base64url") });
  expect(refusal((await register(other.client, copy)).answer)).toEqual([422, "webauthn_credential_exists"]);
  const begun = [];
  for (let n = 0; n < 20; n++) begun.push(await begin(other.client));
  const answers = await Promise.all(
    begun.map(({ challengeId, options }) =>
      other.client.passkey.verifyRegistration({ challengeId, credential: createDevice().create(options) as never }),
    ),
  );
  expect(answers.filter(({ error }) => error === null)).toHaveLength(10);
  const refused = answers.filter(({ error }) => error !== null);
  expect(refused.map(refusal)).toEqual(Array.from({ length: 10 }, () => [422, "too_many_passkeys"]));
  for (let n = 0; n < 80; n++)
    expect(refusal(await other.client.passkey.startRegistration())).toEqual([422, "too_many_passkeys"]);
});

it("registers, signs in, lists, renames and removes", async () => {
  const { client, email, id: userId } = await signedUp(app);
  const { options } = await begin(client);
  expect(options).toMatchObject({
    rp: { id: "blog.test", name: "Skylark" },
    user: { name: email },
    attestation: "none",
    excludeCredentials: [],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const hidden = Buffer.from(options.user.id, "base64url");
  expect(hidden).toHaveLength(32);
  expect(hidden.toString("latin1")).not.toContain(email);
  const { device, answer, id } = await register(client);
  expect(answer.data).toMatchObject({ id, friendly_name: "Passkey", created_at: expect.any(String) });
  expect((await begin(client)).options.excludeCredentials).toEqual([
    { type: "public-key", id: device.id, transports: ["internal", "hybrid"] },
  ]);

  const signing = await beginSignIn(newClient(app));
  expect(signing.options).toMatchObject({ rpId: "blog.test", userVerification: "required", allowCredentials: [] });
  const { client: second, answer: session } = await enter(device);
  expect(session.data?.user).toMatchObject({ id: userId, email });
  const claims = (await second.getClaims()).data?.claims;
  expect(claims).toMatchObject({ aal: "aal1", amr: [{ method: "passkey", timestamp: expect.any(Number) }] });
  expect((await second.refreshSession()).error).toBeNull();
  expect((await second.getClaims()).data?.claims.amr).toEqual(claims?.amr);

  expect((await second.passkey.list()).data).toEqual([
    { id, friendly_name: "Passkey", created_at: answer.data?.created_at, last_used_at: expect.any(String), rp_id: "blog.test" },
  ]);
  const renamed = await second.passkey.update({ passkeyId: id, friendlyName: " Laptop " });
  expect(renamed.data).toMatchObject({ id, friendly_name: "Laptop" });
  for (const name of ["", "  ", "n".repeat(101), "n".repeat(10_001), "a\u0000b"]) {
    const wrong = await second.passkey.update({ passkeyId: id, friendlyName: name });
    expect(refusal(wrong)).toEqual([400, "validation_failed"]);
    expect(wrong.error?.message).toContain("friendly_name");
  }
  const thief = await signedUp(app);
  for (const passkeyId of [id, UNKNOWN, "no-uuid"]) {
    const gone = [404, "webauthn_credential_not_found"];
    expect(refusal(await thief.client.passkey.update({ passkeyId, friendlyName: "Mine" }))).toEqual(gone);
    expect(refusal(await thief.client.passkey.delete({ passkeyId }))).toEqual(gone);
  }
  expect((await second.passkey.delete({ passkeyId: id })).error).toBeNull();
  expect((await second.passkey.list()).data).toEqual([]);
  expect(refusal((await enter(device)).answer)).toEqual(FAILED);
  expect((await lettersTo(app, email)).map(({ kind }) => kind)).toEqual(["passkey_changed", "passkey_changed"]);
  const log = await app.context.db.selectFrom("audit_log").select(["action", "after"]).where("entity_id", "=", userId).execute();
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(["passkey added", "passkey removed", "signed in"]));
});

it("needs a fresh proof to add or remove one, and the second step if there is one", async () => {
  const who = await withPasskey();
  const begun = await begin(who.client);
  clock.move(6 * MINUTE);
  const stale = [400, "reauthentication_needed"];
  expect(refusal(await who.client.passkey.startRegistration())).toEqual(stale);
  const credential = createDevice().create(begun.options) as never;
  expect(refusal(await who.client.passkey.verifyRegistration({ challengeId: begun.challengeId, credential }))).toEqual(stale);
  expect(refusal(await who.client.passkey.delete({ passkeyId: who.passkeyId }))).toEqual(stale);
  expect((await who.client.updateUser({ current_password: who.password })).error).toBeNull();
  expect((await who.client.passkey.delete({ passkeyId: who.passkeyId })).error).toBeNull();

  const phone = await withFactor(app, clock);
  const { id } = await register(phone.client);
  const client = await signIn(app, phone);
  const low = [403, "insufficient_aal"];
  expect(refusal(await client.passkey.startRegistration())).toEqual(low);
  expect(refusal(await client.passkey.update({ passkeyId: id, friendlyName: "x" }))).toEqual(low);
  expect(refusal(await client.passkey.delete({ passkeyId: id }))).toEqual(low);
});

it("counts as two steps: no code is asked for, until the passkey is removed", async () => {
  const who = await withFactor(app, clock);
  const { device, id } = await register(who.client);
  const plain = await actorOf(await signIn(app, who));
  expect((await plain.get("/api/account")).status).toBe(403);
  const { client } = await enter(device);
  const actor = await actorOf(client);
  expect((await actor.get("/api/account")).status).toBe(200);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: "aal1" });
  expect((await client.updateUser({ data: { full_name: "Ada" } })).error).toBeNull();
  expect((await client.mfa.enroll({ factorType: "totp", friendlyName: "Tablet" })).error).toBeNull();
  expect((await who.client.passkey.delete({ passkeyId: id })).error).toBeNull();
  expect((await actor.get("/api/account")).status).toBe(403);
});

it("may be removed by a session that it began, which needs a code from then on and loses nothing else", async () => {
  const who = await withFactor(app, clock);
  const { device, id } = await register(who.client);
  const { client } = await enter(device);
  const actor = await actorOf(client);
  expect((await client.passkey.delete({ passkeyId: id })).error).toBeNull();
  expect((await actor.get<{ code: string }>("/api/account")).body.code).toBe("insufficient_aal");
  const low = [403, "insufficient_aal"];
  expect(refusal(await client.passkey.startRegistration())).toEqual(low);
  expect(refusal(await client.updateUser({ password: "another fine day", current_password: who.password }))).toEqual(low);
  expect((await client.getUser()).data.user?.id).toBe(who.id);
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.mfa.challengeAndVerify({ factorId: who.phone.factorId, code: who.phone.next() })).error).toBeNull();
  const raised = (await client.getClaims()).data?.claims;
  expect([raised?.aal, (await (await actorOf(client)).get("/api/account")).status]).toEqual(["aal2", 200]);
  expect((await register(client)).answer.error).toBeNull();
});

it("is enough for a back office that requires two steps, and an admin's reset removes it", async () => {
  const who = await withPasskey();
  await app.context.db.updateTable("users").set({ role: "admin" }).where("id", "=", who.id).execute();
  await setSettings(app, { requireTwoSteps: true });
  expect((await (await actorOf(await signIn(app, who))).get("/api/admin/users")).status).toBe(403);
  const admin = await actorOf((await enter(who.device)).client);
  const other = await withPasskey();
  const listed = await admin.get<{ items: { id: string; has_second_step: boolean }[] }>(`/api/admin/users?search=${other.email}`);
  expect(listed.body.items).toMatchObject([{ id: other.id, has_second_step: true }]);
  expect((await admin.delete(`/api/admin/users/${other.id}/factors`)).status).toBe(204);
  expect((await other.client.passkey.list()).data).toEqual([]);
  expect(refusal((await enter(other.device)).answer)).toEqual(FAILED);
  expect((await lettersTo(app, other.email)).some(({ text }) => text.includes("its passkeys were removed"))).toBe(true);
});

it("refuses deactivated and unconfirmed accounts only after the passkey was right", async () => {
  const who = await withPasskey();
  await app.context.db.updateTable("users").set({ email_confirmed_at: null }).where("id", "=", who.id).execute();
  await setSettings(app, { requireEmailVerification: true });
  expect(refusal((await enter(who.device)).answer)).toEqual([400, "email_not_confirmed"]);
  await app.context.db.updateTable("users").set({ is_active: false }).where("id", "=", who.id).execute();
  expect(refusal((await enter(who.device)).answer)).toEqual([400, "user_banned"]);
  expect(refusal((await enter(who.device, { origin: "http://evil.test" })).answer)).toEqual(FAILED);
});

it("lists them in the account's export, and the checks name those of another host", async () => {
  const who = await withPasskey();
  const { body } = await (await actorOf(who.client)).get<{ passkeys: object[] }>("/api/account/export");
  expect(body.passkeys).toEqual([expect.objectContaining({ id: who.passkeyId, rp_id: "blog.test" })]);
  await app.context.db.updateTable("passkeys").set({ rp_id: "old.test" }).where("id", "=", who.passkeyId).execute();
  await app.context.db.updateTable("users").set({ role: "admin" }).where("id", "=", who.id).execute();
  const found = await (await actorOf(who.client)).get<{ items: { name: string; state: string; found: string }[] }>(
    "/api/admin/system/checks",
  );
  expect(found.body.items.find(({ name }) => name === "passkeys")).toMatchObject({
    state: "warning",
    found: "1 passkey of old.test can’t sign in at blog.test.",
  });
  await app.context.db.deleteFrom("passkeys").where("id", "=", who.passkeyId).execute();
});

it("is off where the site is known by an IP address", async () => {
  const bare = await createTestApp({ siteUrl: "http://127.0.0.1:3000" });
  try {
    const { actors } = bare;
    const answer = await actors.anonymous.post<{ error_code: string }>("/auth/v1/passkeys/authentication/options", {});
    expect([answer.status, answer.body.error_code]).toEqual([404, "passkey_disabled"]);
    expect((await actors.anonymous.get("/auth/v1/settings")).body).toMatchObject({ passkeys_enabled: false });
    expect((await app.actors.anonymous.get("/auth/v1/settings")).body).toMatchObject({ passkeys_enabled: true });
  } finally {
    await bare.close();
  }
});
