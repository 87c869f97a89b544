import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";

const hashOf = (email: string) => sql<Buffer>`sha256(convert_to(lower(${email}), 'UTF8'))`;

/** Leaves only a hash of the address, so that no import brings it back. */
export const eraseSubscriber = (ctx: Context, id: string): Promise<void> =>
  ctx.db.isTransaction ? erase(ctx, id) : ctx.db.transaction().execute((db) => erase({ ...ctx, db }, id));

async function erase({ db, clock }: Context, id: string): Promise<void> {
  const row = await db.deleteFrom("subscribers").where("id", "=", id).returning("email").executeTakeFirst();
  if (!row) return;
  await db
    .insertInto("erased_subscribers")
    .values({ email_hash: hashOf(row.email), erased_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .deleteFrom("outbox")
    .where("kind", "=", "newsletter_confirm")
    .where(sql`lower(recipient)`, "=", sql`lower(${row.email})`)
    .execute();
}

/** Their owner has subscribed again. */
export const forgetErasure = async (db: Db, email: string): Promise<void> => {
  await db.deleteFrom("erased_subscribers").where("email_hash", "=", hashOf(email)).execute();
};
