import { sql } from "kysely";
import type { Context } from "../context.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** That a subscriber has left by a link of this issue, for its report. Unknown ids do nothing. @param issueId as the link has it */
export async function noteDeparture({ db }: Context, issueId: string, subscriberId: string): Promise<void> {
  if (!UUID.test(issueId)) return;
  await db
    .updateTable("newsletter_recipients")
    .set({ left_at: sql<Date>`now()` })
    .where("issue_id", "=", issueId)
    .where("subscriber_id", "=", subscriberId)
    .where("left_at", "is", null)
    .execute();
}
