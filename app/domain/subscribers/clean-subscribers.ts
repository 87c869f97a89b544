import type { Context } from "../context.ts";
import { PENDING_DAYS } from "./subscriber-rules.ts";

/** Deletes those who never confirmed. Who had left before has still left, so that no import brings them back. */
export async function cleanSubscribers({ db, clock }: Context): Promise<void> {
  const since = new Date(clock.now().getTime() - PENDING_DAYS * 86_400_000);
  await db
    .updateTable("subscribers")
    .set({ state: "left" })
    .where("state", "=", "pending")
    .where("ended_at", "is not", null)
    .where("consent_at", "<", since)
    .execute();
  await db.deleteFrom("subscribers").where("state", "=", "pending").where("consent_at", "<", since).execute();
}
