import type { JsonObject } from "../../../db/schema.gen.ts";
import { recordAccount } from "../audit/record-account.ts";
import type { Context } from "../context.ts";
import type { Site } from "../settings/model.ts";
import { acceptEmail, acceptMetadata, acceptPassword, type Metadata } from "./accepting.ts";
import { sendEmailChange, sendPasswordChanged } from "./confirming.ts";
import { authError, invalidCredentials, sessionNotFound } from "./errors.ts";
import { type Actor, METADATA_MAX_BYTES, type SessionMeta } from "./model.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { type AuthUser, presentUser, type UserRow } from "./presenting.ts";
import { findByEmail, findPasswordHash, lockById, setPasswordHash, updateAccount } from "./queries.ts";
import { endSessions } from "./sessions.ts";

export type UserChange = {
  email?: string | undefined;
  password?: string | undefined;
  /** asked for once more by the form; checked when given */
  currentPassword?: string | undefined;
  /** merged into what is there; null takes a field away */
  data?: Record<string, unknown> | undefined;
  /** where the mail's link leads on to; a path of this site */
  next?: string | undefined;
};

/** `meta`: from where, for the activity log. */
type Rules = { site: Site; requireEmailVerification: boolean; meta: Pick<SessionMeta, "address" | "userAgent"> };
type Accepted = { hash: string | undefined; email: string | undefined; said: Metadata | undefined };

/**
 * Changes one's own account. Another password ends the other sessions and is told by mail; another address counts once the
 * link sent there was used, where addresses are verified at all.
 * @throws DomainError validation_failed, weak_password, same_password, invalid_credentials, email_exists, session_not_found
 */
export async function updateUser(
  ctx: Context,
  actor: Extract<Actor, { kind: "user" }>,
  change: UserChange,
  rules: Rules,
): Promise<AuthUser> {
  const email = change.email === undefined ? undefined : acceptEmail(change.email);
  const said = change.data === undefined ? undefined : acceptMetadata(change.data);
  const hash = await newHash(ctx, actor.id, change);
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const row = await lockById(db, actor.id);
    if (!row) throw sessionNotFound();
    return presentUser(await apply(inside, actor, row, { hash, email, said }, change.next, rules));
  });
}

/** Checks the passwords and hashes the new one; all of it before the transaction, because it takes long. */
async function newHash(ctx: Context, userId: string, { password, currentPassword }: UserChange): Promise<string | undefined> {
  if (password !== undefined) acceptPassword(password);
  if (password === undefined && currentPassword === undefined) return undefined;
  const stored = (await findPasswordHash(ctx.db, userId))?.hash;
  if (currentPassword !== undefined && !(stored && (await verifyPassword(currentPassword, stored, userId))))
    throw invalidCredentials();
  if (password === undefined) return undefined;
  if (stored && (await verifyPassword(password, stored, userId)))
    throw authError("same_password", "New password should be different from the old password.");
  return hashPassword(password, userId);
}

async function apply(
  ctx: Context,
  actor: Extract<Actor, { kind: "user" }>,
  before: UserRow,
  { hash, email, said }: Accepted,
  next: string | undefined,
  { site, requireEmailVerification, meta }: Rules,
): Promise<UserRow> {
  const { db, clock } = ctx;
  const now = clock.now();
  if (hash !== undefined) {
    await setPasswordHash(db, actor.id, hash);
    await endSessions(ctx, actor.id, { except: actor.sessionId, reason: "password_changed" });
    await sendPasswordChanged(ctx, before, site);
    await recordAccount(ctx, { action: "password changed", account: before, meta });
  }
  const moved = email !== undefined && email !== before.email.toLowerCase() ? email : undefined;
  if (moved !== undefined && (await findByEmail(db, moved)))
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

/** The columns of what a user says about themselves, merged with what they said before. */
function written(before: UserRow, { metadata, fullName }: Metadata) {
  const merged: JsonObject = { ...(before.user_metadata as JsonObject), ...metadata };
  for (const [key, value] of Object.entries(merged)) if (value === null) delete merged[key];
  if (Buffer.byteLength(JSON.stringify(merged)) > METADATA_MAX_BYTES)
    throw authError("validation_failed", `data must have at most ${METADATA_MAX_BYTES} bytes`);
  return { user_metadata: JSON.stringify(merged), ...(fullName !== undefined && { full_name: fullName }) };
}
