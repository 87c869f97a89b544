import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
import { verifyAccessToken } from "./access-tokens.ts";
import { sessionNotFound, userBanned } from "./errors.ts";
import { findSessionUser } from "./session.sql.ts";

/**
 * Who presents this access token. Asks the database each time, so that a session that ended, an account that was deactivated
 * and a role that changed count from the next request on.
 * @throws DomainError bad_jwt, session_not_found, user_banned
 */
export async function authenticateToken(ctx: Context, token: string): Promise<Actor & { kind: "user" }> {
  const { userId, sessionId } = await verifyAccessToken(ctx, token);
  const found = await findSessionUser(ctx.db, sessionId, userId);
  if (!found) throw sessionNotFound();
  if (!found.is_active) throw userBanned();
  if (found.ended_at !== null) throw sessionNotFound();
  return { kind: "user", id: found.id, email: found.email, role: found.role === "admin" ? "admin" : "user", sessionId };
}
