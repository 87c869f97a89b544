import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { subscriberOf } from "../../platform/ip-address.ts";
import { recordAccount } from "../audit/record-account.ts";
import type { SignedIn } from "../authorize.ts";
import type { Context } from "../context.ts";
import type { Site } from "../settings/settings.ts";
import { isCommonPassword } from "./accept-credentials.ts";
import { byEmail, endSessionsOf, userColumns } from "./auth.sql.ts";
import { authError, invalidCredentials, TooSoonError, userBanned } from "./auth-errors.ts";
import { MESSAGES, PASSWORD_MAX, type SessionMeta } from "./auth-rules.ts";
import { readMark } from "./browser-tokens.ts";
import { verifyDummy, verifyPassword } from "./passwords.ts";
import { recordBrowser } from "./record-browser.ts";
import { sendWrongPasswords } from "./send-one-time.ts";
import { type Session, startSession } from "./sessions.ts";

/** Also when `work` fails, so that the duration reveals nothing. */
export async function withMinimumDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), setTimeout(ms)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

/** All sessions, the current one, or all others. */
export type SignOutScope = "global" | "local" | "others";

/** It is fine if there is no session. */
export async function signOut(ctx: Context, actor: SignedIn, scope: SignOutScope): Promise<void> {
  const which = { global: {}, local: { only: actor.sessionId }, others: { except: actor.sessionId } }[scope];
  await endSessionsOf(ctx.db, actor.id, { ...which, reason: "signed_out", now: ctx.clock.now() });
}

/** Within an hour; after each further one, the next attempt has to wait. */
const FREE_FAILURES = 10;
const LONGEST_WAIT_SECONDS = 60;
const WINDOW_MS = 3_600_000;
const TELL_AGAIN_MS = 86_400_000;

/** By the typed email address, so that accounts that don't exist are slowed down, too. */
const keyOf = (email: string, where = "") =>
  createHash("sha256")
    .update(email.normalize("NFKC").trim().toLowerCase() + where)
    .digest();

const waitAfter = (failures: number) => Math.min(2 ** Math.min(failures - FREE_FAILURES, 10), LONGEST_WAIT_SECONDS) * 1000;

type AdmittedTry = {
  /** the password was not wrong */
  takeBack(): Promise<void>;
  /** @returns wrong passwords within the hour if the owner should be notified, at most once a day */
  failed(): Promise<number | null>;
};

/** Of networks that have failed during the pauses: the others come first, among them the owner. */
const AFTER_FAILURE = 1.5;

const findTries = (db: Db, account: Buffer) =>
  db.selectFrom("sign_in_tries").select(["failures", "last_at"]).where("account", "=", account).executeTakeFirst();

/**
 * After ten wrong passwords within an hour, an account's attempts have to keep an interval that grows to a minute, and half as long again
 * for networks that have failed during the pauses. IP addresses from which somebody has signed in to this account before don't wait;
 * browsers in which somebody has wait after ten wrong passwords of their own. So nobody can lock out the owner.
 * @throws TooSoonError with the seconds to wait
 */
async function admitSignIn(ctx: Context, { email, from, mark }: Origin): Promise<AdmittedTry> {
  const account = keyOf(email);
  const { db, clock } = ctx;
  const now = clock.now();
  const since = new Date(now.getTime() - WINDOW_MS);
  const network = keyOf(email, ` from ${from === null ? "somewhere" : subscriberOf(from)}`);
  const limits = { network, free: FREE_FAILURES, longest: LONGEST_WAIT_SECONDS };
  const take = async (key: Buffer) => {
    const counted = await takeTry(db, { account: key, now, since, ...limits });
    return counted && { key, ...counted };
  };
  const takeInBrowser = async () => {
    const browser = mark === null ? null : await readMark(ctx, mark, email);
    return browser === null ? undefined : take(keyOf(email, ` in ${browser}`));
  };
  const taken = (await take(account)) ?? (await takeInBrowser());
  if (!taken && !(from !== null && (await isKnown(ctx, email, from)))) {
    const tries = await findTries(db, account);
    const patience = (await findTries(db, network)) ? AFTER_FAILURE : 1;
    const until = tries ? tries.last_at.getTime() + waitAfter(tries.failures) * patience : 0;
    throw new TooSoonError(Math.max(1, Math.ceil((until - now.getTime()) / 1000)));
  }
  return {
    takeBack: async () => {
      if (taken)
        await db
          .updateTable("sign_in_tries")
          .set({ failures: sql`greatest(failures - 1, 0)` })
          .where("account", "=", taken.key)
          .execute();
    },
    failed: async () => {
      const failures = taken?.failures ?? FREE_FAILURES;
      if (failures < FREE_FAILURES) return null;
      if (from !== null)
        await db
          .insertInto("sign_in_tries")
          .values({ account: network, failures: 1, began_at: now, last_at: now })
          .onConflict((conflict) => conflict.column("account").doUpdateSet({ last_at: now }))
          .execute();
      return (await markNotified(db, account, now, new Date(now.getTime() - TELL_AGAIN_MS))) ? failures : null;
    },
  };
}

