import { createHash } from "node:crypto";
import { sql } from "kysely";
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
 * Counts a try of an account as wrong until it succeeds, in one statement, so that concurrent tries on all instances count. After five
 * wrong codes there are pauses of 30 seconds to 15 minutes. Codes of apps are counted for all factors together, recovery codes on their own,
 * so that nobody who guesses the one keeps the owner from the other.
 * @returns `succeed`: forgets all wrong codes @throws TooSoonError with the seconds to wait
 */
export async function admitCode(
  ctx: Context,
  userId: string,
  kind: Kind,
): Promise<{ succeed(db: Context["db"]): Promise<void> }> {
  const { db, clock } = ctx;
  const account = createHash("sha256").update(`${kind} of ${userId}`).digest();
  const now = clock.now();
  const since = new Date(now.getTime() - REMEMBERED_MS);
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_tries as t (account, failures, began_at, last_at) values (${account}, 1, ${now}, ${now})
    on conflict (account) do update set
      failures = case when t.last_at <= ${since} then 1 else t.failures + 1 end,
      last_at = excluded.last_at
    where t.last_at <= ${since} or t.failures < ${FREE_FAILURES}
      or t.last_at + make_interval(secs => least(${FIRST_WAIT} * power(2, least(t.failures - ${FREE_FAILURES}, 10)), ${LONGEST_WAIT}))
        <= excluded.last_at
    returning failures`.execute(db);
  if (!rows[0]) {
    const tries = await db
      .selectFrom("sign_in_tries")
      .select(["failures", "last_at"])
      .where("account", "=", account)
      .executeTakeFirst();
    const until = tries ? tries.last_at.getTime() + waitAfter(tries.failures) * 1000 : 0;
    throw new TooSoonError(Math.max(1, Math.ceil((until - now.getTime()) / 1000)), ERRORS[kind]);
  }
  return { succeed: async (inside) => void (await inside.deleteFrom("sign_in_tries").where("account", "=", account).execute()) };
}
