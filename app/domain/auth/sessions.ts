import { createHash, createHmac } from "node:crypto";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { type SignedInBy, signAccessToken } from "./access-tokens.ts";
import { ACCESS_TOKEN_SECONDS, type SessionMeta, type SignInMethod, USER_AGENT_MAX } from "./auth-rules.ts";
import { userBanned } from "./errors.ts";
import { type AuthUser, presentUser, type UserRow } from "./present-user.ts";
import { endSessionsOf, insertSession, openSessions } from "./session.sql.ts";

const BYTES = 32;

/** A new refresh token: random, without meaning. */
const makeRefreshToken = ({ random }: Pick<Context, "random">): string =>
  Buffer.from(random.hex(BYTES), "hex").toString("base64url");

/**
 * The token that follows `token` in its session: the same each time, and impossible to guess from the token without the session's secret, or
 * the secret without the token.
 */
export const nextRefreshToken = (token: string, secret: Buffer): string =>
  createHmac("sha256", secret).update(token).digest("base64url");

/** What is stored of a refresh token. It has 256 bits of its own, so a plain hash can't be reversed. */
export const hashRefreshToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** GoTrue's session: what a client keeps. `expires_in` in seconds, `expires_at` in seconds since 1970. */
export type Session = {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: AuthUser;
  weak_password?: { message: string; reasons: string[] };
};

/** Why a session ended, for the operator. */
export type EndReason =
  | "signed_out"
  | "revoked"
  | "password_changed"
  | "deactivated"
  | "token_reused"
  | "expired"
  | (string & {});

/** A session as its owner sees it among the others. */
export type OpenSession = {
  id: string;
  created_at: Date;
  last_used_at: Date;
  user_agent: string | null;
  address: string | null;
};

/** What is kept of where a session is used. */
export const placeOf = ({ address, userAgent }: SessionMeta) => ({
  address,
  userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null,
});

/** Puts together what a client keeps of the session `sessionId`; `began`: how and when it did. */
export async function presentSession(
  ctx: Context,
  row: UserRow,
  { sessionId, began, refreshToken }: { sessionId: string; began: SignedInBy; refreshToken: string },
  meta: SessionMeta,
): Promise<Session> {
  const issuedAt = Math.floor(ctx.clock.now().getTime() / 1000);
  return {
    access_token: await signAccessToken(ctx, row, sessionId, { issuedAt, issuer: meta.issuer, began }),
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: issuedAt + ACCESS_TOKEN_SECONDS,
    refresh_token: refreshToken,
    user: presentUser(row),
  };
}

/**
 * Signs a user in who has just proved to be who they are. May run in the caller's transaction.
 * @param method how they proved it
 * @throws DomainError user_banned when the account is deactivated or gone
 */
export async function startSession(
  ctx: Context,
  userId: string,
  meta: SessionMeta,
  method: SignInMethod = "password",
): Promise<Session> {
  const token = makeRefreshToken(ctx);
  const now = ctx.clock.now();
  const values = { userId, tokenHash: hashRefreshToken(token), method, now, ...placeOf(meta) };
  const row = await insertSession(ctx.db, values);
  if (!row) throw userBanned();
  return presentSession(ctx, row, { sessionId: row.session_id, began: { method, at: now }, refreshToken: token }, meta);
}

/**
 * Ends a user's sessions, but for the one named by `except`. From now on their tokens are worth nothing.
 * @returns how many there were
 */
export const endSessions = (
  ctx: Context,
  userId: string,
  { except, reason }: { except?: string; reason: EndReason },
): Promise<number> => endSessionsOf(ctx.db, userId, { ...(except !== undefined && { except }), reason, now: ctx.clock.now() });

/** A user's sessions that go on, the last used first. */
export const listSessions = (ctx: Context, userId: string): Promise<OpenSession[]> => openSessions(ctx.db, userId);

/** Ends one session of a user. @throws DomainError PGRST116 when it isn't theirs or has ended */
export async function revokeSession(ctx: Context, userId: string, sessionId: string): Promise<void> {
  const ended = await endSessionsOf(ctx.db, userId, { only: sessionId, reason: "revoked", now: ctx.clock.now() });
  if (ended === 0) throw notFound("Session");
}
