import type { Transaction } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";

/** The database within a transaction. */
export type Db = Transaction<DB>;
