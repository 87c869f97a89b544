const formats = new Map<string, Intl.DateTimeFormat>();
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
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone: timezone, year: "numeric", month: "2-digit", day: "2-digit" });
    formats.set(timezone, format);
  }
  last = { timezone, quarter, day: format.format(at) };
  return last.day;
}
