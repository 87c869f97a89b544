import { timeFormat } from "../../../platform/time/time-format.ts";

/** Months are `2026-01`, days `2026-01-31`. @returns the month when there is one by that name, else null */
export function monthIn(text: string): string | null {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return null;
  return text >= "1970-01" ? text : null;
}

/** "January 2026" */
export const monthName = (month: string): string =>
  timeFormat({ timeZone: "UTC", month: "long", year: "numeric" }).format(Date.parse(`${month}-01`));

/** "Saturday, January 31" */
export const dayName = (day: string): string =>
  timeFormat({ timeZone: "UTC", weekday: "long", month: "long", day: "numeric" }).format(Date.parse(day));
