import { startOfDay } from "../../audit/days.ts";
import type { Context } from "../../context.ts";
import { type FieldError, invalid } from "../../errors.ts";
import { localDay } from "../collecting/local-days.ts";
import {
  addDays,
  CUSTOM_DAYS_MAX,
  daysBetween,
  type Period,
  periodOf,
  previousPeriod,
  type RangeChoice,
} from "../figures-model.ts";
import { visitNumber } from "../model.ts";

/** Where visits of some days stand among the records: numbers from `from` on, below `to`. */
export type VisitSpan = { from: string; to: string };

/** What a panel reads: a period and the one before, in the days of `timezone` (IANA name). */
export type PanelPeriod = { period: Period; previous: Period; timezone: string };

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

/**
 * The days that a panel is asked for, with those that it is compared with. Today is the day where the site's clocks are.
 * @param timezone IANA name
 * @throws DomainError `invalid_input` for days that are missing, in the future, the wrong way round or too far apart
 */
export function panelPeriod(ctx: Context, choice: RangeChoice, timezone: string): PanelPeriod {
  const today = localDay(ctx.clock.now().getTime(), timezone);
  const faults = faultsOf(choice, today);
  if (faults.length > 0) throw invalid("Some of the input can't be taken", faults);
  const period = periodOf(choice, today);
  return { period, previous: previousPeriod(period), timezone };
}

const floorOf = (day: string, timezone: string) => String(visitNumber(startOfDay(day, timezone).getTime(), 0));

/** The numbers of the visits that began on the days from `from` to `to`, both of them included. */
export const spanOf = ({ from, to }: Pick<Period, "from" | "to">, timezone: string): VisitSpan => ({
  from: floorOf(from, timezone),
  to: floorOf(addDays(to, 1), timezone),
});

/** A period cut into whole months (their first days; null where there is none) and the days before and after them. */
export type Cover = { days: [from: string, to: string][]; months: [first: string, last: string] | null };

const firstOfMonth = (day: string, later = 0): string => {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 10);
};

/** How a period is read from rolled-up rows with the fewest of them: whole months as such, the rest by the day. */
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
