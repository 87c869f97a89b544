import { addDays, daysBetween } from "./day.ts";

/** Days from `from` to `to`, both of them counted: `2026-01-31`. */
export type Period = { from: string; to: string; days: number };

/** The period from one day to another. */
export const periodBetween = (from: string, to: string): Period => ({ from, to, days: daysBetween(from, to) });

/** The period of so many days that ends with a day. */
export const periodUntil = (to: string, days: number): Period => ({ from: addDays(to, 1 - days), to, days });

/** The period of the same length immediately before (specification, section 9). */
export function previousPeriod({ from, days }: Period): Period {
  return periodUntil(addDays(from, -1), days);
}

/** Every day of a period. */
export const daysOf = ({ from, days }: Period): string[] => Array.from({ length: days }, (_, day) => addDays(from, day));
