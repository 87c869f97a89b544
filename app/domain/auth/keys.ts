import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";
import { ACCESS_TOKEN_SECONDS } from "./auth-rules.ts";

/** ECDSA on P-256 (RFC 7518). */
export const ALG = "ES256";

/** One signs, all of them verify. */
export type Keys = {
  signing: { kid: string; key: CryptoKey };
  verifying: ReadonlyMap<string, CryptoKey>;
  jwks: { keys: JWK[] };
};

/** ms. After a rotation by another process, the old key keeps signing for at most this time. */
const KEEP_MS = 30_000;
/** ms between reads of the keys because of unknown ones */
const LOOK_AGAIN_MS = 1000;

type CachedKeys = { keys: Promise<Keys>; at: number };
const cache = new WeakMap<object, CachedKeys>();

/** The same object for a database and its transactions. */
const owner = ({ db }: Context): object => db.getExecutor().adapter;

const oldest = ({ clock }: Context) => new Date(clock.now().getTime() - ACCESS_TOKEN_SECONDS * 1000);

async function makeKey(ctx: Context): Promise<string> {
  const pair = await generateKeyPair(ALG, { extractable: true });
  const kid = ctx.random.hex(8);
  const published = { kid, alg: ALG, use: "sig", key_ops: ["verify"] };
  const public_jwk = JSON.stringify({ ...(await exportJWK(pair.publicKey)), ...published });
  const private_jwk = JSON.stringify(await exportJWK(pair.privateKey));
  await ctx.db
    .insertInto("signing_keys")
    .values({ kid, alg: ALG, public_jwk, private_jwk, created_at: ctx.clock.now() })
    .execute();
  return kid;
}

const lockKeys = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('signing keys'))`.execute(db);

const findKeys = (db: Db, retiredSince: Date) =>
  db
    .selectFrom("signing_keys")
    .select(["kid", "public_jwk", "private_jwk", "retired_at"])
    .where((eb) => eb.or([eb("retired_at", "is", null), eb("retired_at", ">", retiredSince)]))
    .orderBy("created_at", "desc")
    .orderBy("kid")
    .execute();

/** Creates the first signing key; safe when several instances start at once. */
async function readKeys(ctx: Context): Promise<Keys> {
  const rows = await findKeys(ctx.db, oldest(ctx));
  const signing = rows.find((row) => row.retired_at === null);
  if (!signing) {
    await inTransaction(ctx, async (inside) => {
      await lockKeys(inside.db);
      const there = await findKeys(inside.db, oldest(inside));
      if (!there.some((row) => row.retired_at === null)) await makeKey(inside);
    });
    return readKeys(ctx);
  }
  const imported = rows.map(async (row) => [row.kid, await importJWK(row.public_jwk as JWK, ALG)] as const);
  return {
    signing: { kid: signing.kid, key: (await importJWK(signing.private_jwk as JWK, ALG)) as CryptoKey },
    verifying: new Map((await Promise.all(imported)) as [string, CryptoKey][]),
    jwks: { keys: rows.map((row) => row.public_jwk as JWK) },
  };
}

const inTransaction = (ctx: Context, run: (inside: Context) => Promise<void>): Promise<void> =>
  ctx.db.isTransaction ? run(ctx) : ctx.db.transaction().execute((db) => run({ ...ctx, db }));

async function keysYoungerThan(ctx: Context, ms: number): Promise<Keys> {
  const known = cache.get(owner(ctx));
  if (known && performance.now() - known.at < ms) return known.keys;
  const keys = readKeys(ctx);
  // The transaction may still roll back, so what it reads is not cached.
  if (!ctx.db.isTransaction) {
    const fresh = { keys, at: performance.now() };
    cache.set(owner(ctx), fresh);
    keys.catch(() => cache.get(owner(ctx)) === fresh && cache.delete(owner(ctx)));
  }
  return keys;
}

export const currentKeys = (ctx: Context): Promise<Keys> => keysYoungerThan(ctx, KEEP_MS);

export async function verifyingKey(ctx: Context, kid: string): Promise<CryptoKey | undefined> {
  const key = (await currentKeys(ctx)).verifying.get(kid);
  return key ?? (await keysYoungerThan(ctx, LOOK_AGAIN_MS)).verifying.get(kid);
}

/** The previous key verifies for another hour, until its tokens have expired; other processes follow within half a minute. */
export async function rotateKeys(ctx: Context): Promise<string> {
  const kid = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    await lockKeys(db);
    const made = await makeKey(inside);
    await db
      .updateTable("signing_keys")
      .set({ retired_at: ctx.clock.now() })
      .where("kid", "!=", made)
      .where("retired_at", "is", null)
      .execute();
    // A process that hasn't read the new key yet keeps signing with the old one for a moment.
    // All tokens that these keys signed have expired.
    await db
      .deleteFrom("signing_keys")
      .where("retired_at", "<", new Date(oldest(ctx).getTime() - 2 * KEEP_MS))
      .execute();
    return made;
  });
  cache.delete(owner(ctx));
  return kid;
}
