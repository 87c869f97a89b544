import { CUSTOM_DAYS_MAX, DEFAULT_RANGE, periodOf, RANGES, type RangeName } from "../../../domain/analytics/figures-model.ts";
import { daysBetween, isDay } from "../../../platform/time/day.ts";
import type { Period } from "../../../platform/time/period.ts";
import { localDay } from "../../../platform/time/zone.ts";

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
