import { isDay } from "../../../../platform/time/day.ts";
import { momentOf } from "../../../../platform/time/zone.ts";
import { textIn } from "../front-matter.ts";

/** `zoneName`: of a zone that is only named, such as PST, which was read as UTC. */
export type Moment = { at: Date; zoneName: string | null };

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?\s+/i;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?![\d/.-])/;
const CHINESE = /^(\d{4})年(\d{1,2})月(\d{1,2})日/;
const MONTH_FIRST = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/i;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})(?!\d)/i;
const NUMBERS = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/;
const TIME = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s*([ap]\.?m\b\.?)?/i;
const ZONE = /^(?:(z|utc|gmt)?\s*([+-]\d\d):?(\d\d)?|(z|utc|gmt)|([a-z]{2,5}))(?:\s*\([^()]{1,60}\))?$/i;

const monthOf = (name = "") => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
const two = (part: string | number) => String(part).padStart(2, "0");

function dayIn(text: string): { day: string; rest: string } | null {
  const found = (whole: string, year = "", month: string | number = "", day = "") => ({
    day: `${year}-${two(month)}-${two(day)}`,
    rest: text.slice(whole.length),
  });
  let parts = YEAR_FIRST.exec(text) ?? CHINESE.exec(text);
  if (parts) return found(parts[0], parts[1], parts[2], parts[3] ?? "1");
  parts = MONTH_FIRST.exec(text);
  if (parts && monthOf(parts[1])) return found(parts[0], parts[3], monthOf(parts[1]), parts[2]);
  parts = DAY_FIRST.exec(text);
  if (parts && monthOf(parts[2])) return found(parts[0], parts[3], monthOf(parts[2]), parts[1]);
  parts = NUMBERS.exec(text);
  if (!parts) return null;
  // JavaScript's Date takes the month first, and Astro's templates use it.
  const isDayFirst = Number(parts[1]) > 12;
  return found(parts[0], parts[3], parts[isDayFirst ? 2 : 1], parts[isDayFirst ? 1 : 2]);
}

function hourOf(hour: string, half: string | undefined): number {
  if (!half) return Number(hour);
  return (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0);
}

/**
 * ISO 8601 and its kin (`2014-3-1 9:05`, `2022/07`), names of months (`Jul 08 2022`, `Fri, 08 Jul 2022 10:00:00 +0200`), and JavaScript's
 * own; null for anything else, also for a day that isn't in the calendar.
 * @param timezone of dates without one (IANA name)
 */
export function parseMoment(value: unknown, timezone: string): Moment | null {
  const text = value instanceof Date ? value.toISOString() : textIn(value).slice(0, 100).replace(WEEKDAY, "");
  const start = dayIn(text);
  if (!start || !isDay(start.day)) return null;
  const afterDay = start.rest.replace(/^(?:T(?=\d)|,?\s+(?:at\s+)?)/i, "");
  const time = TIME.exec(afterDay);
  const zone = afterDay.slice(time?.[0].length ?? 0).trim();
  const wall = `${start.day}T${two(time ? hourOf(time[1] ?? "", time[4]) : 0)}:${time?.[2] ?? "00"}:${time?.[3] ?? "00"}`;
  if (Number.isNaN(Date.parse(`${wall}Z`))) return null;
  if (zone === "") {
    const minute = timezone === "UTC" ? null : momentOf(wall.slice(0, 16), timezone);
    return { at: minute ? new Date(minute.getTime() + Number(wall.slice(17)) * 1000) : new Date(`${wall}Z`), zoneName: null };
  }
  const parts = ZONE.exec(zone);
  if (!parts) return null;
  const [, , hours, minutes = "00", , name] = parts;
  const at = new Date(`${wall}${hours ? `${hours}:${minutes}` : "Z"}`);
  return Number.isNaN(at.getTime()) ? null : { at, zoneName: name ?? null };
}
