import { useMemo } from "react";
import { CUSTOM_DAYS_MAX, DEFAULT_RANGE, periodOf, RANGES, type RangeName } from "../../../domain/analytics/analytics-rules.ts";
import type { DateFormat } from "../../../domain/settings/settings.ts";
import { daysBetween, isDay } from "../../../platform/time/day.ts";
import type { Period } from "../../../platform/time/period.ts";
import { timeFormat } from "../../../platform/time/time-format.ts";
import { localDay } from "../../../platform/time/zone.ts";
import { formatDay } from "../../../ui/date/format-date.ts";
import { useSite } from "../../public/layout/use-site.ts";

const noon = (date: string) => `${date}T12:00:00Z`;

/** Days as the settings have them. Days of figures are local already: no timezone moves them any more. */
function daysIn(dateFormat: DateFormat) {
  const day = (date: string) => formatDay(noon(date), { timezone: "UTC", dateFormat });
  const parts = timeFormat({ timeZone: "UTC", month: "short", day: "numeric" });
  const tick = (date: string) => {
    const [month = "", number = ""] = parts.format(new Date(noon(date))).split(" ");
    return dateFormat === "DD/MM/YYYY" ? `${number} ${month}` : `${month} ${number}`;
  };
  return {
    /** as the date format says: `01/05/2026` */
    day,
    /** `01/05/2026 – 01/11/2026`, or the one day */
    span: (from: string, to: string) => (from === to ? day(from) : `${day(from)} – ${day(to)}`),
    /** for the axis, where a month's name is read faster: `Jan 5`, with the year where years are compared: `Jan 2026` */
    tick: (date: string, years: boolean) => (years ? `${tick(date).replace(/\d+/, "").trim()} ${date.slice(0, 4)}` : tick(date)),
  };
}

/** How the back office writes the days of figures. */
export function useDays() {
  const { dateFormat } = useSite();
  return useMemo(() => daysIn(dateFormat), [dateFormat]);
}

/** A range as a screen's address has it. */
export type RangeValues = { range: string; from: string; to: string };

/** What the address says where it says nothing. */
export const RANGE_DEFAULTS = { range: DEFAULT_RANGE as string, from: "", to: "" };

/** A range as the API is asked for it. */
export type AskedRange = { range: RangeName | "custom"; from?: string; to?: string };

const isNamed = (range: string): range is RangeName => (RANGES as readonly string[]).includes(range);

/** Today where the site's clocks are. @param timezone IANA name */
export const todayIn = (timezone: string, now = new Date()): string => localDay(now.getTime(), timezone);

/** What is wrong with days of one's own; null when nothing is. */
export function rangeProblem(from: string, to: string, today: string): string | null {
  if (!isDay(from) || !isDay(to)) return "Choose a first and a last day.";
  if (from > to) return "The first day must not be after the last.";
  if (to > today) return "The last day must not be in the future.";
  if (daysBetween(from, to) > CUSTOM_DAYS_MAX) return "At most ten years can be shown at once.";
  return null;
}

/**
 * What a screen's address asks for.
 * @param today ISO date
 * @returns what the API is asked, the days that this stands for, and what is wrong: then the shipped range stands in
 */
export function rangeOf(
  { range, from, to }: RangeValues,
  today: string,
): { asked: AskedRange; period: Period; problem: string | null } {
  const problem = range === "custom" ? rangeProblem(from, to, today) : null;
  const asked: AskedRange =
    range === "custom" && !problem ? { range, from, to } : { range: isNamed(range) ? range : DEFAULT_RANGE };
  return { asked, period: periodOf(asked, today), problem };
}
