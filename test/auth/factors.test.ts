import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { createMovedClock, enroll, newClient, refusal, signedUp, signIn, withFactor } from "./authenticator.ts";
import { setSettings } from "./client.ts";
import { lettersTo } from "./mailbox.ts";
import { createDevice, type Options } from "./passkey-device.ts";

/** More of them for a proof that takes minutes: `WRONG_CODES=10000`. */
const WRONG_CODES = Number(process.env.WRONG_CODES ?? 1000);
const ADDRESSES = 200;

const clock = createMovedClock();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(() => setSettings(app, { requireEmailVerification: false, allowRegistration: true }));

const claimsOf = async (client: ReturnType<typeof newClient>) => (await client.getClaims()).data?.claims;
const MINUTE = 60_000;
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

it("refuses everything without a session", async () => {
  const visitor = app.actors.anonymous;
  for (const path of ["", `/${UNKNOWN}/challenge`, `/${UNKNOWN}/verify`, "/recovery-codes", "/recovery-codes/verify"])
    expect((await visitor.post(`/auth/v1/factors${path}`, {})).status).toBe(401);
  expect((await visitor.delete(`/auth/v1/factors/${UNKNOWN}`)).status).toBe(401);
});

it("refuses bad input and names the field", async () => {
  const { client } = await signedUp(app);
  const enrolled = (friendlyName: string) => client.mfa.enroll({ factorType: "totp", friendlyName });
  for (const name of ["n".repeat(101), "n".repeat(10_000), "a\u0000b"]) {
    const answer = await enrolled(name);
    expect(refusal(answer)).toEqual([400, "validation_failed"]);
    expect(answer.error?.message).toContain("friendly_name");
  }
  const long = await client.mfa.enroll({ factorType: "totp", friendlyName: "x", issuer: "i".repeat(101) });
  expect(long.error?.message).toContain("issuer");
  const { factorId, code } = await enroll(client, clock, "n".repeat(100));
  for (const id of [UNKNOWN, "..", "no-uuid"]) {
    expect(refusal(await client.mfa.unenroll({ factorId: encodeURIComponent(id) }))).toEqual([404, expect.anything()]);
    expect(refusal(await client.mfa.verify({ factorId, challengeId: id, code: code() }))).toEqual([404, "mfa_factor_not_found"]);
  }
  expect(refusal(await client.mfa.challengeAndVerify({ factorId, code: "" }))).toEqual([400, "validation_failed"]);
  expect(refusal(await client.mfa.challengeAndVerify({ factorId, code: "12345a" }))).toEqual([422, "mfa_verification_failed"]);
  const megabyte = "1".repeat(1_000_000);
  expect(refusal(await client.mfa.challengeAndVerify({ factorId, code: megabyte }))).toEqual([413, expect.anything()]);
  expect(refusal(await client.mfa.recoveryCodes.verify({ code: megabyte }))).toEqual([413, expect.anything()]);
});

