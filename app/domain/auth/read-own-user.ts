import type { Context } from "../context.ts";
import { findById } from "./auth.sql.ts";
import { sessionNotFound } from "./errors.ts";
import type { Actor } from "./model.ts";
import { type AuthUser, presentUser } from "./present-user.ts";

/** The account of who asks, as GoTrue shows it. @throws DomainError session_not_found when it has just been deleted */
export async function readOwnUser(ctx: Context, actor: Extract<Actor, { kind: "user" }>): Promise<AuthUser> {
  const row = await findById(ctx.db, actor.id);
  if (!row) throw sessionNotFound();
  return presentUser(row);
}
