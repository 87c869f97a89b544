import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";

/** The product's tables. A transaction is one, too. */
export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;
