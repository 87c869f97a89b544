import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";
import { type FoundSubscriber, findByToken } from "./subscriber-links.ts";

/** Can be repeated. @returns whether this ended it */
export async function endSubscription(db: Db, id: string, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable("subscribers")
    .set({ state: "left", ended_at: now })
    .where("id", "=", id)
    .where("state", "in", ["pending", "confirmed"])
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}

/** Can be repeated. @returns `hasLeft`: whether this ended it @throws DomainError newsletter_link */
export async function leaveNewsletter(ctx: Context, token: string): Promise<FoundSubscriber & { hasLeft: boolean }> {
  const { id } = await findByToken(ctx.db, token);
  const hasLeft = await endSubscription(ctx.db, id, ctx.clock.now());
  return { ...(await findByToken(ctx.db, token)), hasLeft };
}
