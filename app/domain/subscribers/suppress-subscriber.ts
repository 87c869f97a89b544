import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { SuppressionReason } from "./subscriber-rules.ts";

/** Nothing is sent to the address any more. In the transaction of `ctx.db`. @returns whether this ended it */
export async function suppressSubscriber({ db }: Context, id: string, reason: SuppressionReason): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("subscribers")
    .set({ state: "suppressed", suppressed_for: reason, ended_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("state", "in", ["pending", "confirmed"])
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** @param inRow of the newest issues that were sent to them, how many came back */
export async function noteSoftBounces({ db }: Context, id: string, inRow: number): Promise<void> {
  await db.updateTable("subscribers").set({ soft_bounces: inRow }).where("id", "=", id).execute();
}
