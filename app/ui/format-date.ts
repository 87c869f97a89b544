import type { DateFormat } from "../domain/settings/settings.ts";
import { timeFormat } from "../platform/time/time-format.ts";
import { isEnglish, locale } from "../texts/texts.ts";

type Length = "short" | "long";

/**
 * For public pages: "Jan 5, 2026" or, long, "January 5, 2026"; other formats than the default change the order. Other languages than
 * English have an order of their own, unless the format is all numbers. Locale and time zone are given, so the server and the browser
 * write the same text.
 * @param iso a time in ISO 8601
 * @param timezone IANA name
 * @returns empty if `iso` is invalid
 */
export function formatDate(
  iso: string,
  length: Length,
  { timezone, dateFormat }: { timezone: string; dateFormat: DateFormat },
): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return "";
  const isNumeric = dateFormat === "YYYY-MM-DD";
  const format = timeFormat(
    {
      timeZone: timezone,
      year: "numeric",
      month: isNumeric ? "2-digit" : dateFormat === "MMMM DD, YYYY" ? "long" : length,
      day: isNumeric ? "2-digit" : "numeric",
    },
    locale(),
  );
  if (!isEnglish() && !isNumeric) return format.format(time);
  const parts = format.formatToParts(time);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  const [year, month, day] = [part("year"), part("month"), part("day")];
  if (isNumeric) return `${year}-${month}-${day}`;
  if (dateFormat === "DD/MM/YYYY") return `${day} ${month} ${year}`;
  return `${month} ${day}, ${year}`;
}

/**
 * For the back office, exactly as the date format says: "01/05/2026" for MM/DD/YYYY.
 * @param iso a time in ISO 8601
 * @returns empty if `iso` is invalid
 */
export function formatDay(iso: string, { timezone, dateFormat }: { timezone: string; dateFormat: DateFormat }): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return "";
  const isNamed = dateFormat === "MMMM DD, YYYY";
  const format = timeFormat({ timeZone: timezone, year: "numeric", month: isNamed ? "long" : "2-digit", day: "2-digit" });
  if (isNamed) return format.format(time);
  const parts = format.formatToParts(time);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return dateFormat.replace("YYYY", part("year")).replace("MM", part("month")).replace("DD", part("day"));
}
