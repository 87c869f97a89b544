import type { Context } from "../context.ts";
import type { Settings } from "../settings/settings.ts";
import { REFRESH_REUSE_SECONDS, type SessionMeta } from "./auth-rules.ts";
import { authError, userBanned } from "./errors.ts";
import {
  deleteTokensUsedBefore,
  endSessionsOf,
  findToken,
  lockByToken,
  rotateToken,
  touchSession,
  usedAt,
} from "./session.sql.ts";
import { hashRefreshToken, nextRefreshToken, placeOf, presentSession, type Session } from "./sessions.ts";

/** Used tokens are known for so long, so that their reuse ends the session; then they are forgotten, in ms. */
const REMEMBER_MS = 30 * 86_400_000;

const notFound = () => authError("refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
const expired = () => authError("session_expired", "Invalid Refresh Token: Session Expired");
const alreadyUsed = () => authError("refresh_token_already_used", "Invalid Refresh Token: Already Used");

/** How long sessions go on: this many days without use, and this many in all. */
export type SessionLife = Pick<Settings, "sessionIdleDays" | "sessionMaxDays">;

const DAY_MS = 86_400_000;

/** Sessions that weren't used since the one moment, or began before the other, are over. */
export const endsOf = ({ sessionIdleDays, sessionMaxDays }: SessionLife, now: Date) => ({
  idleSince: new Date(now.getTime() - sessionIdleDays * DAY_MS),
  beganBefore: new Date(now.getTime() - sessionMaxDays * DAY_MS),
});

type Found = NonNullable<Awaited<ReturnType<typeof lockByToken>>>;
type Exchange = Found & { active: string };

/**
 * Exchanges a refresh token for a new session's worth of tokens. A token that was used already is taken once more within
 * REFRESH_REUSE_SECONDS: its answer may have been lost, and several tabs may hold the same. Everybody who presents it gets the one token
 * with which the session goes on, so a copy never has a line of its own. Used later it must have been copied, so the session ends for
 * everybody who holds a token of it.
 * @throws DomainError refresh_token_not_found, refresh_token_already_used, session_expired, user_banned
 */
export async function refreshSession(ctx: Context, token: string, meta: SessionMeta, life: SessionLife): Promise<Session> {
  // A refusal must not undo what the transaction did: so it is thrown after it.
  const found = await ctx.db.transaction().execute((db) => exchange({ ...ctx, db }, token, meta, life));
  if (found instanceof Error) throw found;
  const { session_id: sessionId, method, session_began: at, active } = found;
  return presentSession(ctx, found, { sessionId, began: { method, at }, refreshToken: active }, meta);
}

async function exchange(ctx: Context, token: string, meta: SessionMeta, life: SessionLife): Promise<Exchange | Error> {
  const { db } = ctx;
  const found = await lockByToken(db, hashRefreshToken(token));
  if (!found) return notFound();
  if (!found.is_active) return userBanned();
  if (found.ended_at !== null) return notFound();
  const { token_id: tokenId, session_id: sessionId } = found;
  const now = ctx.clock.now();
  const { idleSince, beganBefore } = endsOf(life, now);
  if (found.last_used_at < idleSince || found.session_began < beganBefore) {
    await endSessionsOf(db, found.id, { only: sessionId, reason: "expired", now });
    return expired();
  }
  const used = await usedAt(db, tokenId);
  if (used !== null && now.getTime() - used.getTime() > REFRESH_REUSE_SECONDS * 1000) {
    await endSessionsOf(db, found.id, { only: sessionId, reason: "token_reused", now });
    ctx.log.warn({ userId: found.id, sessionId }, "a used refresh token came again, so its session was ended");
    return alreadyUsed();
  }
  const active = await activeToken(ctx, token, found, meta);
  await deleteTokensUsedBefore(db, sessionId, new Date(now.getTime() - REMEMBER_MS));
  return { ...found, active };
}

/** The token after `token` with which the session goes on: the first that wasn't used yet, made now where there is none. */
async function activeToken({ db, clock }: Context, token: string, found: Found, meta: SessionMeta): Promise<string> {
  const { session_id: sessionId, refresh_secret: secret } = found;
  const where = { sessionId, now: clock.now(), ...placeOf(meta) };
  let tokenId = found.token_id;
  let active = nextRefreshToken(token, secret);
  for (;;) {
    const tokenHash = hashRefreshToken(active);
    const known = await findToken(db, sessionId, tokenHash);
    if (!known) {
      await rotateToken(db, { tokenId, tokenHash, ...where });
      return active;
    }
    if (known.used_at === null) {
      await touchSession(db, where);
      return active;
    }
    tokenId = known.id;
    active = nextRefreshToken(active, secret);
  }
}
