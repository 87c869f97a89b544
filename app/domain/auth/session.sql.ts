import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";

/** The account of a token, and whether its session is still open; undefined if the account has been deleted. */
export const findSessionUser = (db: Db, sessionId: string, userId: string) =>
  db
    .selectFrom("users as u")
    .leftJoin("auth_sessions as s", (join) => join.onRef("s.user_id", "=", "u.id").on("s.id", "=", sessionId))
    .select(["u.id", "u.email", "u.role", "u.is_active"])
    .select(sql<boolean>`s.id is not null and s.ended_at is null`.as("is_open"))
    .where("u.id", "=", userId)
    .executeTakeFirst();

/** Ends sessions of an account: all, all but one, or only one. @returns how many it ended */
export async function endSessionsOf(
  db: Db,
  userId: string,
  { except, only, reason, now }: { except?: string; only?: string; reason: string; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("auth_sessions")
    .set({ ended_at: now, ended_reason: reason })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .$if(except !== undefined, (query) => query.where("id", "!=", except as string))
    .$if(only !== undefined, (query) => query.where("id", "=", only as string))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
