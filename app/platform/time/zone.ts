import { fromEpochMilliseconds, toZonedDateTimeISO } from "temporal-polyfill/fns/Instant";
import * as PlainDate from "temporal-polyfill/fns/PlainDate";
import * as PlainDateTime from "temporal-polyfill/fns/PlainDateTime";
import * as ZonedDateTime from "temporal-polyfill/fns/ZonedDateTime";

const inZone = (at: number, timezone: string) => toZonedDateTimeISO(fromEpochMilliseconds(at), timezone);

/** `2026-01-31T09:30`. @param timezone IANA name */
export function wallTime(moment: Date, timezone: string): string {
  return PlainDateTime.toString(ZonedDateTime.toPlainDateTime(inZone(moment.getTime(), timezone)), { smallestUnit: "minute" });
}

/** A time that clocks skip counts as if they had not been changed yet; of two, the first. @param wall `2026-01-31T09:30` */
export function momentOf(wall: string, timezone: string): Date | null {
  const [, ...parts] = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/.exec(wall) ?? [];
  const [year, month, day, hour, minute] = parts.map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  try {
    const meant = PlainDateTime.create(year, month, day, hour, minute);
    return new Date(PlainDateTime.toZonedDateTime(meant, timezone).epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A day begins at midnight, or at the first time after it where clocks skip that. @param day 2026-01-31 @param later whole days to add */
export function startOfDay(day: string, timezone: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const meant = PlainDate.addDays(PlainDate.create(year, month, date), later);
  return new Date(PlainDate.toZonedDateTime(meant, timezone).epochMilliseconds);
}

/** The first ms of the day, and the first one after it. */
let last = { timezone: "", from: 0, to: 0, day: "" };

/** Asked for each hit, so the day asked for last is remembered. @param at ms since 1970 @returns 2026-01-31 */
export function localDay(at: number, timezone: string): string {
  if (at >= last.from && at < last.to && last.timezone === timezone) return last.day;
  const time = inZone(at, timezone);
  const day = PlainDate.toString(ZonedDateTime.toPlainDate(time));
  const from = ZonedDateTime.startOfDay(time).epochMilliseconds;
  last = { timezone, from, to: startOfDay(day, timezone, 1).getTime(), day };
  return day;
}
