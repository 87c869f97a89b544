import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import type { Db, Trx } from "../../../platform/database/db.ts";
import { firstOfMonth } from "../../../platform/time/month.ts";
import { startOfDay } from "../../../platform/time/zone.ts";
import type { Context } from "../../context.ts";
import { OPEN_VIEWS_MAX, QUIET_AFTER_MS } from "./drill-tally.ts";
import { dropDrills, viewsOfDay } from "./drills.sql.ts";
import { markEveryDay, marksOf, removeMarks, setRolledTimezone, waitingDays } from "./marks.sql.ts";
import { drillDay, rollUpDrills } from "./roll-up-drills.ts";
import { addUpPages, addUpPosts, addUpValues, groundOf, type LocalDay, rollUpPosts, rollUpVisits } from "./rollup.sql.ts";

/**
 * `within`: after this many ms no further day is begun, and the rest waits for the next time. `openViewsMax`: of an open day with
 * more views, drills are left to its records.
 */
export type RollUpOptions = { timezone: string; within?: number; openViewsMax?: number };

/**
 * Brings the rollups up to date: each dirty day is computed again from its raw rows, and its month from its days, the
 * newest first; drill-downs of single pages, sources and countries are part of it for an open day, and follow for closed
 * ones. It doesn't block collecting. Two at once do no harm; an interrupted one is continued the next time.
 * In a timezone other than that of the rollups, every day is marked first.
 * @param options `timezone` (IANA) whose days count
 * @returns how many days were worked out
 */
export async function rollUp(
  ctx: Context,
  { timezone, within = Number.POSITIVE_INFINITY, openViewsMax = OPEN_VIEWS_MAX }: RollUpOptions,
): Promise<{ days: number }> {
  const began = performance.now();
  const isOver = () => performance.now() - began > within;
  await adopt(ctx.db, timezone);
  let days = 0;
  for (const [month, waiting] of byMonth(await waitingDays(ctx.db, timezone))) {
    days += await rollUpMonth(ctx, month, waiting, { timezone, openViewsMax, isOver });
    if (isOver()) break;
  }
  await rollUpDrills(ctx, { timezone, openViewsMax, isOver });
  return { days };
}

/**
 * Computes everything again that has raw rows. It marks all days first, so that the next `rollUp` continues an interrupted
 * one.
 * @returns how many days there were
 */
export async function rebuildAll(ctx: Context, options: RollUpOptions): Promise<{ days: number }> {
  await adopt(ctx.db, options.timezone);
  await markEveryDay(ctx.db, options.timezone);
  return rollUp(ctx, options);
}

const adopt = (db: Db, timezone: string) =>
  db.transaction().execute(async (trx) => {
    if (await setRolledTimezone(trx, timezone)) await markEveryDay(trx, timezone);
  });

const byMonth = (days: readonly string[]): Map<string, string[]> => Map.groupBy(days, (day) => firstOfMonth(day));

/** Whether a day's figures go on changing: it isn't over, or hasn't been for long. */
const isOpen = ({ day, timezone }: LocalDay, now: Date): boolean =>
  now.getTime() < startOfDay(day, timezone, 1).getTime() + QUIET_AFTER_MS;

/** A transaction per day; the last one also adds up the month and takes away the marks of all. */
async function rollUpMonth(
  { db, clock }: Context,
  month: string,
  days: readonly string[],
  { timezone, openViewsMax, isOver }: { timezone: string; openViewsMax: number; isOver(): boolean },
): Promise<number> {
  const seen: string[] = [];
  const now = clock.now();
  let done = 0;
  let isLast = false;
  for (const [index, day] of days.entries()) {
    if (isLast) break;
    isLast = index === days.length - 1 || isOver();
    await withAdvisoryLock(db, `analytics ${month}`, async (trx) => {
      const ground = await groundOf(trx, { day, timezone });
      // Another process may have switched to another timezone in the meantime, and marked all days.
      if (ground.timezone !== timezone) return;
      const marks = await marksOf(trx, { day, timezone });
      if (marks.length > 0 && ground.isWhole) {
        await rollUpVisits(trx, { day, timezone });
        const goesAlong = isOpen({ day, timezone }, now) && (await viewsOfDay(trx, day)) <= openViewsMax;
        if (goesAlong) await drillDay(trx, { day, timezone });
        else await dropDrills(trx, day);
      }
      if (marks.length > 0) await rollUpPosts(trx, { day, timezone });
      if (isLast && seen.length + marks.length > 0) await finish(trx, month, [...seen, ...marks]);
      // Last, so that a repetition after a deadlock doesn't count twice.
      seen.push(...marks);
      done += marks.length > 0 ? 1 : 0;
    });
  }
  return done;
}

async function finish(trx: Trx, month: string, marks: readonly string[]): Promise<void> {
  await addUpValues(trx, month);
  await addUpPages(trx, month);
  await addUpPosts(trx, month);
  await removeMarks(trx, marks);
}
