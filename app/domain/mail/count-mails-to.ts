import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { MailKind } from "./mail.ts";

/** Of the last 24 hours, sent or not. */
export async function countMailsTo(db: Db, to: string, kind: MailKind): Promise<number> {
  const { count } = await db
    .selectFrom("outbox")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("created_at", ">", sql<Date>`now() - interval '24 hours'`)
    .where("kind", "=", kind)
    .where("recipient", "=", to)
    .executeTakeFirstOrThrow();
  return Number(count);
}
