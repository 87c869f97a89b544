import { wallTime } from "../../posts/scheduling/model.ts";

/** The day that was asked for last: nearly every question is about the same. */
let last = { timezone: "", quarter: -1, day: "" };

/** No timezone's day begins anywhere else than on a quarter of an hour. */
const QUARTER_MS = 15 * 60_000;

/**
 * The day on which a moment falls where the site's clocks are.
 * @param at ms since 1970; @param timezone IANA name
 * @returns 2026-01-31
 */
export function localDay(at: number, timezone: string): string {
  const quarter = Math.floor(at / QUARTER_MS);
  if (last.quarter === quarter && last.timezone === timezone) return last.day;
  last = { timezone, quarter, day: wallTime(new Date(at), timezone).slice(0, 10) };
  return last.day;
}
