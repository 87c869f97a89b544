import type { DateFormat } from "../../domain/settings/model.ts";

type Length = "short" | "long";

/** By zone and looks. To make one takes longer than many uses of it, and a list has many days. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string, month: "2-digit" | Length, day: "2-digit" | "numeric"): Intl.DateTimeFormat {
  const key = `${timeZone} ${month} ${day}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month, day });
  formats.set(key, known);
  return known;
}

/**
 * A day as the public pages write it: "Jan 5, 2026" or, long, "January 5, 2026". The shipped date format means exactly that;
 * another one changes the order. Same text on the server and in the browser: locale and zone are given.
 * @param iso a time in ISO 8601
 * @param timezone IANA name
 * @returns the day in that zone; empty when `iso` is no time
 */
export function formatDate(
  iso: string,
  length: Length,
  { timezone, dateFormat }: { timezone: string; dateFormat: DateFormat },
): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return "";
  const format =
    dateFormat === "YYYY-MM-DD"
      ? formatOf(timezone, "2-digit", "2-digit")
      : formatOf(timezone, dateFormat === "MMMM DD, YYYY" ? "long" : length, "numeric");
  const parts = format.formatToParts(time);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  const [year, month, day] = [part("year"), part("month"), part("day")];
  if (dateFormat === "YYYY-MM-DD") return `${year}-${month}-${day}`;
  if (dateFormat === "DD/MM/YYYY") return `${day} ${month} ${year}`;
  return `${month} ${day}, ${year}`;
}

/**
 * A day written exactly as the date format says, as the back office does: "01/05/2026" for MM/DD/YYYY.
 * @param iso a time in ISO 8601
 * @param timezone IANA name
 * @returns the day in that zone; empty when `iso` is no time
 */
export function formatDay(iso: string, { timezone, dateFormat }: { timezone: string; dateFormat: DateFormat }): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return "";
  if (dateFormat === "MMMM DD, YYYY") return formatOf(timezone, "long", "2-digit").format(time);
  const parts = formatOf(timezone, "2-digit", "2-digit").formatToParts(time);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return dateFormat.replace("YYYY", part("year")).replace("MM", part("month")).replace("DD", part("day"));
}
