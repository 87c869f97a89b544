import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { LAST_ADMIN } from "./user.ts";
import { takeTurn } from "./users.sql.ts";

/** What the triggers of db/migrations/0007_limits.sql raise. */
const SQLSTATE = "SKY01";

/**
 * Runs a change of somebody's standing in a transaction. The rule itself stands in the database, where no path leads around
 * it: a site with an active admin keeps one, also when several are demoted at the same moment.
 * @throws DomainError `conflict`, code "last_admin", when no active admin would be left; nothing is changed then
 */
export async function keepAnAdmin<T>(ctx: Context, change: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  // The lock of the triggers, before anything is read: what is noted as having been there before was there.
  const inTurn = async (db: Kysely<DB>) => {
    await takeTurn(db);
    return change(db);
  };
  try {
    // Inside somebody else's transaction, theirs is the one that ends.
    return await (ctx.db.isTransaction ? inTurn(ctx.db) : ctx.db.transaction().execute(inTurn));
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== SQLSTATE) throw error;
    throw new DomainError("conflict", "last_admin", LAST_ADMIN, { cause: error });
  }
}
