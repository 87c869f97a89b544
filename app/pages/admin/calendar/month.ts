const DAY_MS = 86_400_000;
const DAYS_A_WEEK = 7;

/** Days here are the days of a calendar alone, 2026-01-31, wherever anybody's clocks are; months are 2026-01. */
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** @returns the month when there is one by that name, else null */
export function monthIn(text: string): string | null {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return null;
  return text >= "1970-01" ? text : null;
}

/** The month that is so many months away: 2025-12 is one before 2026-01. */
export function monthsOn(month: string, count: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The weeks that a month touches, each from Monday to Sunday; days of its neighbours fill them up. */
export function weeksOf(month: string): string[][] {
  const first = Date.parse(`${month}-01`);
  const last = Date.parse(`${monthsOn(month, 1)}-01`) - DAY_MS;
  const daysAfterMonday = (time: number) => (new Date(time).getUTCDay() + 6) % DAYS_A_WEEK;
  const weeks: string[][] = [];
  for (let monday = first - daysAfterMonday(first) * DAY_MS; monday <= last; monday += DAYS_A_WEEK * DAY_MS) {
    weeks.push(Array.from({ length: DAYS_A_WEEK }, (_, n) => dayOf(monday + n * DAY_MS)));
  }
  return weeks;
}

const monthNames = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const dayNames = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", timeZone: "UTC" });

/** "January 2026" */
export const monthName = (month: string): string => monthNames.format(Date.parse(`${month}-01`));

/** "Saturday, January 31" */
export const dayName = (day: string): string => dayNames.format(Date.parse(day));
