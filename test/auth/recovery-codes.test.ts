import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { createMovedClock, refusal, signedUp, signIn, withFactor } from "./authenticator.ts";
import { setSettings } from "./client.ts";
import { lettersTo } from "./mailbox.ts";

const clock = createMovedClock();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(() => setSettings(app, { requireEmailVerification: false, allowRegistration: true }));

/** A user with an app and ten codes. */
async function withCodes() {
  const who = await withFactor(app, clock);
  const { data, error } = await who.client.mfa.recoveryCodes.generate();
  expect(error).toBeNull();
  return { ...who, codes: data?.codes ?? [], factorId: data?.id ?? "" };
}

it("makes none without a factor, at aal1, or long after the last proof", async () => {
  const { client } = await signedUp(app);
  expect(refusal(await client.mfa.recoveryCodes.generate())).toEqual([403, "insufficient_aal"]);
  expect(refusal(await client.mfa.recoveryCodes.getStatus())).toEqual([404, "mfa_factor_not_found"]);
  expect(refusal(await client.mfa.recoveryCodes.verify({ code: "k4m9x7qp2ab8ht3z" }))).toEqual([422, "mfa_verification_failed"]);
  const who = await withFactor(app, clock);
  const other = await signIn(app, who);
  expect(refusal(await other.mfa.recoveryCodes.generate())).toEqual([403, "insufficient_aal"]);
  expect(refusal(await who.client.mfa.recoveryCodes.regenerate())).toEqual([404, "mfa_factor_not_found"]);
  clock.move(6 * 60_000);
  expect(refusal(await who.client.mfa.recoveryCodes.generate())).toEqual([400, "reauthentication_needed"]);
});

it("makes ten codes of 80 random bits, shows them once and stores hashes", async () => {
  const { client, codes, factorId, email } = await withCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-hj-km-np-z02-9]{16}$/);
  expect((await client.mfa.recoveryCodes.getStatus()).data).toEqual({
    id: factorId,
    type: "recovery_code",
    total: 10,
    remaining: 10,
  });
  expect((await client.mfa.listFactors()).data?.recovery_code).toMatchObject([{ id: factorId, friendly_name: "Recovery codes" }]);
  expect(refusal(await client.mfa.recoveryCodes.generate())).toEqual([422, "mfa_verified_factor_exists"]);
  const { rows } = await sql<{ hash: string }>`select encode(code_hash, 'escape') || encode(code_hash, 'hex') as hash
    from mfa_recovery_codes where factor_id = ${factorId}`.execute(app.context.db);
  expect(rows).toHaveLength(10);
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code);
  const mails = JSON.stringify(await lettersTo(app, email));
  for (const code of codes) expect(mails).not.toContain(code);
});

it("takes each code once, as people type it, and says how many are left", async () => {
  const who = await withCodes();
  const client = await signIn(app, who);
  const [first = "", second = ""] = who.codes;
  const typed = ` ${first.toUpperCase().slice(0, 4)}-${first.slice(4, 8)} ${first.slice(8)}`;
  const { data, error } = await client.mfa.recoveryCodes.verify({ code: typed });
  expect(error).toBeNull();
  expect(data).toMatchObject({ recovery_codes_left: 9 });
  const claims = (await client.getClaims()).data?.claims;
  expect([claims?.aal, claims?.amr?.[0]]).toMatchObject(["aal2", { method: "mfa/recovery_code" }]);
  expect(refusal(await client.mfa.recoveryCodes.verify({ code: first }))).toEqual([422, "mfa_verification_failed"]);
  const token = (await client.getSession()).data.session?.access_token;
  const actor = app.actors.from({ headers: { authorization: `Bearer ${token}` } });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => actor.post("/auth/v1/factors/recovery-codes/verify", { code: second })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await client.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 8 });
  expect((await lettersTo(app, who.email))[0]?.text).toContain("Codes left: 8");
});

it("makes tries wait after five wrong codes, but not those of the app", async () => {
  const who = await withCodes();
  const client = await signIn(app, who);
  for (let n = 0; n < 5; n++)
    expect(refusal(await client.mfa.recoveryCodes.verify({ code: "wrong" }))).toEqual([422, "mfa_verification_failed"]);
  const locked = await client.mfa.recoveryCodes.verify({ code: who.codes[0] ?? "" });
  expect(refusal(locked)).toEqual([429, "mfa_recovery_codes_locked"]);
  expect(locked.error?.message).toContain("30 seconds");
  const { factorId, next } = who.phone;
  expect((await client.mfa.challengeAndVerify({ factorId, code: next() })).error).toBeNull();
});

it("replaces all codes, and removes them", async () => {
  const { client, codes, factorId, email } = await withCodes();
  const again = await client.mfa.recoveryCodes.regenerate();
  expect(again.data).toMatchObject({ id: factorId, total: 10 });
  expect(refusal(await client.mfa.recoveryCodes.verify({ code: codes[0] ?? "" }))[1]).toBe("mfa_verification_failed");
  expect((await client.mfa.recoveryCodes.verify({ code: again.data?.codes[0] ?? "" })).error).toBeNull();
  expect((await client.mfa.recoveryCodes.unenroll()).data).toEqual({ id: factorId });
  await client.refreshSession();
  expect((await client.getClaims()).data?.claims.aal).toBe("aal1");
  expect(refusal(await client.mfa.recoveryCodes.getStatus())).toEqual([404, "mfa_factor_not_found"]);
  expect((await lettersTo(app, email)).filter(({ kind }) => kind === "factor_changed")).toHaveLength(5);
});

it("lets somebody without the phone remove its factor with a code", async () => {
  const who = await withCodes();
  const client = await signIn(app, who);
  await client.mfa.recoveryCodes.verify({ code: who.codes[3] ?? "" });
  expect((await client.mfa.unenroll({ factorId: who.phone.factorId })).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.all).toEqual([]);
});
