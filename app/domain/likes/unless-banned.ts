import type { Actor } from "../authorize.ts";
import { refuseBanned } from "../comments/bans/refuse-banned.ts";
import { lockAuthor } from "../comments/comments.sql.ts";
import type { Context } from "../context.ts";

export const ANONYMOUS: Actor = { kind: "anonymous" };

/** Somebody who is banned can take a like back, but not give one. @throws DomainError comment_ban */
export function unlessBanned<T>(
  ctx: Context,
  actor: Actor,
  work: (ctx: Context) => Promise<T>,
  isLike: (done: T) => boolean,
): Promise<T> {
  if (actor.kind !== "user") return work(ctx);
  return ctx.db.transaction().execute(async (db) => {
    // Before the article's row, as when a comment is written.
    await lockAuthor(db, actor);
    const done = await work({ ...ctx, db });
    if (isLike(done)) await refuseBanned(db, actor, ctx.clock.now());
    return done;
  });
}
