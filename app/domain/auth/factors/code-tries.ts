import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Context } from "../../context.ts";
import { type AuthErrorCode, TooSoonError } from "../auth-errors.ts";

const FREE_FAILURES = 5;
/** Seconds; doubles with each further wrong code. */
const FIRST_WAIT = 30;
const LONGEST_WAIT = 900;
/** Longer than five minutes: otherwise somebody with the password could try four codes every five minutes, for ever. */
const REMEMBERED_MS = 86_400_000;

const waitAfter = (failures: number) =>
  failures < FREE_FAILURES ? 0 : Math.min(FIRST_WAIT * 2 ** Math.min(failures - FREE_FAILURES, 10), LONGEST_WAIT);

type Kind = "totp" | "recovery";

const ERRORS: Record<Kind, { wrong: string; code: AuthErrorCode }> = {
  totp: { wrong: "codes", code: "over_request_rate_limit" },
  recovery: { wrong: "recovery codes", code: "mfa_recovery_codes_locked" },
};

/**
 * Counts a try as wrong until it succeeds, before the code is looked at, so that concurrent tries on all instances count. After five wrong
 * codes there are pauses of 30 seconds to 15 minutes: for the app, and for the account with all its apps, so that further apps give no
 * further guesses. A right code forgets those of its app and of the account, and leaves those of other apps. Recovery codes are counted on
 * their own, so that nobody who guesses the one keeps the owner from the other.
 * @param factorId the app, if it is a code of one
 * @returns `succeed`: forgets wrong codes @throws TooSoonError with the seconds to wait; such a try doesn't count
 */
export async function admitCode(
  ctx: Context,
  { userId, kind, factorId }: { userId: string; kind: Kind; factorId?: string },
): Promise<{ succeed(db: Db): Promise<void> }> {
  const of = `${kind} of ${userId}`;
  // The account's row comes first: tries of one account wait for each other there, and never in a circle.
  const keys = [of, ...(factorId ? [`${of} by ${factorId}`] : [])].map((text) => createHash("sha256").update(text).digest());
  await ctx.db.transaction().execute(async (db) => {
    for (const key of keys) await countTry({ ...ctx, db }, key, kind);
  });
  return { succeed: async (db) => void (await db.deleteFrom("sign_in_tries").where("account", "in", keys).execute()) };
}

async function countTry({ db, clock }: Context, key: Buffer, kind: Kind): Promise<void> {
  const now = clock.now();
  const since = new Date(now.getTime() - REMEMBERED_MS);
  const { rows } = await sql`
    insert into sign_in_tries as t (account, failures, began_at, last_at) values (${key}, 1, ${now}, ${now})
    on conflict (account) do update set
      failures = case when t.last_at <= ${since} then 1 else t.failures + 1 end,
      last_at = excluded.last_at
    where t.last_at <= ${since} or t.failures < ${FREE_FAILURES}
      or t.last_at + make_interval(secs => least(${FIRST_WAIT} * power(2, least(t.failures - ${FREE_FAILURES}, 10)), ${LONGEST_WAIT}))
        <= excluded.last_at
    returning true`.execute(db);
  if (rows[0]) return;
  const tries = await db
    .selectFrom("sign_in_tries")
    .select(["failures", "last_at"])
    .where("account", "=", key)
    .executeTakeFirst();
  const until = tries ? tries.last_at.getTime() + waitAfter(tries.failures) * 1000 : 0;
  throw new TooSoonError(Math.max(1, Math.ceil((until - now.getTime()) / 1000)), ERRORS[kind]);
}
