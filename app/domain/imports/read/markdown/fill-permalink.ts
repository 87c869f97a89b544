import { posix } from "node:path";
import { wallTime } from "../../../../platform/time/zone.ts";
import { textIn } from "../front-matter.ts";
import type { Blog } from "./recognize-blog.ts";
import type { Place } from "./sort-texts.ts";

/** `entry`: seen from the generator's folder; `categories`: as the file has them. */
export type Facts = {
  blog: Blog;
  place: Place;
  entry: string;
  fields: Record<string, unknown>;
  title: string;
  at: Date | null;
  categories: string[];
};

const MONTHS = "January February March April May June July August September October November December".split(" ");
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
export const DATED = /^\d{4}-\d{1,2}-\d{1,2}[-_]/;

export const baseOf = (within: string) => posix.basename(within);
export const folderOf = (within: string) => (within.includes("/") ? within.slice(0, within.lastIndexOf("/")) : "");
const two = (value: number) => String(value).padStart(2, "0");

export function dateParts({ at, blog }: Facts): Record<string, string> {
  if (!at) return {};
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = wallTime(at, blog.timezone).split(/\D/).map(Number);
  const midnight = Date.UTC(year, month - 1, day);
  const ofYear = (midnight - Date.UTC(year, 0, 1)) / 86_400_000 + 1;
  const weekday = new Date(midnight).getUTCDay();
  const week = weekOf(midnight);
  return {
    year: String(year),
    short_year: two(year % 100),
    month: two(month),
    i_month: String(month),
    short_month: (MONTHS[month - 1] ?? "").slice(0, 3),
    long_month: MONTHS[month - 1] ?? "",
    day: two(day),
    i_day: String(day),
    y_day: String(ofYear).padStart(3, "0"),
    short_day: (DAYS[weekday] ?? "").slice(0, 3),
    long_day: DAYS[weekday] ?? "",
    w_day: String(weekday || 7),
    w_year: week.year,
    week: week.week,
    hour: two(hour),
    minute: two(minute),
    second: two(at.getUTCSeconds()),
    // Hugo's and Hexo's names
    monthname: (MONTHS[month - 1] ?? "").toLowerCase(),
    weekday: String(weekday),
    weekdayname: (DAYS[weekday] ?? "").toLowerCase(),
    yearday: String(ofYear),
    timestamp: String(Math.floor(at.getTime() / 1000)),
  };
}

/** ISO 8601: the week of its Thursday. @param midnight in UTC */
function weekOf(midnight: number): { year: string; week: string } {
  const day = 86_400_000;
  const thursday = midnight + (4 - (new Date(midnight).getUTCDay() || 7)) * day;
  const year = new Date(thursday).getUTCFullYear();
  return { year: String(year), week: two(Math.floor((thursday - Date.UTC(year, 0, 1)) / day / 7) + 1) };
}

/** Variables begin with a colon; null when one isn't known. */
export function fillPermalink(
  template: string,
  parts: Record<string, string | undefined>,
  others: Record<string, unknown> = {},
): string | null {
  let isKnown = true;
  const filled = template.replace(/:([a-z_]+)/gi, (_, written: string) => {
    // `:title_:year` has an underscore after the name.
    const name = parts[written] === undefined && others[written] === undefined ? written.replace(/_+$/, "") : written;
    const value = parts[name] ?? (textIn(others[name]) || undefined);
    if (value === undefined) isKnown = false;
    return (value ?? "") + written.slice(name.length);
  });
  return isKnown ? filled.replace(/\/{2,}/g, "/") : null;
}

export const slugify = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
