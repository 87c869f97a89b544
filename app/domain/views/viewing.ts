import { isbot } from "isbot";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { POST_ID } from "../posts/model.ts";
import { VIEW_WINDOW_MS } from "./model.ts";
import { addedView, takeTurn, viewsCount } from "./queries.ts";

/** An article was opened; `userAgent` as the browser names itself, `isRecorded` whether the owner wants it counted. */
export type Opening = { postId: string; sessionId: string; userAgent: string | null | undefined; isRecorded?: boolean };

/**
 * Counts that an article was opened, once for a session in 30 minutes. Bots, and whoever doesn't name itself, count
 * nothing; nobody does where nothing is to be recorded.
 * @returns whether it counted, and the article's views now.
 * @throws DomainError not_found when no such article is published.
 */
export async function recordView(ctx: Context, opening: Opening): Promise<{ counted: boolean; views_count: number }> {
  const { postId, sessionId, userAgent, isRecorded = true } = opening;
  if (!POST_ID.test(postId)) throw notFound("Post");
  const counted = isRecorded && userAgent && !isbot(userAgent) ? await count(ctx, postId.toLowerCase(), sessionId) : false;
  // The counter moves at the end of the insert, so only a later statement can read it.
  const views = await viewsCount(ctx.db, postId);
  if (views === undefined) throw notFound("Post");
  return { counted, views_count: views };
}

function count({ db, clock }: Context, postId: string, sessionId: string): Promise<boolean> {
  const now = clock.now();
  const since = new Date(now.getTime() - VIEW_WINDOW_MS);
  return db.transaction().execute(async (trx) => {
    await takeTurn(trx, postId, sessionId);
    return addedView(trx, { postId, sessionId, now, since });
  });
}
