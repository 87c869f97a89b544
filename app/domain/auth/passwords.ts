import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { createFairSemaphore } from "./hash-semaphore.ts";
import { normalisePassword } from "./model.ts";

const argon2Async = promisify(argon2) as (algorithm: "argon2id", parameters: Argon2Parameters) => Promise<Buffer>;

/** OWASP's least for argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };
const SALT_BYTES = 16;

/**
 * Hashing never takes all processors, so that pages are served meanwhile. A full queue takes a few seconds, and one account or address
 * holds at most an eighth of it.
 */
const inTurn = createFairSemaphore({ atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)), waiting: 64, each: 8 });
const derive = (whose: string, parameters: Argon2Parameters) => inTurn(whose, () => argon2Async("argon2id", parameters));

/** Hashes that nobody on the network asked for: the command line's, and those of the start. */
const OWN = "own";

const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
const bytesOf = (password: string) => Buffer.from(normalisePassword(password), "utf8");

/**
 * Hashes a password. Takes a while and may wait for its turn: never call it within a transaction.
 * @param whose the account or the address that asks; all that it asks for waits in one line
 * @returns a PHC string (algorithm, cost, salt and hash), to be stored
 * @throws DomainError over_request_rate_limit when too many wait already
 */
export async function hashPassword(password: string, whose = OWN): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await derive(whose, { message: bytesOf(password), nonce, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/**
 * Whether `password` is the one that `stored` (a PHC string of `hashPassword`) was made of. As slow as hashing.
 * @throws DomainError over_request_rate_limit when too many wait already
 */
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

/** A hash that no password is known of. */
const NOBODYS = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(32))}`;

/** Takes as long as `verifyPassword`, for an account that isn't there or has no password. @returns false */
export async function verifyNothing(password: string, whose = OWN): Promise<false> {
  await verifyPassword(password, NOBODYS, whose);
  return false;
}
