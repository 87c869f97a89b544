import { createHash } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { CompiledQuery } from "kysely";
import type { Context as DomainContext } from "../../domain/context.ts";
import type { Db } from "../../platform/database/db.ts";
import { shortenAddress } from "../../platform/ip-address.ts";
import { createLimits, type Limits, type Window } from "../../platform/limits.ts";
import { type SharedTally, sharedTalliesOf } from "../../platform/shared-tallies.ts";
import type { AppEnv } from "../env.ts";
import { HttpError } from "../errors.ts";
import { clientAddress, limitedAddress, SHARED_BY } from "./limited-address.ts";

export type RateLimit = { points: number /** seconds */; duration: number };

/** Counts writes of one IP address without an account. */
export const WRITE_LIMIT: RateLimit = { points: 120, duration: 60 };

/** A user who types in two tabs, each saving every few seconds, stays below. */
const ACCOUNT_FACTOR = 5;

/** Addresses and accounts that a process remembers. */
const ADDRESSES = 20_000;

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

const opened = new WeakMap<Db, Map<string, SharedTally>>();

function tallyOf(db: Db, bucket: string, { points, duration }: RateLimit): SharedTally {
  const all = opened.get(db) ?? new Map<string, SharedTally>();
  opened.set(db, all);
  const tally = all.get(bucket) ?? sharedTalliesOf(db).open({ bucket, points, windowMs: duration * 1000, keys: ADDRESSES });
  all.set(bucket, tally);
  return tally;
}

const secondsOf = (ms: number) => Math.ceil(ms / 1000);

