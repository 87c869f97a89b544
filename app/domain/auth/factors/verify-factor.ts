import { recordAccount } from "../../audit/record-account.ts";
import type { SignedIn } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import type { Site } from "../../settings/settings.ts";
import { lockById } from "../auth.sql.ts";
import { authError, sessionNotFound } from "../auth-errors.ts";
import { CHALLENGE_SECONDS, MESSAGES, type SessionMeta, tidyCode } from "../auth-rules.ts";
import { raiseSession, type Session } from "../sessions.ts";
import { admitCode } from "./code-tries.ts";
import { decryptSecret } from "./factor-secret.ts";
import { findFactor } from "./factors.sql.ts";
import { mailFactorChange } from "./mail-factor-change.ts";
import { requireFreshOwner } from "./require-proof.ts";
import { stepOfCode } from "./totp.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const factorNotFound = () => authError("mfa_factor_not_found", "Factor not found");

const failed = (message = "This code is wrong, or was used already. Enter the newest code of your app.") =>
  authError("mfa_verification_failed", message);

/** Only apps: recovery codes have operations of their own. @throws DomainError mfa_factor_not_found, also for somebody else's */
export async function readFactor(ctx: Pick<Context, "db">, actor: SignedIn, id: string) {
  const factor = UUID.test(id) ? await findFactor(ctx.db, actor.id, id) : undefined;
  if (factor?.factor_type !== "totp" || factor.secret === null) throw factorNotFound();
  return { ...factor, secret: factor.secret };
}

export type Challenge = { id: string; type: "totp"; expires_at: number };

/** For this session alone. @returns GoTrue's format @throws DomainError mfa_factor_not_found */
export async function challengeFactor(ctx: Context, actor: SignedIn, factorId: string): Promise<Challenge> {
  const factor = await readFactor(ctx, actor, factorId);
  const now = ctx.clock.now();
  const expired = new Date(now.getTime() - CHALLENGE_SECONDS * 1000);
  await ctx.db.deleteFrom("mfa_challenges").where("factor_id", "=", factor.id).where("created_at", "<", expired).execute();
  await ctx.db.updateTable("mfa_factors").set({ last_challenged_at: now }).where("id", "=", factor.id).execute();
  const { id } = await ctx.db
    .insertInto("mfa_challenges")
    .values({ factor_id: factor.id, session_id: actor.sessionId, created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, type: "totp", expires_at: Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS };
}

/** @throws DomainError mfa_factor_not_found for one of another factor or session; mfa_challenge_expired, also if it was used */
async function requireChallenge(ctx: Context, actor: SignedIn, factorId: string, id: string): Promise<void> {
  const query = ctx.db
    .selectFrom("mfa_challenges")
    .select(["created_at", "used_at"])
    .where("id", "=", id)
    .where("factor_id", "=", factorId)
    .where("session_id", "=", actor.sessionId);
  const found = UUID.test(id) ? await query.executeTakeFirst() : undefined;
  if (!found) throw authError("mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
  const age = ctx.clock.now().getTime() - found.created_at.getTime();
  if (found.used_at !== null || age > CHALLENGE_SECONDS * 1000)
    throw authError("mfa_challenge_expired", "MFA challenge has expired or was used, create a new challenge");
}

/** A step works once, and none before it. @returns false if it or a later one was used */
async function spendStep({ db, clock }: Context, factorId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("mfa_factors")
    .set({ last_step: step, updated_at: clock.now() })
    .where("id", "=", factorId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type CodeAnswer = { factorId: string; challengeId: string; code: string };

/**
 * Raises the session to aal2. The first code of a factor finishes its setup: from then on the account has it, and other sessions that
 * haven't entered a code end.
 * @throws DomainError mfa_factor_not_found, mfa_challenge_expired, mfa_verification_failed, over_request_rate_limit; while the factor is set
 * up also reauthentication_needed and insufficient_aal
 */
export async function verifyFactor(
  ctx: Context,
  actor: SignedIn,
  { factorId, challengeId, code }: CodeAnswer,
  { meta, site }: { meta: SessionMeta; site: Site },
): Promise<Session> {
  const factor = await readFactor(ctx, actor, factorId);
  if (factor.status === "unverified") await requireFreshOwner(ctx, actor);
  await requireChallenge(ctx, actor, factor.id, challengeId);
  const token = tidyCode(code);
  if (!/^\d{6}$/.test(token)) throw failed("A code has six digits");
  const tried = await admitCode(ctx, { userId: actor.id, kind: "totp", factorId: factor.id });
  const found = stepOfCode(await decryptSecret(ctx, factor.id, factor.secret), token, ctx.clock.now());
  if (!found) throw failed();
  if (!found.isNow) {
    // Used up: somebody who guessed a code of the future can't enter it then.
    await spendStep(ctx, factor.id, found.step);
    throw failed(MESSAGES.codeOfAnotherTime);
  }
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const user = await lockById(db, actor.id);
    if (!user) throw sessionNotFound();
    if (!(await spendStep(inside, factor.id, found.step))) throw failed();
    const used = await db
      .updateTable("mfa_challenges")
      .set({ used_at: ctx.clock.now() })
      .where("id", "=", challengeId)
      .where("used_at", "is", null)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n) throw authError("mfa_challenge_expired", "MFA challenge was used, create a new challenge");
    await tried.succeed(db);
    if (factor.status === "unverified") {
      await finishSetup(inside, actor, factor.id);
      await mailFactorChange(inside, user, { change: "added" }, site);
      await recordAccount(inside, { action: "factor added", account: user, meta });
    }
    return raiseSession(inside, actor, { id: factor.id, method: "totp" }, meta);
  });
}

async function finishSetup({ db, clock }: Context, { id: userId, sessionId }: SignedIn, factorId: string): Promise<void> {
  await db.updateTable("mfa_factors").set({ status: "verified" }).where("id", "=", factorId).execute();
  await db.deleteFrom("mfa_factors").where("user_id", "=", userId).where("status", "=", "unverified").execute();
  await db
    .updateTable("auth_sessions")
    .set({ ended_at: clock.now(), ended_reason: "factor_added" })
    .where("user_id", "=", userId)
    .where("id", "!=", sessionId)
    .where("ended_at", "is", null)
    .where("factor_at", "is", null)
    .execute();
}
