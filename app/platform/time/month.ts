import { fromEpochMilliseconds, toZonedDateTimeISO } from "temporal-polyfill/fns/Instant";
import * as PlainDate from "temporal-polyfill/fns/PlainDate";
import { addMonths as addMonthsToTime } from "temporal-polyfill/fns/ZonedDateTime";
import { addDays, daysBetween } from "./day.ts";

const DAYS_A_WEEK = 7;

const partsOf = (month: string): [year: number, month: number] => [Number(month.slice(0, 4)), Number(month.slice(5, 7))];

/** Monday is 1, Sunday is 7 (ISO 8601). @param day `2026-01-31` */
export const dayOfWeek = (day: string): number => PlainDate.dayOfWeek(PlainDate.create(...partsOf(day), Number(day.slice(8))));

/** Earlier where `count` is negative: 2025-12 is one before 2026-01. */
export function addMonths(month: string, count: number): string {
  return PlainDate.toString(PlainDate.addMonths(PlainDate.create(...partsOf(month), 1), count)).slice(0, 7);
}

/** `2026-02-01`: in the day's month, or so many months later. */
export const firstOfMonth = (day: string, later = 0): string => `${addMonths(day.slice(0, 7), later)}-01`;

/** Each week from Monday to Sunday; days of the neighbors fill them up. */
export function weeksOf(month: string): string[][] {
  const first = PlainDate.create(...partsOf(month), 1);
  const monday = addDays(`${month}-01`, 1 - PlainDate.dayOfWeek(first));
  const days = daysBetween(monday, `${month}-01`) - 1 + PlainDate.daysInMonth(first);
  return Array.from({ length: Math.ceil(days / DAYS_A_WEEK) }, (_, week) =>
    Array.from({ length: DAYS_A_WEEK }, (_, day) => addDays(monday, week * DAYS_A_WEEK + day)),
  );
}

/** Counts in UTC, also back; takes the last day of a shorter month. */
export function monthsFrom(moment: Date, count: number): Date {
  const time = toZonedDateTimeISO(fromEpochMilliseconds(moment.getTime()), "UTC");
  return new Date(addMonthsToTime(time, count).epochMilliseconds);
}
