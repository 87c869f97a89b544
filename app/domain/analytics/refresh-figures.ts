import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { reportError } from "../../platform/log.ts";
import type { Context } from "../context.ts";
import { rollUp } from "./rollups/roll-up.ts";

/** ms of one part, for which a stop waits at most */
const PIECE_MS = 2000;

/** By the database's clock, as the marks are. @returns ISO 8601 in UTC */
export async function readFreshness({ db }: Context): Promise<{ as_of: string }> {
  const { asOf } = await freshness(db);
  return { as_of: asOf.toISOString() };
}

async function freshness(db: Db): Promise<{ now: Date; asOf: Date }> {
  const { rows } = await sql<{ now: Date; asOf: Date }>`
    select now(), coalesce((select min(marked_at) from analytics_marks), now()) as "asOf"`.execute(db);
  return rows[0] as { now: Date; asOf: Date };
}

export type FigureRefresh = {
  /** Doesn't wait. @param timezone of the site, IANA name @returns `requested_at`: figures as of then or later are up to date */
  begin(timezone: string): Promise<{ requested_at: string; as_of: string }>;
  close(): Promise<void>;
};

/** One refresh runs at a time, and requests in the meantime share it. */
export function createFigureRefresh(ctx: Context): FigureRefresh {
  let isClosed = false;
  let wanted = new Date(0);
  let running: Promise<void> | null = null;

  const work = async (timezone: string) => {
    while (!isClosed) {
      const { days } = await rollUp(ctx, { timezone, within: PIECE_MS });
      if (days === 0 || (await freshness(ctx.db)).asOf >= wanted) return;
    }
  };

  return {
    async begin(timezone) {
      const { now, asOf } = await freshness(ctx.db);
      // The next millisecond: the marks of this one are in it.
      wanted = new Date(now.getTime() + 1);
      running ??= work(timezone)
        .catch((error: unknown) => void (isClosed || reportError(ctx.log, error, "figures could not be refreshed")))
        .finally(() => {
          running = null;
        });
      return { requested_at: wanted.toISOString(), as_of: asOf.toISOString() };
    },
    async close() {
      isClosed = true;
      await running;
    },
  };
}
