import { sql } from "kysely";
import type { Context } from "../context.ts";

/** That a subscriber has left by a link of this issue, for its report. Unknown ids do nothing. @param issueId as the link has it */
export async function noteDeparture({ db }: Context, issueId: string, subscriberId: string): Promise<void> {
  await db
    .updateTable("newsletter_recipients")
    .set({ left_at: sql<Date>`now()` })
    .where(sql`issue_id::text`, "=", issueId)
    .where("subscriber_id", "=", subscriberId)
    .where("left_at", "is", null)
    .execute();
}
