import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { cancelEmailChange, findById, findPasswordHash, setPasswordHash } from "./auth.sql.ts";
import { authError } from "./auth-errors.ts";
import { normalizePassword } from "./auth-rules.ts";
import { endSessions } from "./sessions.ts";

type Waiter = { begin(): void; giveUp(): void };

const tooMany = () =>
  authError("over_request_rate_limit", "Many people are signing in right now. Please try again in a few seconds.");

/**
 * At most `atOnce` calls run and `waiting` more wait, by account or IP address (`whose`) in turn; each has at most `each` places. When all
 * are taken, the one with the most gives one up to one with fewer. `p-limit` and `p-queue` know neither accounts nor places.
 * @returns a function that runs work when a place is free. It throws DomainError over_request_rate_limit when there is none
 */
export function createFairSemaphore({ atOnce, waiting, each }: { atOnce: number; waiting: number; each: number }) {
  let running = 0;
  let total = 0;
  const lines = new Map<string, Waiter[]>();

  /** Of the longest line, unless the newcomer, with `mine` places, would then have more. */
  function makeRoom(mine: number): boolean {
    let longest: { whose: string; line: Waiter[] } | undefined;
    for (const [whose, line] of lines) if (line.length > (longest?.line.length ?? 0)) longest = { whose, line };
    if (!longest || longest.line.length <= mine + 1) return false;
    longest.line.pop()?.giveUp();
    total--;
    return true;
  }

  function wait(whose: string): Promise<void> {
    const line = lines.get(whose) ?? [];
    if (line.length >= each || (total >= waiting && !makeRoom(line.length))) throw tooMany();
    return new Promise((resolve, reject) => {
      line.push({ begin: resolve, giveUp: () => reject(tooMany()) });
      lines.set(whose, line);
      total++;
    });
  }

  function next(): Waiter | undefined {
    const first = lines.entries().next().value;
    if (!first) return undefined;
    const [whose, line] = first;
    const waiter = line.shift();
    lines.delete(whose);
    if (line.length > 0) lines.set(whose, line);
    total--;
    return waiter;
  }

  return async function inTurn<T>(whose: string, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++;
    else await wait(whose);
    try {
      return await work();
    } finally {
      // So that a new call can't take the place first.
      const waiter = next();
      if (waiter) waiter.begin();
      else running--;
    }
  };
}

const argon2Async = promisify(argon2) as (algorithm: "argon2id", parameters: Argon2Parameters) => Promise<Buffer>;

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };

const SALT_BYTES = 16;

/** Leaves processors free for pages. A full queue takes seconds; an account or IP address has at most an eighth of it. */
const inTurn = createFairSemaphore({ atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)), waiting: 64, each: 8 });

const derive = (whose: string, parameters: Argon2Parameters) => inTurn(whose, () => argon2Async("argon2id", parameters));

const OWN = "own";

const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

const bytesOf = (password: string) => Buffer.from(normalizePassword(password), "utf8");

/** Slow, may wait in the queue: never in a transaction. @returns a PHC string @throws DomainError over_request_rate_limit: queue full */
export async function hashPassword(password: string, whose = OWN): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await derive(whose, { message: bytesOf(password), nonce, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** As slow as hashing. @param stored from `hashPassword` @throws DomainError over_request_rate_limit when the queue is full */
export async function verifyPassword(password: string, stored: string, whose = OWN): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored);
  if (!parts) return false;
  const [, memory, passes, parallelism, salt = "", hash = ""] = parts;
  const expected = Buffer.from(hash, "base64");
  const tag = await derive(whose, {
    message: bytesOf(password),
    nonce: Buffer.from(salt, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(tag, expected);
}

const DUMMY_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(32))}`;

/** Takes as long as `verifyPassword`, for accounts that don't exist or have no password. */
export async function verifyDummy(password: string, whose = OWN): Promise<false> {
  await verifyPassword(password, DUMMY_HASH, whose);
  return false;
}

/** False if the account has no password. */
export async function checkPassword(ctx: Context, userId: string, password: string): Promise<boolean> {
  const found = await findPasswordHash(ctx.db, userId);
  return found !== undefined && (await verifyPassword(password, found.hash, userId));
}

/** Hash with `hashPassword` before the transaction, because that is slow. */
export async function storePassword(ctx: Context, userId: string, hash: string): Promise<void> {
  await setPasswordHash(ctx.db, userId, hash);
}

/** For the command line. Ends all sessions, and cancels a pending change of the email address. */
export async function resetPassword(ctx: Context, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await ctx.db.transaction().execute(async (db) => {
    await storePassword({ ...ctx, db }, userId, hash);
    await endSessions({ ...ctx, db }, userId, { reason: "password_changed" });
    await cancelEmailChange(db, userId);
    const account = await findById(db, userId);
    const entry = { action: "password changed", entity: "account", entityId: userId, label: account?.email ?? "" } as const;
    await recordAudit({ ...ctx, db }, { kind: "operator" }, entry);
  });
}
