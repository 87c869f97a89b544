import { createHash, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { JsonObject } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";
import type { PendingSignUp } from "./auth.sql.ts";
import { codeExpiry, ONE_TIME_ATTEMPTS, type OneTimeKind, oneTimeHours, tidyCode } from "./auth-rules.ts";

export type { OneTimeKind } from "./auth-rules.ts";

type OneTimeRequest = { userId: string; kind: OneTimeKind; email: string; signUp?: PendingSignUp | null; sendsMail?: boolean };

/** The token of a link, or six digits with the email address that they were sent to. */
export type Proof = { token: string } | { email: string; code: string };

/** `email`: proved by the token; `signUp`: what it confirms. */
export type RedeemedToken = { userId: string; kind: OneTimeKind; email: string; signUp?: PendingSignUp };

const sha256 = (text: string) => createHash("sha256").update(text).digest();
export const hashLink = (token: string): Buffer => sha256(token);
const hashCode = (id: string, code: string) => sha256(`${id}:${code}`);

/** The id is the salt of the code, so it must be known before the row exists. */
const uuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/**
 * 256 bits for a link, and six digits to enter; only hashes are stored. Replaces the user's earlier token of the same kind, except for
 * sign-ups, which each keep their own.
 * @param input `email`: where it is sent; `signUp`: what a token of kind `signup` confirms, null for the email address alone; `sendsMail`:
 * false if the owner passes links on by hand, which makes them valid for longer
 * @returns the secrets, for the mail only, and when they expire
 */
export async function issueOneTime(
  ctx: Context,
  { userId, kind, email, signUp = null, sendsMail = true }: OneTimeRequest,
): Promise<{ code: string; token: string; expiresAt: Date }> {
  const id = uuid(ctx.random.hex(16));
  const token = ctx.random.hex(32);
  // 64 random bits for a million codes: the bias is negligible.
  const code = String(BigInt(`0x${ctx.random.hex(8)}`) % 1_000_000n).padStart(6, "0");
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + oneTimeHours(kind, sendsMail) * 3_600_000);
  const row = { id, code_hash: hashCode(id, code), link_hash: hashLink(token), created_at: now, expires_at: expiresAt };
  if (kind === "signup") {
    await ctx.db
      .insertInto("one_time_tokens")
      .values({
        user_id: userId,
        kind: "signup",
        email,
        ...row,
        password_hash: signUp?.passwordHash ?? null,
        full_name: signUp?.fullName ?? null,
        user_metadata: signUp && JSON.stringify(signUp.metadata),
      })
      .execute();
  } else {
    await ctx.db
      .insertInto("one_time_tokens")
      .values({ user_id: userId, kind, email, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "kind"])
          .where("kind", "<>", "signup")
          .doUpdateSet({ email, ...row, attempts: 0, used_at: null }),
      )
      .execute();
  }
  return { code, token, expiresAt };
}

const columns = [
  "id",
  "user_id",
  "kind",
  "email",
  "code_hash",
  "password_hash",
  "full_name",
  "user_metadata",
  "created_at",
  "expires_at",
] as const;

/** Only tokens that can still be redeemed; locked until the transaction ends. */
const lockByLink = (db: Db, kinds: readonly OneTimeKind[], linkHash: Buffer, now: Date) =>
  db
    .selectFrom("one_time_tokens")
    .select(columns)
    .where("link_hash", "=", linkHash)
    .where("kind", "in", kinds)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .forUpdate()
    .execute();

/** Only tokens that can still be redeemed; locked until the transaction ends. */
const lockByEmail = (db: Db, kinds: readonly OneTimeKind[], email: string, attempts: number, now: Date) =>
  db
    .selectFrom("one_time_tokens")
    .select(columns)
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("kind", "in", kinds)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("attempts", "<", attempts)
    // Always in the same order, so that transactions don't deadlock.
    .orderBy("id")
    .forUpdate()
    .execute();

/**
 * Redeems once: of two concurrent calls, one gets null. Call it in a transaction; a rollback makes the token valid again. After a wrong
 * code the transaction must commit, so this returns null instead of throwing. Five wrong codes disable a code but not its link, so that
 * nobody can break another user's mail by guessing.
 * @param keep true checks the token without using it up; a wrong code is counted all the same
 * @returns null if it is wrong, used, replaced or expired
 */
export async function redeemOneTime(
  ctx: Context,
  kinds: readonly OneTimeKind[],
  proof: Proof,
  { keep = false }: { keep?: boolean } = {},
): Promise<RedeemedToken | null> {
  const now = ctx.clock.now();
  const candidates =
    "token" in proof
      ? await lockByLink(ctx.db, kinds, hashLink(proof.token), now)
      : (await lockByEmail(ctx.db, kinds, proof.email, ONE_TIME_ATTEMPTS, now)).filter((row) => codeExpiry(row) > now);
  const found =
    "token" in proof
      ? candidates[0]
      : candidates.find(({ id, code_hash }) => timingSafeEqual(code_hash, hashCode(id, tidyCode(proof.code))));
  if (!found) {
    if (candidates.length > 0)
      await ctx.db
        .updateTable("one_time_tokens")
        .set({ attempts: sql`attempts + 1` })
        .where(
          "id",
          "in",
          candidates.map(({ id }) => id),
        )
        .execute();
    return null;
  }
  if (!keep) await ctx.db.updateTable("one_time_tokens").set({ used_at: now }).where("id", "=", found.id).execute();
  return redeemedOf(found);
}

function redeemedOf(row: Awaited<ReturnType<typeof lockByLink>>[number]): RedeemedToken {
  const { user_id: userId, kind, email, password_hash: passwordHash, full_name: fullName, user_metadata } = row;
  const base = { userId, kind: kind as OneTimeKind, email };
  return passwordHash === null ? base : { ...base, signUp: { passwordHash, fullName, metadata: user_metadata as JsonObject } };
}
