import type { Context } from "../context.ts";
import type { Actor } from "./model.ts";
import { endSessionsOf } from "./session.sql.ts";

/** Which sessions end: all, the one that asks, or all but that one. */
export type SignOutScope = "global" | "local" | "others";

/** Signs out: ends sessions of the actor at once. Nothing to end is fine. */
export async function signOut(ctx: Context, actor: Extract<Actor, { kind: "user" }>, scope: SignOutScope): Promise<void> {
  const which = { global: {}, local: { only: actor.sessionId }, others: { except: actor.sessionId } }[scope];
  await endSessionsOf(ctx.db, actor.id, { ...which, reason: "signed_out", now: ctx.clock.now() });
}
