import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { TrafficOptions } from "./traffic/traffic-model.ts";

type Db = Kysely<DB>;

/** The options in force. */
export const storedOptions = (db: Db): Promise<TrafficOptions> =>
  db.selectFrom("analytics_options").select(["retention_months", "count_admins"]).executeTakeFirstOrThrow();

/** Stores the options. */
export async function storeOptions(db: Db, { retention_months, count_admins }: TrafficOptions, at: Date): Promise<void> {
  await db.updateTable("analytics_options").set({ retention_months, count_admins, updated_at: at }).execute();
}