function tooManyRequests(ms: number, headers: Record<string, string> = {}): HttpError {
  const seconds = secondsOf(ms);
  const message = `Too many requests. Please try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  return new HttpError(429, { code: "rate_limited", message }, { ...headers, "retry-after": String(seconds) });
}

/** Of one API token, no matter from where, also in process. */
const TOKEN_LIMITS = {
  reads: { points: 600, duration: 60 },
  writes: { points: 120, duration: 60 },
} as const satisfies Record<string, RateLimit>;

/** Every answer to a token says what is left. Needs `authenticate` before it. */
export function tokenLimit(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { actor, deps } = c.var;
    if (actor.kind === "user" && actor.token) {
      const what = SAFE.has(c.req.method) ? "reads" : "writes";
      const { points, duration } = TOKEN_LIMITS[what];
      const tally = tallyOf(deps.context.db, `${what} of tokens`, TOKEN_LIMITS[what]);
      const { count, msLeft } = await tally.addExactly(actor.token.id, Date.now());
      const headers = {
        "ratelimit-policy": `"${what}";q=${points};w=${duration}`,
        ratelimit: `"${what}";r=${Math.max(0, points - count)};t=${secondsOf(msLeft)}`,
      };
      if (count > points) throw tooManyRequests(msLeft, headers);
      for (const [name, value] of Object.entries(headers)) c.header(name, value);
    }
    await next();
  };
}

/**
 * By IP address, and for users by account, with five times as many, so that those in one office don't use up each other's. All processes
 * count together. Requests in process aren't counted. Needs `authenticate` before it.
 */
export function writeLimit({ points, duration }: RateLimit = WRITE_LIMIT): MiddlewareHandler<AppEnv> {
  const limits = {
    own: { bucket: "writes", points },
    shared: { bucket: "writes of many", points: points * SHARED_BY },
    account: { bucket: "writes of accounts", points: points * ACCOUNT_FACTOR },
  };
  return async (c, next) => {
    const from = SAFE.has(c.req.method) ? null : limitedAddress(c);
    if (from) {
      const { actor } = c.var;
      const limit = limits[actor.kind === "user" ? "account" : from.certain ? "own" : "shared"];
      const key = actor.kind === "user" ? actor.id : from.key;
      const tally = tallyOf(c.var.deps.context.db, limit.bucket, { points: limit.points, duration });
      const { count, msLeft } = await tally.addExactly(key, Date.now());
      if (count > limit.points) throw tooManyRequests(msLeft);
    }
    await next();
  };
}

/** Counts likes of one address and article: anybody can make up sessions. */
const LIKES: RateLimit = { points: 20, duration: 3600 };

/** @throws HttpError 429 with Retry-After. Likes that are taken back don't count */
export async function limitLikes(c: Context<AppEnv>, id: string, what: "article" | "comment" = "article"): Promise<void> {
  const from = limitedAddress(c);
  if (!from) return;
  const points = from.certain ? LIKES.points : LIKES.points * SHARED_BY;
  const bucket = from.certain ? "likes" : "likes of many";
  const tally = tallyOf(c.var.deps.context.db, bucket, { ...LIKES, points });
  const { count, msLeft } = await tally.addExactly(`${from.key} ${id.toLowerCase()}`, Date.now());
  if (count <= points) return;
  const minutes = Math.ceil(msLeft / 60_000);
  const message = `Too many likes of this ${what} from your network. Please wait ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  throw new HttpError(429, { code: "rate_limited", message }, { "retry-after": String(Math.ceil(msLeft / 1000)) });
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * "network": addresses that share all but their last part. "account": from anywhere, only where addresses can't be told apart, or for the actor's own account or session. "mailbox": the one that
 * gets a mail.
 */
type Rule = Window & {
  by:
    | "address"
    | "network"
    | "account from address"
    | "account"
    | "account while addresses are unsure"
    | "mailbox"
    | "address of a guest";
};

/** No matter who requests them. */
const MAILS: Rule = { by: "mailbox", points: 5, seconds: HOUR };

/**
 * A successful sign-in isn't counted. Accounts are limited per address, so that nobody uses up the tries of someone elsewhere. Mails that
 * someone else requested still arrive, and their links work.
 */
const RULES = {
  sign_in: [
    { by: "address", points: 60, seconds: 15 * MINUTE },
    { by: "account from address", points: 10, seconds: 15 * MINUTE },
    { by: "account while addresses are unsure", points: 100, seconds: HOUR },
  ],
  sign_up: [{ by: "address", points: 60, seconds: HOUR }, MAILS],
  subscribe: [{ by: "address", points: 30, seconds: HOUR }, { by: "network", points: 120, seconds: HOUR }, MAILS],
  // Also asking for the link that erases a guest.
  guest_comment: [
    { by: "address", points: 30, seconds: HOUR },
    { by: "network", points: 120, seconds: HOUR },
    { by: "address of a guest", points: 3, seconds: 24 * HOUR },
  ],
  recover: [{ by: "address", points: 30, seconds: HOUR }, MAILS],
  otp: [{ by: "address", points: 30, seconds: HOUR }, MAILS],
  resend: [{ by: "address", points: 30, seconds: HOUR }, MAILS],
  change_email: [{ by: "account", points: 10, seconds: HOUR }, MAILS],
  // Not counted by mailbox: otherwise anybody could request five mails and keep the owner from reauthenticating.
  reauthenticate: [{ by: "account", points: 10, seconds: HOUR }],
  verify: [
    { by: "address", points: 60, seconds: 15 * MINUTE },
    { by: "account from address", points: 15, seconds: 15 * MINUTE },
  ],
  // GoTrue's own number: browsers behind one address refresh each hour, and on every return to a tab.
  refresh: [{ by: "address", points: 1800, seconds: 5 * MINUTE }],
  // The password again, of somebody who is signed in. By session: a thief's tries don't block the owner's next session.
  confirm_password: [
    { by: "account", points: 10, seconds: 15 * MINUTE },
    { by: "address", points: 60, seconds: 15 * MINUTE },
  ],
  // What is stored for the second step: setups, challenges, recovery codes, passkeys. Wrong codes have a limit of their own.
  change_factors: [
    { by: "account", points: 120, seconds: 15 * MINUTE },
    { by: "address", points: 600, seconds: 15 * MINUTE },
  ],
  // Sign-in forms ask for a challenge whenever they are opened.
  passkey: [{ by: "address", points: 300, seconds: 15 * MINUTE }],
  // By session, too. Each try costs two or three hashes, whether it succeeds or not.
  change_password: [
    { by: "account", points: 5, seconds: HOUR },
    { by: "address", points: 30, seconds: HOUR },
  ],
  // More than people write in a conversation, and less than a spam program wants.
  comment: [
    { by: "account", points: 10, seconds: 10 * MINUTE },
    { by: "address", points: 30, seconds: 10 * MINUTE },
  ],
  // Notes on a preview: by link, and by the address of the reader who leaves them.
  preview_note: [
    { by: "account", points: 60, seconds: HOUR },
    { by: "address", points: 20, seconds: 10 * MINUTE },
  ],
  // Links of `/setup` that don't work.
  setup: [{ by: "address", points: 20, seconds: 15 * MINUTE }],
  // Each is mailed to all editors.
  hand_in: [{ by: "account", points: 30, seconds: HOUR }],
  test_mail: [{ by: "account", points: 5, seconds: HOUR }],
  test_issue: [{ by: "account", points: 20, seconds: HOUR }],
  follow_thread: [{ by: "account", points: 120, seconds: HOUR }],
  report_comment: [
    { by: "account", points: 20, seconds: HOUR },
    { by: "address", points: 60, seconds: HOUR },
  ],
} as const satisfies Record<string, readonly Rule[]>;

export type LimitName = keyof typeof RULES;

/** `forgive` after a success resets the account's tries; `takeBack` uncounts the try, if nothing was tried. */
export type Taken = { forgive(): Promise<void>; takeBack(): Promise<void> };

const made = new WeakMap<Db, Limits>();

function limitsOf({ db, log }: DomainContext): Limits {
  const known = made.get(db);
  if (known) return known;
  const send = async (text: string, values: unknown[]) => {
    const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
  };
  const limits = createLimits({ send, table: "rate_limits", log });
  made.set(db, limits);
  return limits;
}

/** Hashed, so that the table contains no email addresses and keys stay short. */
const nameOf = (account: string) =>
  createHash("sha256").update(account.normalize("NFKC").trim().toLowerCase()).digest("base64url");

/** @param ms until the next try */
export function tooManyTries(ms: number, by: Rule["by"]): HttpError {
  const minutes = Math.ceil(ms / 60_000);
  const message = `Too many tries. Please wait ${minutes} ${minutes === 1 ? "minute" : "minutes"} and try again.`;
  const code = by === "mailbox" ? "over_email_send_rate_limit" : "over_request_rate_limit";
  return new HttpError(429, { code, message }, { "retry-after": String(Math.ceil(ms / 1000)) });
}

/**
 * Known and unknown accounts are counted alike. Calls in process aren't counted.
 * @param keys `account`: an email address as typed, or the id of the actor or of their session; without it only IP addresses are counted.
 * `mailbox`: where a mail would go, if that isn't the account's email address
 * @throws HttpError 429 with Retry-After and GoTrue's code
 */
export async function limit(
  c: Context<AppEnv>,
  name: LimitName,
  { account, mailbox = account }: { account?: string; mailbox?: string } = {},
): Promise<Taken> {
  const from = limitedAddress(c);
  if (!from) return { forgive: async () => {}, takeBack: async () => {} };
  const limits = limitsOf(c.var.deps.context);
  const whose = account === undefined ? null : nameOf(account);
  const receiver = mailbox === undefined ? null : nameOf(mailbox);
  const keyOf = (by: Rule["by"]): string | null => {
    if (by === "address") return from.key;
    // Addresses that can't be told apart have no network either.
    if (by === "network") return from.certain ? shortenAddress(clientAddress(c)) : null;
    if (by === "account from address") return from.certain && whose ? `${whose} ${from.key}` : null;
    if (by === "account while addresses are unsure") return from.certain ? null : whose;
    return by === "mailbox" || by === "address of a guest" ? receiver : whose;
  };
  const rules: readonly Rule[] = RULES[name];
  const counted = rules.flatMap((rule) => {
    const key = keyOf(rule.by);
    if (key === null) return [];
    // All kinds of mails to a mailbox are counted together.
    if (rule.by === "mailbox") return [{ rule, key, bucket: "mail" }];
    if (rule.by !== "address" || from.certain) return [{ rule, key, bucket: `${name} ${rule.by}` }];
    return [{ rule: { ...rule, points: rule.points * SHARED_BY }, key, bucket: `${name} shared address` }];
  });
  for (const { rule, key, bucket } of counted) {
    const ms = await limits.take(bucket, key, rule);
    if (ms > 0) throw tooManyTries(ms, rule.by);
  }
  return {
    forgive: async () => {
      for (const { rule, key, bucket } of counted) {
        if (rule.by === "address" || rule.by === "network") await limits.giveBack(bucket, key, rule);
        else if (rule.by !== "mailbox" && rule.by !== "address of a guest") await limits.forget(bucket, key, rule);
      }
    },
    takeBack: async () => {
      for (const { rule, key, bucket } of counted) await limits.giveBack(bucket, key, rule);
    },
  };
}
