/** Both days counted: `2026-01-31`. */
export type Period = { from: string; to: string; days: number };

export const periodBetween = (from: string, to: string): Period => ({ from, to, days: daysBetween(from, to) });

export const periodUntil = (to: string, days: number): Period => ({ from: addDays(to, 1 - days), to, days });

/** The same length (specification, section 9). */
export function previousPeriod({ from, days }: Period): Period {
  return periodUntil(addDays(from, -1), days);
}

export const daysOf = ({ from, days }: Period): string[] => Array.from({ length: days }, (_, day) => addDays(from, day));

/** Days here are days of the calendar, wherever anybody's clocks are: `2026-01-31`. */

/** No clock is ever changed in UTC. */
const DAY_MS = 86_400_000;

/** 2026-02-30 is no day, and neither is 2026-1-3. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = new Date(text);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/** Counted in UTC: that is exact, and a panel of ten years, which counts thousands of days, would wait for Temporal. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1;
}
