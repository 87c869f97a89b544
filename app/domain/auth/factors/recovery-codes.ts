import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/database/db.ts";
import { recordAccount } from "../../audit/record-account.ts";
import type { SignedIn } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import type { Site } from "../../settings/settings.ts";
import { lockById } from "../auth.sql.ts";
import { authError, sessionNotFound } from "../auth-errors.ts";
import { RECOVERY_CODES, type SessionMeta, tidyCode } from "../auth-rules.ts";
import { raiseSession, type Session } from "../sessions.ts";
import { admitCode } from "./code-tries.ts";
import { findFactors, findRecoveryFactor, lowerSessions } from "./factors.sql.ts";
import { mailFactorChange } from "./mail-factor-change.ts";
import { requireAal2, requireFreshOwner } from "./require-proof.ts";

/** 32 signs without those that look alike; 16 of them are 80 bits. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz023456789";
const LENGTH = 16;
const NAME = "Recovery codes";

/** GoTrue's format. */
export const recoveryCodes = z.object({
  id: z.string(),
  type: z.literal("recovery_code"),
  friendly_name: z.string(),
  total: z.number().int(),
  codes: z.array(z.string()).describe("Each works once. They are never shown again"),
});
type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** GoTrue's format. */
export const recoveryStatus = z.object({
  id: z.string(),
  type: z.literal("recovery_code"),
  total: z.number().int(),
  remaining: z.number().int().describe("Codes that haven’t been used"),
});
type RecoveryStatus = z.infer<typeof recoveryStatus>;

type Rules = { meta: SessionMeta; site: Site };

function makeCode({ random }: Context): string {
  // 256 is a multiple of 32, so each sign is equally likely.
  return Array.from(Buffer.from(random.hex(LENGTH), "hex"), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** Too many random bits to try them all, so a plain hash is enough. */
const hashOf = (factorId: string, code: string) => createHash("sha256").update(`${factorId}:${code}`).digest();

const noCodes = () => authError("mfa_factor_not_found", "The user has not enrolled recovery codes");

const countCodes = (db: Db, factorId: string) =>
  db
    .selectFrom("mfa_recovery_codes")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .select(sql<number>`count(*) filter (where used_at is null)`.as("remaining"))
    .where("factor_id", "=", factorId)
    .executeTakeFirstOrThrow();

/** @throws DomainError mfa_factor_not_found */
export async function readRecoveryStatus({ db }: Context, actor: SignedIn): Promise<RecoveryStatus> {
  const factor = await findRecoveryFactor(db, actor.id);
  if (!factor) throw noCodes();
  const { total, remaining } = await countCodes(db, factor.id);
  return { id: factor.id, type: "recovery_code", total: Number(total), remaining: Number(remaining) };
}

/** @throws DomainError mfa_recovery_codes_sole_factor */
async function addFactor({ db, clock, random }: Context, userId: string): Promise<string> {
  const factors = await findFactors(db, userId);
  if (!factors.some(({ factor_type, status }) => factor_type === "totp" && status === "verified"))
    throw authError(
      "mfa_recovery_codes_sole_factor",
      "At least one other verified factor is required to generate recovery codes",
    );
  const now = clock.now();
  const id = random.hex(16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  // The name of an app may be the same.
  const isTaken = factors.some(({ friendly_name }) => friendly_name === NAME);
  const friendly_name = isTaken ? `${NAME} ${id.slice(0, 4)}` : NAME;
  const values = { id, user_id: userId, factor_type: "recovery_code", friendly_name, status: "verified" };
  await db
    .insertInto("mfa_factors")
    .values({ ...values, created_at: now, updated_at: now })
    .execute();
  return id;
}

/**
 * Ten codes for the day without the phone; earlier ones stop working.
 * @param which `first`: only if there are none yet; `again`: only if there are
 * @throws DomainError insufficient_aal, reauthentication_needed, mfa_verified_factor_exists, mfa_factor_not_found,
 * mfa_recovery_codes_sole_factor
 */
export async function makeRecoveryCodes(
  ctx: Context,
  actor: SignedIn,
  which: "first" | "again",
  { meta, site }: Rules,
): Promise<RecoveryCodes> {
  await requireAal2(ctx, actor);
  await requireFreshOwner(ctx, actor);
  const codes = Array.from({ length: RECOVERY_CODES }, () => makeCode(ctx));
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const user = await lockById(db, actor.id);
    if (!user) throw sessionNotFound();
    const known = await findRecoveryFactor(db, actor.id);
    if (known && which === "first")
      throw authError(
        "mfa_verified_factor_exists",
        "Recovery codes are already enrolled for this user, use regenerate to rotate them",
      );
    if (!known && which === "again") throw noCodes();
    const id = known?.id ?? (await addFactor(inside, actor.id));
    await db.deleteFrom("mfa_recovery_codes").where("factor_id", "=", id).execute();
    await db
      .insertInto("mfa_recovery_codes")
      .values(codes.map((code) => ({ factor_id: id, code_hash: hashOf(id, code) })))
      .execute();
    await mailFactorChange(inside, user, { change: "codes_made" }, site);
    await recordAccount(inside, { action: "recovery codes made", account: user, meta });
    return { id, type: "recovery_code", friendly_name: known?.friendly_name ?? NAME, total: codes.length, codes };
  });
}

/**
 * Raises the session to aal2. Each code works once, also in parallel.
 * @returns `recovery_codes_left` besides the session @throws DomainError mfa_verification_failed, mfa_recovery_codes_locked
 */
export async function redeemRecoveryCode(
  ctx: Context,
  actor: SignedIn,
  typed: string,
  { meta, site }: Rules,
): Promise<Session & { recovery_codes_left: number }> {
  const code = tidyCode(typed).toLowerCase();
  const failed = () => authError("mfa_verification_failed", "This recovery code is wrong, or was used already");
  const tried = await admitCode(ctx, { userId: actor.id, kind: "recovery" });
  const factor = await findRecoveryFactor(ctx.db, actor.id);
  if (!factor) throw failed();
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const user = await lockById(db, actor.id);
    if (!user) throw sessionNotFound();
    const used = await db
      .updateTable("mfa_recovery_codes")
      .set({ used_at: ctx.clock.now() })
      .where("factor_id", "=", factor.id)
      .where("code_hash", "=", hashOf(factor.id, code))
      .where("used_at", "is", null)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n) throw failed();
    await tried.succeed(db);
    const left = Number((await countCodes(db, factor.id)).remaining);
    await mailFactorChange(inside, user, { change: "code_used", left }, site);
    await recordAccount(inside, { action: "recovery code used", account: user, meta });
    const session = await raiseSession(inside, actor, { id: factor.id, method: "mfa/recovery_code" }, meta);
    return { ...session, recovery_codes_left: left };
  });
}

/** Sessions that a code raised go down to aal1. @throws DomainError insufficient_aal, reauthentication_needed, mfa_factor_not_found */
export async function removeRecoveryCodes(ctx: Context, actor: SignedIn, { meta, site }: Rules): Promise<{ id: string }> {
  await requireAal2(ctx, actor);
  await requireFreshOwner(ctx, actor);
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const user = await lockById(db, actor.id);
    const factor = await findRecoveryFactor(db, actor.id);
    if (!user || !factor) throw noCodes();
    await db.deleteFrom("mfa_factors").where("id", "=", factor.id).execute();
    await lowerSessions(db, actor.id, factor.id);
    await mailFactorChange(inside, user, { change: "codes_removed" }, site);
    await recordAccount(inside, { action: "recovery codes removed", account: user, meta });
    return { id: factor.id };
  });
}
