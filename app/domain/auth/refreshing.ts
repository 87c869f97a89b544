import type { Context } from "../context.ts";
import { authError, userBanned } from "./errors.ts";
import { REFRESH_REUSE_SECONDS, type SessionMeta } from "./model.ts";
import { hashRefreshToken, makeRefreshToken } from "./refresh-tokens.ts";
import { deleteTokensUsedBefore, endSessionsOf, lockByToken, rotateToken, usedAt } from "./session-queries.ts";
import { placeOf, presentSession, type Session } from "./sessions.ts";

/** Used tokens are known for so long, so that their reuse ends the session; then they are forgotten, in ms. */
const REMEMBER_MS = 30 * 86_400_000;

const notFound = () => authError("refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
const alreadyUsed = () => authError("refresh_token_already_used", "Invalid Refresh Token: Already Used");

type Exchange = NonNullable<Awaited<ReturnType<typeof lockByToken>>>;

/**
 * Exchanges a refresh token for a new session's worth of tokens. A token that was used already is taken once more within
 * REFRESH_REUSE_SECONDS: its answer may have been lost, and several tabs may hold the same. Each such exchange makes a token
 * of its own, and all of them go on. Used later it must have been copied, so the session ends for everybody who holds a
 * token of it.
 * @throws DomainError refresh_token_not_found, refresh_token_already_used, user_banned
 */
export async function refreshSession(ctx: Context, token: string, meta: SessionMeta): Promise<Session> {
  const child = makeRefreshToken(ctx);
  // A refusal must not undo what the transaction did: so it is thrown after it.
  const found = await ctx.db.transaction().execute((db) => exchange({ ...ctx, db }, token, child, meta));
  if (found instanceof Error) throw found;
  return presentSession(ctx, found, found.session_id, child, meta);
}

async function exchange(ctx: Context, token: string, child: string, meta: SessionMeta): Promise<Exchange | Error> {
  const { db } = ctx;
  const found = await lockByToken(db, hashRefreshToken(token));
  if (!found) return notFound();
  if (!found.is_active) return userBanned();
  if (found.ended_at !== null) return notFound();
  const { token_id: tokenId, session_id: sessionId } = found;
  const now = ctx.clock.now();
  const used = await usedAt(db, tokenId);
  if (used !== null && now.getTime() - used.getTime() > REFRESH_REUSE_SECONDS * 1000) {
    await endSessionsOf(db, found.id, { only: sessionId, reason: "token_reused", now });
    ctx.log.warn({ userId: found.id, sessionId }, "a used refresh token came again, so its session was ended");
    return alreadyUsed();
  }
  await rotateToken(db, { tokenId, sessionId, tokenHash: hashRefreshToken(child), now, ...placeOf(meta) });
  await deleteTokensUsedBefore(db, sessionId, new Date(now.getTime() - REMEMBER_MS));
  return found;
}
