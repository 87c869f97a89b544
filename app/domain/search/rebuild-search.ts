import { sql } from "kysely";
import type { Context } from "../context.ts";

/** Articles in one transaction, about a second of work, and transactions at a time, so that a server can stop. */
const BATCH = 100;
const BATCHES = 10;

/** Brings searches up to date with the site's language, however it was changed. @returns the number of articles with stems of another one */
export async function rebuildSearch({ db }: Pick<Context, "db">): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const { rows } = await sql<{ done: number }>`select rebuild_search(${BATCH}) as done`.execute(db);
    const done = rows[0]?.done ?? 0;
    total += done;
    if (done < BATCH) break;
  }
  return total;
}
