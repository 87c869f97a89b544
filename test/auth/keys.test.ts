import { decodeProtectedHeader, type JWK } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentKeys, rotateKeys } from "../../app/domain/auth/keys.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import type { DB } from "../../db/schema.gen.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser, signIn } from "../app/signed-in.ts";
import { silent } from "../platform/test-postgres.ts";

let app: TestApp;
let ahead = 0;
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => new Date(Date.now() + ahead) } });
});
afterAll(() => app.close());

const published = async () => (await app.actors.anonymous.get<{ keys: JWK[] }>("/auth/v1/.well-known/jwks.json")).body.keys;
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const statusOf = async (token: string) =>
  (await app.actors.anonymous.get("/auth/v1/user", { authorization: `Bearer ${token}` })).status;

/** What another process of the same site has. */
function anotherProcess() {
  const { db, close } = connectDatabase<DB>(app.database.config, { log: silent });
  return { context: { ...app.context, db }, close };
}

test("the first key is created once, however many processes start", async () => {
  const processes = Array.from({ length: 5 }, anotherProcess);
  const keys = await Promise.all(processes.map(({ context }) => currentKeys(context)));
  expect(new Set(keys.map(({ signing }) => signing.kid)).size).toBe(1);
  await Promise.all(processes.map(({ close }) => close()));
  expect(await app.context.db.selectFrom("signing_keys").select("kid").execute()).toHaveLength(1);
});

test("the published keys are public: nothing of the private one leaves", async () => {
  const keys = await published();
  expect(keys).toEqual([
    {
      kid: expect.any(String),
      kty: "EC",
      crv: "P-256",
      alg: "ES256",
      use: "sig",
      key_ops: ["verify"],
      x: expect.any(String),
      y: expect.any(String),
    },
  ]);
});

test("after a rotation new tokens have the new key, and old ones stay valid for their hour", async () => {
  const { user, token: old } = await signedInUser(app);
  const kid = await rotateKeys(app.context);
  const { token: fresh } = await signIn(app, user.id);
  expect([kidOf(fresh), kidOf(old) === kid]).toEqual([kid, false]);
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([200, 200]);
  expect((await published()).map((key) => key.kid)).toEqual([kid, kidOf(old)]);
  ahead += 3_700_000;
  const later = await rotateKeys(app.context);
  expect((await published()).map((key) => key.kid)).toEqual([later, kid]);
  ahead += 2 * 3_700_000;
  await rotateKeys(app.context);
  const stored = await app.context.db.selectFrom("signing_keys").select("kid").execute();
  expect(stored.map((row) => row.kid)).not.toContain(kid);
});

test("a process that doesn't know of a rotation still accepts tokens of the new key", async () => {
  const { user, token } = await signedInUser(app);
  expect(await statusOf(token)).toBe(200);
  const { context, close } = anotherProcess();
  const kid = await rotateKeys(context);
  const elsewhere = await signIn({ context, fetch: app.fetch }, user.id);
  await close();
  expect(kidOf(elsewhere.token)).toBe(kid);
  // Unknown keys are looked up once a second, so that nobody keeps the database busy with invented ones.
  await expect.poll(() => statusOf(elsewhere.token), { timeout: 3000, interval: 200 }).toBe(200);
});