/** Failed until it succeeds, in one statement, so that concurrent attempts can't all pass. @returns failures; undefined if too soon */
async function takeTry(
  db: Db,
  {
    account,
    network,
    now,
    since,
    free,
    longest,
  }: { account: Buffer; network: Buffer; now: Date; since: Date; free: number; longest: number },
): Promise<{ failures: number } | undefined> {
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_tries as t (account, failures, began_at, last_at) values (${account}, 1, ${now}, ${now})
    on conflict (account) do update set
      failures = case when t.began_at <= ${since} then 1 else t.failures + 1 end,
      began_at = case when t.began_at <= ${since} then excluded.began_at else t.began_at end,
      last_at = excluded.last_at
    where t.began_at <= ${since} or t.failures < ${free}
      or t.last_at + make_interval(secs => least(power(2, least(t.failures - ${free}, 10)), ${longest})
        * case when exists (select from sign_in_tries f where f.account = ${network} and f.last_at > ${since})
          then ${AFTER_FAILURE}::float8 else 1 end) <= excluded.last_at
    returning failures`.execute(db);
  return rows[0];
}

/** @returns false if the owner was notified after `unless` */
async function markNotified(db: Db, account: Buffer, now: Date, unless: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sign_in_tries")
    .set({ told_at: now })
    .where("account", "=", account)
    .where((eb) => eb.or([eb("told_at", "is", null), eb("told_at", "<", unless)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function isKnown({ db }: Context, email: string, from: string): Promise<boolean> {
  const own = subscriberOf(from);
  return (await addressesOf(db, email)).some((address) => subscriberOf(address) === own);
}

async function addressesOf(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom("auth_sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .select("s.address")
    .distinct()
    .where(sql<string>`lower(u.email)`, "=", email.trim().toLowerCase())
    .where("s.address", "is not", null)
    .execute();
  return rows.flatMap(({ address }) => (address === null ? [] : [address]));
}

type Origin = {
  email: string;
  /** if it is certain */
  from: string | null;
  mark: string | null;
};

export type PasswordSignIn = Origin & {
  password: string;
  requireConfirmation: boolean;
  site: Site;
};

/**
 * Unknown email addresses take as long as known ones. Only somebody who knows the password learns that an account is deactivated or
 * unconfirmed.
 * @returns `weak_password` when the password is a common one
 * @throws DomainError invalid_credentials, user_banned, email_not_confirmed, over_request_rate_limit
 */
export async function signInWithPassword(ctx: Context, input: PasswordSignIn, meta: SessionMeta): Promise<Session> {
  const { email, password } = input;
  // PostgreSQL can't compare NUL, and no password is that long.
  if (email.includes("\0") || !email.isWellFormed() || password.length > PASSWORD_MAX) throw invalidCredentials();
  const tried = await admitSignIn(ctx, input);
  const found = await ctx.db
    .selectFrom("users")
    .leftJoin("user_passwords", "user_passwords.user_id", "users.id")
    .select(userColumns.map((column) => `users.${column}` as const))
    .select("user_passwords.hash")
    .where(byEmail(email.trim()))
    .executeTakeFirst();
  const whose = meta.address === null ? undefined : subscriberOf(meta.address);
  const check = found?.hash ? verifyPassword(password, found.hash, whose) : verifyDummy(password, whose);
  const fits = await check.catch(async (error: unknown) => {
    await tried.takeBack();
    throw error;
  });
  if (!found || !fits) {
    const failures = await tried.failed();
    await recordAccount(ctx, { action: "sign-in failed", account: found ?? null, meta, detail: found ? {} : { typed: email } });
    if (found?.is_active && failures !== null) await sendWrongPasswords(ctx, found, { failures, meta }, input.site);
    throw invalidCredentials();
  }
  await tried.takeBack();
  if (!found.is_active) throw userBanned();
  if (input.requireConfirmation && found.email_confirmed_at === null)
    throw authError("email_not_confirmed", "Email not confirmed");
  const session = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    await recordBrowser(inside, found.id, meta, input.site);
    return startSession(inside, found.id, meta);
  });
  await recordAccount(ctx, { action: "signed in", account: found, meta, detail: { method: "password" } });
  if (!isCommonPassword(password)) return session;
  return { ...session, weak_password: { message: MESSAGES.commonPassword, reasons: ["pwned"] } };
}
