import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";

/** `oldestSeconds`: the age of the oldest waiting one, 0 without any. */
export type UnsentMails = { waiting: number; givenUp: number; oldestSeconds: number };

/** Without tests, whose sender knows. */
export const countUnsentMails = (db: Db): Promise<UnsentMails> =>
  db
    .selectFrom("outbox")
    .select([
      sql<number>`count(*) filter (where state = 'waiting')::int`.as("waiting"),
      sql<number>`count(*) filter (where state = 'given up')::int`.as("givenUp"),
      sql<number>`coalesce(extract(epoch from now() - min(created_at) filter (where state = 'waiting')), 0)::int`.as(
        "oldestSeconds",
      ),
    ])
    .where(sql`state`, "in", ["waiting", "given up"])
    .where("kind", "<>", "test")
    .executeTakeFirstOrThrow();
