import type { Context } from "../context.ts";
import { oldestMark } from "./panels/panel-queries.ts";
import { rollUp } from "./rollups/rolling-up.ts";

/** Whoever asks waits for so long; what is left then is worked out in the background, in ms. */
const PATIENCE_MS = 10_000;

/**
 * Works out at once what waits to be counted.
 * @param timezone of the site, IANA name
 * @returns `as_of`: up to when the figures are complete, ISO 8601 in UTC
 */
export async function refreshFigures(ctx: Context, timezone: string): Promise<{ as_of: string }> {
  await rollUp(ctx, { timezone, within: PATIENCE_MS });
  const now = ctx.clock.now();
  const waiting = await oldestMark(ctx.db);
  return { as_of: (waiting && waiting < now ? waiting : now).toISOString() };
}
