import { createHash, timingSafeEqual } from "node:crypto";
import type { JsonObject } from "../../../db/schema.gen.ts";
import type { Context } from "../context.ts";
import { ONE_TIME_ATTEMPTS, type OneTimeKind, oneTimeHours } from "./auth-rules.ts";
import {
  addSignUpToken,
  consumeToken,
  countWrongCode,
  holdByEmail,
  holdByLink,
  type PendingSignUp,
  putToken,
} from "./one-time.sql.ts";

export type { OneTimeKind } from "./auth-rules.ts";

/** Whom a token is for. */
type OneTimeWish = { userId: string; kind: OneTimeKind; email: string; signUp?: PendingSignUp | null; sendsMail?: boolean };

/** How a token is shown: the one of a link, or the six digits together with the address that they went to. */
export type Proof = { token: string } | { email: string; code: string };

/** Whom a redeemed token belongs to, what it was for, the address that it proves, and the sign-up that it confirms. */
export type Redeemed = { userId: string; kind: OneTimeKind; email: string; signUp?: PendingSignUp };

const sha256 = (text: string) => createHash("sha256").update(text).digest();
/** How the token of a link is looked up. */
export const hashLink = (token: string): Buffer => sha256(token);
const hashCode = (id: string, code: string) => sha256(`${id}:${code}`);

/** 16 random bytes as a UUID: the code's salt is known before the row is. */
const uuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/**
 * Makes a token for an address: 256 bits for a link, and six digits to type. Only hashes are stored. It replaces the user's
 * earlier one of the kind, except for sign-ups: each keeps its own.
 * @param input `email`: the mailbox it goes to; `signUp`: what a token of the kind `signup` confirms, null for the address alone;
 *   `sendsMail`: false where the owner passes links on by hand, which gives them more time
 * @returns what belongs into the mail, and nowhere else, and until when it can be used
 */
export async function issueOneTime(
  ctx: Context,
  { userId, kind, email, signUp = null, sendsMail = true }: OneTimeWish,
): Promise<{ code: string; token: string; expiresAt: Date }> {
  const id = uuid(ctx.random.hex(16));
  const token = ctx.random.hex(32);
  // 64 bits for a million codes: none is noticeably likelier than another.
  const code = String(BigInt(`0x${ctx.random.hex(8)}`) % 1_000_000n).padStart(6, "0");
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + oneTimeHours(kind, sendsMail) * 3_600_000);
  const row = { id, code_hash: hashCode(id, code), link_hash: hashLink(token), created_at: now, expires_at: expiresAt };
  if (kind === "signup") await addSignUpToken(ctx.db, userId, email, row, signUp);
  else await putToken(ctx.db, userId, kind, email, row);
  return { code, token, expiresAt };
}

/**
 * Redeems a token, once: whoever comes second, also at the same moment, gets nothing. Call it in a transaction, whose
 * rollback makes it valid again, except after a wrong code: that must be committed, so nothing is thrown for it.
 * Five wrong codes end a code; its link works on, so that nobody can spoil another's mail by guessing.
 * @param keep true only looks: the token can still be redeemed, while a wrong code is counted
 * @returns null when it is wrong, used, replaced or expired
 */
export async function redeemOneTime(
  ctx: Context,
  kinds: readonly OneTimeKind[],
  proof: Proof,
  { keep = false }: { keep?: boolean } = {},
): Promise<Redeemed | null> {
  const now = ctx.clock.now();
  const held =
    "token" in proof
      ? await holdByLink(ctx.db, kinds, hashLink(proof.token), now)
      : await holdByEmail(ctx.db, kinds, proof.email, ONE_TIME_ATTEMPTS, now);
  const found =
    "token" in proof ? held[0] : held.find(({ id, code_hash }) => timingSafeEqual(code_hash, hashCode(id, proof.code)));
  if (!found) {
    if (held.length > 0)
      await countWrongCode(
        ctx.db,
        held.map(({ id }) => id),
      );
    return null;
  }
  if (!keep) await consumeToken(ctx.db, found.id, now);
  return redeemedOf(found);
}

function redeemedOf(row: Awaited<ReturnType<typeof holdByLink>>[number]): Redeemed {
  const { user_id: userId, kind, email, password_hash: passwordHash, full_name: fullName, user_metadata } = row;
  const base = { userId, kind: kind as OneTimeKind, email };
  return passwordHash === null ? base : { ...base, signUp: { passwordHash, fullName, metadata: user_metadata as JsonObject } };
}
