import { anonymizeViews, cleanAnalytics, endIdleVisits } from "../domain/analytics/collect/end-idle-visits.ts";
import { createIntake, type Intake } from "../domain/analytics/collect/intake.ts";
import { hasNoRollups, waitingDays } from "../domain/analytics/rollups/rollups.sql.ts";
import type { Context } from "../domain/context.ts";
import type { CurrentSettings } from "../domain/settings/read-settings.ts";
import { tryAdvisoryLock } from "../platform/database/advisory-lock.ts";
import { reportError } from "../platform/log.ts";
import type { Places } from "../platform/places/places.ts";
import { addDays } from "../platform/time/day.ts";
import { localDay } from "../platform/time/zone.ts";

const TICK_MS = 5000;
const SWEEP_MS = 60_000;
/** A pause of ten times the length of a roll-up, but at most a minute, leaves the database to other work. */
const REST = 10;
const LONGEST_PAUSE_MS = 60_000;

/** Between the parts of a site's first roll-up. It is short, so that a new site soon shows complete figures. */
const FIRST_PAUSE_MS = 100;

/** In ms. @param isFirst whether it was part of the site's first roll-up */
export const pauseAfter = (took: number, isFirst = false): number =>
  isFirst ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, Math.max(TICK_MS, REST * took));

/** Runs every minute, by itself, so that a failure doesn't affect the others. */
type Chore = { name: string; run(ctx: Context, timezone: string): Promise<unknown> };

export type TickerOptions = {
  timezone(): string;
  rollUp(ctx: Context, options: { timezone: string }): Promise<{ days: number }>;
  chores?: Chore[];
};

const SWEEPING: Chore[] = [
  { name: "visits could not be ended", run: (ctx, timezone) => endIdleVisits(ctx, { timezone }) },
  { name: "whose views they were could not be forgotten", run: anonymizeViews },
  { name: "old visits could not be thrown away", run: (ctx) => cleanAnalytics(ctx) },
];

/** Closing it stores everything that it has taken. */
export const openAnalytics = (
  ctx: Context,
  { places, settings }: { places: Places; settings: Pick<CurrentSettings, "get" | "site"> },
): Intake => createIntake(ctx, { places, settings });

/** Visits last a day at most, so today and yesterday may keep changing while there are readers; each part begins with them. */
async function waitsForFirst({ db, clock }: Context, timezone: string): Promise<boolean> {
  const yesterday = addDays(localDay(clock.now().getTime(), timezone), -1);
  return (await waitingDays(db, timezone)).some((day) => day < yesterday);
}

/** Rolls up visits every 5 seconds (less often if that takes long), and runs the chores every minute. One process does it at a time. */
export function startAnalyticsTicker(ctx: Context, { timezone, rollUp, chores = [] }: TickerOptions): () => Promise<void> {
  let isStopped = false;
  let sweptAt = 0;
  let took = 0;
  // From the first piece of a new site's roll-up to its last.
  let isFirst = false;
  let running: Promise<void> = Promise.resolve();
  const guarded = (name: string, run: () => Promise<unknown>) =>
    run().catch((error: unknown) => void (isStopped || reportError(ctx.log, error, name)));

  const tick = async () => {
    await tryAdvisoryLock(ctx.db, "analytics ticker", async () => {
      const began = performance.now();
      isFirst ||= await hasNoRollups(ctx.db);
      let isGoingOn = false;
      await guarded("visits could not be rolled up", async () => {
        const { days } = await rollUp(ctx, { timezone: timezone() });
        isGoingOn = days > 0 && (await waitsForFirst(ctx, timezone()));
      });
      isFirst &&= isGoingOn;
      took = performance.now() - began;
      const now = ctx.clock.now().getTime();
      if (now - sweptAt < SWEEP_MS) return;
      sweptAt = now;
      for (const { name, run } of [...SWEEPING, ...chores]) if (!isStopped) await guarded(name, () => run(ctx, timezone()));
    });
  };
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(
      () => {
        running = guarded("analytics could not be looked after", tick).then(() => void (isStopped || wait()));
      },
      pauseAfter(took, isFirst),
    );
    timer.unref();
  };
  wait();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
