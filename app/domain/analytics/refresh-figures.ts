import { reportError } from "../../platform/log.ts";
import type { Context } from "../context.ts";
import { freshness } from "./rollups/marks.sql.ts";
import { rollUp } from "./rollups/roll-up.ts";

/** A stop waits no longer than for a piece of so many ms. */
const PIECE_MS = 2000;

/** Up to when the figures are complete, by the database's clock, as the marks of what waits are. @returns ISO 8601 in UTC */
export async function readFreshness({ db }: Context): Promise<{ as_of: string }> {
  const { asOf } = await freshness(db);
  return { as_of: asOf.toISOString() };
}

/** Has figures worked out before their turn. */
export type FigureRefresh = {
  /**
   * Has what waits now be worked out, and doesn't wait for it.
   * @param timezone of the site, IANA name
   * @returns `requested_at`: once the figures are as of then or later, what waited is in them
   */
  begin(timezone: string): Promise<{ requested_at: string; as_of: string }>;
  /** Ends what is under way, after the piece that runs. */
  close(): Promise<void>;
};

/** Makes a process's refresh: one is under way at a time, and requests that come meanwhile share it. */
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