it("sets up an app, raises the session, and keeps the level when the tokens are renewed", async () => {
  const { client, email } = await signedUp(app);
  expect((await client.getUser()).data.user).not.toHaveProperty("factors");
  const { factorId, secret, qr_code, uri, code, app: totp } = await enroll(client, clock);
  expect(uri).toContain(encodeURIComponent(email));
  expect([totp.algorithm, totp.digits, totp.period, totp.issuer, totp.secret.base32]).toEqual(["SHA1", 6, 30, "Skylark", secret]);
  expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
  expect((await client.mfa.listFactors()).data).toMatchObject({ totp: [], all: [{ id: factorId, status: "unverified" }] });
  const level = () => client.mfa.getAuthenticatorAssuranceLevel();
  expect((await level()).data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
  const { data, error } = await client.mfa.challengeAndVerify({ factorId, code: code() });
  expect(error).toBeNull();
  expect(data?.user.factors).toMatchObject([{ id: factorId, factor_type: "totp", friendly_name: "Phone", status: "verified" }]);
  expect((await level()).data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
  const before = await claimsOf(client);
  expect(before?.aal).toBe("aal2");
  expect(before?.amr?.map((entry) => (typeof entry === "string" ? entry : entry.method))).toEqual(["totp", "password"]);
  expect((await client.refreshSession()).error).toBeNull();
  expect(await claimsOf(client)).toMatchObject({ aal: "aal2", amr: before?.amr, session_id: before?.session_id });
  expect((await lettersTo(app, email)).map(({ kind }) => kind)).toEqual(["factor_changed"]);
});

it("signs in at aal1 afterwards, and knows of the second step", async () => {
  const who = await withFactor(app, clock);
  const client = await signIn(app, who);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
  const { factorId, next } = who.phone;
  expect((await client.mfa.challengeAndVerify({ factorId, code: next() })).error).toBeNull();
  expect((await claimsOf(client))?.aal).toBe("aal2");
});

it("takes an earlier refresh token no longer once the session is raised", async () => {
  const who = await withFactor(app, clock);
  const client = await signIn(app, who);
  const copy = (await client.getSession()).data.session?.refresh_token ?? "";
  await client.mfa.challengeAndVerify({ factorId: who.phone.factorId, code: who.phone.next() });
  expect(refusal(await newClient(app).refreshSession({ refresh_token: copy }))).toEqual([400, "refresh_token_not_found"]);
  expect((await client.refreshSession()).error).toBeNull();
});

it("ends other sessions without a code when the first factor is set up", async () => {
  const who = await signedUp(app);
  const thief = await signIn(app, who);
  const token = (await thief.getSession()).data.session?.access_token;
  const { factorId, code } = await enroll(who.client, clock);
  await who.client.mfa.challengeAndVerify({ factorId, code: code() });
  const answer = await app.actors.anonymous.get("/auth/v1/user", { authorization: `Bearer ${token}` });
  expect([answer.status, answer.headers.get("x-sb-error-code")]).toEqual([403, "session_not_found"]);
});

it("lets a code work once, also a newer one before an older one, and of 1,000 in parallel one", async () => {
  const who = await withFactor(app, clock);
  const { factorId, code, next } = who.phone;
  const { client } = who;
  expect(refusal(await client.mfa.challengeAndVerify({ factorId, code: code() }))).toEqual([422, "mfa_verification_failed"]);
  const token = next();
  expect((await client.mfa.challengeAndVerify({ factorId, code: token })).error).toBeNull();
  expect(refusal(await client.mfa.challengeAndVerify({ factorId, code: code(-30_000) }))[1]).toBe("mfa_verification_failed");
  next();
  const fresh = next();
  const session = (await client.getSession()).data.session;
  const actor = app.actors.from({ headers: { authorization: `Bearer ${session?.access_token}` } });
  const challenge = (await actor.post<{ id: string }>(`/auth/v1/factors/${factorId}/challenge`, {})).body;
  const answers = await Promise.all(
    Array.from({ length: 1000 }, () =>
      actor.post(`/auth/v1/factors/${factorId}/verify`, { challenge_id: challenge.id, code: fresh }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  // 503: on a busy machine, more of them wait for the database than may wait.
  const refused = answers.filter(({ status }) => status !== 200).map(({ status }) => status);
  expect(refused.filter((status) => ![422, 429, 503].includes(status))).toEqual([]);
  expect(new Set(refused)).toContain(422);
});

it("makes tries wait after five wrong codes, whatever the session, and forgets them after a right one", async () => {
  const who = await withFactor(app, clock);
  const { factorId, code, next } = who.phone;
  clock.move(10 * MINUTE);
  const wrong = () => (code() === "000000" ? "000001" : "000000");
  const other = await signIn(app, who);
  for (const client of [who.client, other, who.client, other, who.client])
    expect(refusal(await client.mfa.challengeAndVerify({ factorId, code: wrong() }))).toEqual([422, "mfa_verification_failed"]);
  const tooSoon = await other.mfa.challengeAndVerify({ factorId, code: code() });
  expect(refusal(tooSoon)).toEqual([429, "over_request_rate_limit"]);
  expect(tooSoon.error?.message).toBe("Too many wrong codes. Please wait 30 seconds and try again.");
  clock.move(31_000);
  expect(refusal(await other.mfa.challengeAndVerify({ factorId, code: wrong() }))).toEqual([422, "mfa_verification_failed"]);
  const longer = await other.mfa.challengeAndVerify({ factorId, code: code() });
  expect(longer.error?.message).toContain("60 seconds");
  clock.move(31_000);
  expect(refusal(await other.mfa.challengeAndVerify({ factorId, code: code() }))).toEqual([429, "over_request_rate_limit"]);
  clock.move(31_000);
  expect((await other.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull();
  expect(refusal(await other.mfa.challengeAndVerify({ factorId, code: wrong() }))).toEqual([422, "mfa_verification_failed"]);
  expect((await other.mfa.challengeAndVerify({ factorId, code: next() })).error).toBeNull();
});

it("counts wrong codes of an app for the account, and leaves an app waiting when another one’s code was right", async () => {
  const who = await withFactor(app, clock);
  const { factorId: phone, code } = who.phone;
  const tablet = await enroll(who.client, clock, "Tablet");
  expect((await who.client.mfa.challengeAndVerify({ factorId: tablet.factorId, code: tablet.next() })).error).toBeNull();
  clock.move(10 * MINUTE);
  const client = await signIn(app, who);
  const wrong = () => ["000000", "000001", "000002"].find((guess) => guess !== code() && guess !== tablet.code()) ?? "";
  const guess = async (factorId: string) => refusal(await client.mfa.challengeAndVerify({ factorId, code: wrong() }));
  for (let n = 0; n < 5; n++) expect(await guess(phone)).toEqual([422, "mfa_verification_failed"]);
  for (const factorId of [tablet.factorId, phone]) expect(await guess(factorId)).toEqual([429, "over_request_rate_limit"]);
  clock.move(31_000);
  expect((await client.mfa.challengeAndVerify({ factorId: tablet.factorId, code: tablet.code() })).error).toBeNull();
  expect(await guess(phone)).toEqual([422, "mfa_verification_failed"]);
  const waiting = await client.mfa.challengeAndVerify({ factorId: phone, code: code() });
  expect(waiting.error?.message).toBe("Too many wrong codes. Please wait 60 seconds and try again.");
  expect(await guess(tablet.factorId)).toEqual([422, "mfa_verification_failed"]);
  clock.move(61_000);
  expect((await client.mfa.challengeAndVerify({ factorId: phone, code: code() })).error).toBeNull();
});

it("passes none of many wrong codes from 200 addresses, and the owner can still sign in with a passkey", async () => {
  const who = await withFactor(app, clock);
  const device = createDevice();
  const begun = (await who.client.passkey.startRegistration()).data;
  const credential = device.create(begun?.options as Options) as never;
  const added = await who.client.passkey.verifyRegistration({ challengeId: begun?.challenge_id ?? "", credential });
  expect(added.error).toBeNull();
  clock.move(10 * MINUTE);
  const client = await signIn(app, who);
  const token = (await client.getSession()).data.session?.access_token;
  const { factorId, app: totp } = who.phone;
  const from = (n: number) => app.actors.from({ headers: { authorization: `Bearer ${token}` }, address: `203.0.${n}.7` });
  const answers = await clock.stopDuring(async () => {
    const near = new Set(
      [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((n) => totp.generate({ timestamp: clock.now().getTime() + n * 30_000 })),
    );
    const all = Array.from({ length: WRONG_CODES }, (_, n) => String(Math.floor((n * 1e6) / WRONG_CODES)).padStart(6, "0"));
    const wrong = all.filter((code) => !near.has(code));
    const challenge = (await from(0).post<{ id: string }>(`/auth/v1/factors/${factorId}/challenge`, {})).body;
    const sendAll = async (address: number) => {
      const sent = [];
      for (const code of wrong.filter((_, n) => n % ADDRESSES === address))
        sent.push(await from(address).post(`/auth/v1/factors/${factorId}/verify`, { challenge_id: challenge.id, code }));
      return sent;
    };
    return (await Promise.all(Array.from({ length: ADDRESSES }, (_, address) => sendAll(address)))).flat();
  });
  const counts = Map.groupBy(answers, ({ status }) => status);
  expect([...counts.keys()].sort()).toEqual([422, 429]);
  expect(counts.get(422)).toHaveLength(5);
  expect(Number(counts.get(429)?.[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await client.getClaims()).data?.claims.aal).toBe("aal1");

  const owner = newClient(app);
  const signing = (await owner.passkey.startAuthentication()).data;
  const answer = await owner.passkey.verifyAuthentication({
    challengeId: signing?.challenge_id ?? "",
    credential: device.get(signing?.options as Options) as never,
  });
  expect(answer.data?.user?.id).toBe(who.id);
  const session = (await owner.getSession()).data.session?.access_token;
  const account = await app.actors.anonymous.get("/api/account", { authorization: `Bearer ${session}` });
  expect(account.status).toBe(200);
}, 600_000);

it("says that a clock is wrong, and doesn't take the code later", async () => {
  const { client, phone } = await withFactor(app, clock);
  clock.move(10 * MINUTE);
  for (const off of [-60_000, 60_000]) {
    const answer = await client.mfa.challengeAndVerify({ factorId: phone.factorId, code: phone.code(off) });
    expect(refusal(answer)).toEqual([422, "mfa_verification_failed"]);
    expect(answer.error?.message).toContain("clock of your phone");
  }
  const early = phone.code(60_000);
  clock.move(60_000);
  const later = await client.mfa.challengeAndVerify({ factorId: phone.factorId, code: early });
  expect(refusal(later)).toEqual([422, "mfa_verification_failed"]);
  expect((await client.mfa.challengeAndVerify({ factorId: phone.factorId, code: phone.next() })).error).toBeNull();
});

it("ties a challenge to its factor and session, once and for five minutes", async () => {
  const who = await withFactor(app, clock);
  const { factorId, code, next } = who.phone;
  const second = await enroll(who.client, clock, "Tablet");
  const other = await signIn(app, who);
  const challengeOf = async (client: typeof other, id = factorId) =>
    (await client.mfa.challenge({ factorId: id })).data?.id ?? "";
  const mine = await challengeOf(who.client);
  const verify = (client: typeof other, challengeId: string, token: string) =>
    client.mfa.verify({ factorId, challengeId, code: token });
  expect(refusal(await verify(other, mine, next()))).toEqual([404, "mfa_factor_not_found"]);
  expect(refusal(await verify(who.client, await challengeOf(who.client, second.factorId), code()))[1]).toBe(
    "mfa_factor_not_found",
  );
  expect((await verify(who.client, mine, code())).error).toBeNull();
  expect(refusal(await verify(who.client, mine, next()))).toEqual([422, "mfa_challenge_expired"]);
  const old = await challengeOf(who.client);
  clock.move(5 * MINUTE + 1000);
  expect(refusal(await verify(who.client, old, code()))).toEqual([422, "mfa_challenge_expired"]);
});

it("treats somebody else's factor as one that doesn't exist", async () => {
  const { phone } = await withFactor(app, clock);
  const { client } = await signedUp(app);
  const { factorId } = phone;
  expect(refusal(await client.mfa.challenge({ factorId }))).toEqual([404, "mfa_factor_not_found"]);
  expect(refusal(await client.mfa.unenroll({ factorId }))).toEqual([404, "mfa_factor_not_found"]);
  const own = await enroll(client, clock);
  const challengeId = (await client.mfa.challenge({ factorId: own.factorId })).data?.id ?? "";
  expect(refusal(await client.mfa.verify({ factorId, challengeId, code: phone.next() }))).toEqual([404, "mfa_factor_not_found"]);
});

it("has at most ten factors, each with a name of its own, and replaces an unfinished setup", async () => {
  const { client, phone } = await withFactor(app, clock);
  expect(refusal(await client.mfa.enroll({ factorType: "totp", friendlyName: " Phone " }))).toEqual([
    422,
    "mfa_factor_name_conflict",
  ]);
  const first = await enroll(client, clock, "Tablet");
  const again = await enroll(client, clock, "Tablet");
  expect(refusal(await client.mfa.challenge({ factorId: first.factorId }))).toEqual([404, "mfa_factor_not_found"]);
  const answers = [];
  for (let n = 0; n < 100; n++) answers.push(await client.mfa.enroll({ factorType: "totp", friendlyName: `Phone ${n}` }));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(8);
  expect(refusal(answers[99] as (typeof answers)[0])).toEqual([422, "too_many_enrolled_mfa_factors"]);
  expect((await client.mfa.challengeAndVerify({ factorId: again.factorId, code: again.code() })).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([phone.factorId, again.factorId]);
});

it("needs a fresh proof for the first factor, at the beginning and at the end", async () => {
  const { client, password } = await signedUp(app);
  clock.move(4 * MINUTE);
  const { factorId, code } = await enroll(client, clock);
  clock.move(2 * MINUTE);
  expect(refusal(await client.mfa.challengeAndVerify({ factorId, code: code() }))).toEqual([400, "reauthentication_needed"]);
  expect(refusal(await client.mfa.enroll({ factorType: "totp", friendlyName: "Tablet" }))).toEqual([
    400,
    "reauthentication_needed",
  ]);
  expect(refusal(await client.updateUser({ current_password: "a guess" }))).toEqual([400, "invalid_credentials"]);
  expect(refusal(await client.updateUser({ nonce: "123456" }))).toEqual([422, "reauthentication_not_valid"]);
  await client.updateUser({ data: { full_name: "Ada" } });
  expect(refusal(await client.mfa.challengeAndVerify({ factorId, code: code() }))).toEqual([400, "reauthentication_needed"]);
  expect((await client.updateUser({ current_password: password })).error).toBeNull();
  expect((await client.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull();
});

it("accepts the nonce of an email as the proof, once", async () => {
  const { client, email } = await signedUp(app);
  clock.move(6 * MINUTE);
  await client.reauthenticate();
  const nonce = (await lettersTo(app, email))[0]?.code ?? "";
  expect((await client.updateUser({ nonce })).error).toBeNull();
  await enroll(client, clock);
  clock.move(6 * MINUTE);
  expect(refusal(await client.updateUser({ nonce }))).toEqual([422, "reauthentication_not_valid"]);
  expect(refusal(await client.mfa.enroll({ factorType: "totp", friendlyName: "Tablet" }))[1]).toBe("reauthentication_needed");
});

it("needs the second step to add another factor or to remove one", async () => {
  const who = await withFactor(app, clock);
  const { factorId, next } = who.phone;
  const client = await signIn(app, who);
  expect(refusal(await client.mfa.enroll({ factorType: "totp", friendlyName: "Tablet" }))).toEqual([403, "insufficient_aal"]);
  expect(refusal(await client.mfa.unenroll({ factorId }))).toEqual([422, "insufficient_aal"]);
  await client.updateUser({ current_password: who.password });
  expect(refusal(await client.mfa.unenroll({ factorId }))).toEqual([422, "insufficient_aal"]);
  await client.mfa.challengeAndVerify({ factorId, code: next() });
  clock.move(6 * MINUTE);
  expect(refusal(await client.mfa.unenroll({ factorId }))).toEqual([400, "reauthentication_needed"]);
  await client.mfa.challengeAndVerify({ factorId, code: next() });
  expect((await client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
});

it("lowers the sessions of a removed factor, and all when the last one goes", async () => {
  const who = await withFactor(app, clock);
  const tablet = await enroll(who.client, clock, "Tablet");
  await who.client.mfa.challengeAndVerify({ factorId: tablet.factorId, code: tablet.code() });
  const other = await signIn(app, who);
  await other.mfa.challengeAndVerify({ factorId: who.phone.factorId, code: who.phone.next() });
  await other.mfa.recoveryCodes.generate();
  const levelOf = async (client: typeof other) => {
    await client.refreshSession();
    return (await claimsOf(client))?.aal;
  };
  expect((await who.client.mfa.unenroll({ factorId: tablet.factorId })).error).toBeNull();
  expect([await levelOf(who.client), await levelOf(other)]).toEqual(["aal1", "aal2"]);
  await who.client.mfa.challengeAndVerify({ factorId: who.phone.factorId, code: who.phone.next() });
  expect((await other.mfa.unenroll({ factorId: who.phone.factorId })).error).toBeNull();
  expect([await levelOf(who.client), await levelOf(other)]).toEqual(["aal1", "aal1"]);
  expect((await other.mfa.listFactors()).data?.all).toEqual([]);
  expect((await lettersTo(app, who.email)).filter(({ text }) => text.includes("removed"))).toHaveLength(2);
  const log = await app.context.db.selectFrom("audit_log").select(["action", "after"]).where("entity_id", "=", who.id).execute();
  expect(log.filter(({ action }) => action === "factor removed")).toMatchObject([{ after: { times: 2 } }]);
  expect((await other.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: "aal1" });
});

it("removes an unfinished setup without a proof", async () => {
  const { client } = await signedUp(app);
  const { factorId } = await enroll(client, clock);
  clock.move(10 * MINUTE);
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
});

it("stores the secret encrypted, for this factor alone", async () => {
  const { phone, client, id } = await withFactor(app, clock);
  const tablet = await enroll(client, clock, "Tablet");
  const { db } = app.context;
  const dump = JSON.stringify(
    (await sql`select encode(secret, 'escape') as text, encode(secret, 'hex') as hex from mfa_factors`.execute(db)).rows,
  );
  expect(dump).not.toContain(phone.secret);
  expect(dump).not.toContain(phone.app.secret.hex.toLowerCase());
  await sql`update mfa_factors set secret = (select secret from mfa_factors where id = ${phone.factorId}), last_step = 0
    where id = ${tablet.factorId}`.execute(db);
  expect((await client.mfa.challengeAndVerify({ factorId: tablet.factorId, code: phone.next() })).error).toMatchObject({
    status: 500,
  });
  const log = await db.selectFrom("audit_log").selectAll().where("entity_id", "=", id).execute();
  expect(log.map(({ action }) => action)).toContain("factor added");
  expect(JSON.stringify(log)).not.toContain(phone.secret);
});
