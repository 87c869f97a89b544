import type { JsonObject } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import { recordAccount } from "../audit/record-account.ts";
import type { SignedIn } from "../authorize.ts";
import type { Context } from "../context.ts";
import type { Site } from "../settings/settings.ts";
import { acceptEmail, acceptMetadata, acceptPassword, type Metadata } from "./accept-credentials.ts";
import {
  cancelEmailChange,
  findByEmail,
  findById,
  findPasswordHash,
  lockById,
  setPasswordHash,
  updateAccount,
} from "./auth.sql.ts";
import { authError, sessionNotFound } from "./auth-errors.ts";
import { METADATA_MAX_BYTES, type SessionMeta } from "./auth-rules.ts";
import { findFactors } from "./factors/factors.sql.ts";
import { requireCodeIfAny } from "./factors/require-proof.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { type AuthUser, presentUser, type UserRow } from "./present-user.ts";
import { type OwnerProof, requireOwner } from "./reauthenticate.ts";
import { sendEmailChange, sendPasswordChanged } from "./send-one-time.ts";
import { endSessions } from "./sessions.ts";
import { withMinimumDuration } from "./sign-in.ts";

/** GoTrue's format. @throws DomainError session_not_found when the account has just been deleted */
export async function readOwnUser(ctx: Context, actor: SignedIn): Promise<AuthUser> {
  const row = await findById(ctx.db, actor.id);
  if (!row) throw sessionNotFound();
  return presentUser(row, await findFactors(ctx.db, row.id));
}

const findSessionMethod = async (db: Db, sessionId: string): Promise<string | undefined> =>
  (await db.selectFrom("auth_sessions").select("method").where("id", "=", sessionId).executeTakeFirst())?.method;

/** As for somebody who recovers an account. */
export const beganByMail = async ({ db }: Context, sessionId: string): Promise<boolean> =>
  (await findSessionMethod(db, sessionId)) !== "password";

export type UserChange = OwnerProof & {
  email?: string | undefined;
  password?: string | undefined;
  /** merged into the stored data; null removes a field */
  data?: Record<string, unknown> | undefined;
  /** where the mail's link leads; a path of this site */
  next?: string | undefined;
};

type Rules = { site: Site; requireEmailVerification: boolean; meta: Pick<SessionMeta, "address" | "userAgent"> };
type AccountChange = { hash: string | undefined; email: string | undefined; said: Metadata | undefined };

/** ms. Longer than the change takes on an idle machine, so that the duration doesn't reveal whether the address is taken. */
const EVEN_MS = 150;

/**
 * A new password or email address needs more proof than the token (`requireOwner`); a proof alone is noted, for changes of factors. A new password ends the other sessions, cancels a
 * pending change of the email address, and is confirmed by mail. If email addresses are verified, a new one takes effect when the link sent
 * to it is used, and only its owner learns that it already has an account.
 * @throws DomainError validation_failed, weak_password, same_password, invalid_credentials, reauthentication_needed,
 * reauthentication_not_valid, insufficient_aal, email_exists (if email addresses aren't verified), session_not_found
 */
export async function updateUser(ctx: Context, actor: SignedIn, change: UserChange, rules: Rules): Promise<AuthUser> {
  const email = change.email === undefined ? undefined : acceptEmail(change.email);
  const said = change.data === undefined ? undefined : acceptMetadata(change.data);
  const user = await findById(ctx.db, actor.id);
  if (!user) throw sessionNotFound();
  const { password, currentPassword } = change;
  if (password !== undefined || email !== undefined || said) await requireCodeIfAny(ctx, actor);
  if (password !== undefined) acceptPassword(password, { email: user.email, siteName: rules.site.name, role: user.role });
  const moves = email !== undefined && email !== user.email.toLowerCase();
  const isDelicate = password !== undefined || moves || currentPassword !== undefined || change.nonce !== undefined;
  const settle = isDelicate ? await requireOwner(ctx, actor, change) : undefined;
  const hash = password === undefined ? undefined : await newHash(ctx, actor.id, password);
  const make = () =>
    ctx.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const row = await lockById(db, actor.id);
      if (!row) throw sessionNotFound();
      await settle?.(inside);
      const after = await apply(inside, actor, row, { hash, email, said }, change.next, rules);
      return presentUser(after, await findFactors(db, after.id));
    });
  return moves && rules.requireEmailVerification ? withMinimumDuration(EVEN_MS, make) : make();
}

/** Before the transaction, because hashing is slow. */
async function newHash(ctx: Context, userId: string, password: string): Promise<string> {
  const stored = (await findPasswordHash(ctx.db, userId))?.hash;
  if (stored && (await verifyPassword(password, stored, userId)))
    throw authError("same_password", "New password should be different from the old password.");
  return hashPassword(password, userId);
}

async function apply(
  ctx: Context,
  actor: SignedIn,
  before: UserRow,
  { hash, email, said }: AccountChange,
  next: string | undefined,
  { site, requireEmailVerification, meta }: Rules,
): Promise<UserRow> {
  const { db, clock } = ctx;
  const now = clock.now();
  if (hash !== undefined) {
    await setPasswordHash(db, actor.id, hash);
    await endSessions(ctx, actor.id, { except: actor.sessionId, reason: "password_changed" });
    // An intruder may have requested it, and its link would give them the account.
    await cancelEmailChange(db, actor.id);
    await sendPasswordChanged(ctx, before, site);
    await recordAccount(ctx, { action: "password changed", account: before, meta });
  }
  const moved = email !== undefined && email !== before.email.toLowerCase() ? email : undefined;
  if (moved !== undefined && !requireEmailVerification && (await findByEmail(db, moved)))
    throw authError("email_exists", "A user with this email address has already been registered");
  if (moved !== undefined && !requireEmailVerification)
    await recordAccount(ctx, { action: "email changed", account: before, meta, detail: { to: moved } });
  if (moved !== undefined && requireEmailVerification) await sendEmailChange(ctx, { ...before, next }, moved, site);
  const values = {
    ...(said && written(before, said)),
    ...(moved !== undefined && (requireEmailVerification ? { pending_email: moved } : { email: moved, pending_email: null })),
  };
  if (hash === undefined && Object.keys(values).length === 0) return before;
  return (await updateAccount(db, actor.id, values, now)) ?? before;
}

function written(before: UserRow, { metadata, fullName }: Metadata) {
  const merged: JsonObject = { ...(before.user_metadata as JsonObject), ...metadata };
  for (const [key, value] of Object.entries(merged)) if (value === null) delete merged[key];
  if (Buffer.byteLength(JSON.stringify(merged)) > METADATA_MAX_BYTES)
    throw authError("validation_failed", `data must have at most ${METADATA_MAX_BYTES} bytes`);
  return { user_metadata: JSON.stringify(merged), ...(fullName !== undefined && { full_name: fullName }) };
}
