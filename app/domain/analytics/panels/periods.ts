import { addDays, daysBetween, type Period, previousPeriod } from "../../../platform/time/day.ts";
import { firstOfMonth } from "../../../platform/time/month.ts";
import { localDay, momentOf, startOfDay, wallTime } from "../../../platform/time/zone.ts";
import type { Context } from "../../context.ts";
import { type FieldError, invalid } from "../../errors.ts";
import { CUSTOM_DAYS_MAX, periodOf, type RangeChoice } from "../analytics-rules.ts";
import { visitNumber } from "../hit-rules.ts";

/** From `from` on, below `to`. */
export type VisitSpan = { from: string; to: string };

/** What today is compared with: from `since` on, before `until`. */
export type Cut = { since: Date; until: Date };

/** `timezone`: IANA name. `cut`: how much of the last day before the period counts; null where the period is over. */
export type PanelPeriod = { period: Period; previous: Period; timezone: string; cut: Cut | null };

const EARLIEST = "2000-01-01";

function faultsOf({ range, from, to }: RangeChoice, today: string): FieldError[] {
  if (range !== "custom") {
    const given = (["from", "to"] as const).filter((name) => ({ from, to })[name] !== undefined);
    return given.map((field) => ({ field, rule: "goes with the range custom only" }));
  }
  const faults: FieldError[] = [];
  for (const [field, day] of Object.entries({ from, to })) {
    if (day === undefined) faults.push({ field, rule: "is required with the range custom" });
    else if (day > today) faults.push({ field, rule: "must not be in the future" });
    else if (day < EARLIEST) faults.push({ field, rule: `must not be before ${EARLIEST}` });
  }
  if (faults.length > 0 || from === undefined || to === undefined) return faults;
  if (from > to) return [{ field: "from", rule: "must not be after to" }];
  if (daysBetween(from, to) > CUSTOM_DAYS_MAX) return [{ field: "from", rule: "must be at most 10 years before to" }];
  return [];
}

/** To the minute. A time that clocks skip counts as before the change, a repeated one as its first, so the part is as long as usual. */
function cutOf(day: string, now: Date, timezone: string): Cut {
  const since = startOfDay(day, timezone);
  return { since, until: momentOf(`${day}${wallTime(now, timezone).slice(10)}`, timezone) ?? since };
}

/** @param timezone of the site, IANA @throws DomainError `invalid_input` for days missing, in the future, in wrong order, too far apart */
export function panelPeriod(ctx: Context, choice: RangeChoice, timezone: string): PanelPeriod {
  const now = ctx.clock.now();
  const today = localDay(now.getTime(), timezone);
  const faults = faultsOf(choice, today);
  if (faults.length > 0) throw invalid("Some of the input is invalid", faults);
  const period = periodOf(choice, today);
  const previous = previousPeriod(period);
  return { period, previous, timezone, cut: period.to === today ? cutOf(previous.to, now, timezone) : null };
}

/** ISO 8601 in UTC; null where the period before counts whole. @param isCut whether the last day's records were still there */
export const untilOf = ({ cut }: Pick<PanelPeriod, "cut">, isCut: boolean): string | null =>
  cut && isCut ? cut.until.toISOString() : null;

const floorOf = (day: string, timezone: string) => String(visitNumber(startOfDay(day, timezone).getTime(), 0));

/** Visits that began from `from` to `to`, both included. */
export const spanOf = ({ from, to }: Pick<Period, "from" | "to">, timezone: string): VisitSpan => ({
  from: floorOf(from, timezone),
  to: floorOf(addDays(to, 1), timezone),
});

/** Whole months (their first days; null for none), and the days before and after them. */
export type Cover = { days: [from: string, to: string][]; months: [first: string, last: string] | null };

/** The fewest rolled-up rows: whole months as such, the rest by the day. */
export function coverOf({ from, to }: Pick<Period, "from" | "to">): Cover {
  const first = from.endsWith("-01") ? from : firstOfMonth(from, 1);
  const after = firstOfMonth(addDays(to, 1));
  if (first >= after) return { days: [[from, to]], months: null };
  const ends: [string, string][] = [
    [from, addDays(first, -1)],
    [after, to],
  ];
  return { days: ends.filter(([start, end]) => start <= end), months: [first, firstOfMonth(after, -1)] };
}
