import type { Context } from "../context.ts";
import { forgetErasure } from "./erase-subscriber.ts";
import { type FoundSubscriber, findByToken } from "./subscriber-links.ts";

/**
 * Can be repeated. An old link doesn't bring anybody back who has left since.
 * @returns the subscriber afterwards @throws DomainError newsletter_link
 */
export async function confirmSubscription(ctx: Context, token: string): Promise<FoundSubscriber> {
  const { id } = await findByToken(ctx.db, token);
  await ctx.db.transaction().execute(async (db) => {
    const confirmed = await db
      .updateTable("subscribers")
      .set({ state: "confirmed", confirmed_at: ctx.clock.now(), ended_at: null, soft_bounces: 0 })
      .where("id", "=", id)
      .where("state", "=", "pending")
      .returning("email")
      .executeTakeFirst();
    if (confirmed) await forgetErasure(db, confirmed.email);
  });
  return findByToken(ctx.db, token);
}
