/** Days here are days of the calendar, wherever anybody's clocks are: `2026-01-31`. */

/** The length of a day in UTC, where no clock is ever changed. */
const DAY_MS = 86_400_000;

/** Whether there is such a day: 2026-02-30 is none, and neither is 2026-1-3. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = new Date(text);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/**
 * The day some days later, or earlier where `days` is negative. Counted in UTC: that is exact, and a panel of ten years, which
 * counts thousands of days, would wait for Temporal.
 */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days there are from one day to another, both of them counted. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1;
}
