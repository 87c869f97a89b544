import { expect, test } from "vitest";
import { formatDate, formatDay } from "./format-date.ts";

const ISO = "2026-01-05T23:30:00.000Z";
const UTC = { timezone: "UTC", dateFormat: "MM/DD/YYYY" } as const;

test("short and long dates in the US order", () => {
  expect(formatDate(ISO, "short", UTC)).toBe("Jan 5, 2026");
  expect(formatDate(ISO, "long", UTC)).toBe("January 5, 2026");
});

test("the day is in the site's time zone, not the machine's", () => {
  expect(formatDate(ISO, "short", { ...UTC, timezone: "Asia/Tokyo" })).toBe("Jan 6, 2026");
  expect(formatDate("2026-01-05T03:00:00Z", "short", { ...UTC, timezone: "America/New_York" })).toBe("Jan 4, 2026");
});

test.each([
  ["DD/MM/YYYY", "5 Jan 2026", "5 January 2026"],
  ["YYYY-MM-DD", "2026-01-05", "2026-01-05"],
  ["MMMM DD, YYYY", "January 5, 2026", "January 5, 2026"],
] as const)("the date format %s", (dateFormat, short, long) => {
  expect(formatDate(ISO, "short", { ...UTC, dateFormat })).toBe(short);
  expect(formatDate(ISO, "long", { ...UTC, dateFormat })).toBe(long);
});

test.each([
  ["MM/DD/YYYY", "11/23/2026", "02/05/2026"],
  ["DD/MM/YYYY", "23/11/2026", "05/02/2026"],
  ["YYYY-MM-DD", "2026-11-23", "2026-02-05"],
  ["MMMM DD, YYYY", "November 23, 2026", "February 05, 2026"],
] as const)("the back office writes dates as %s", (dateFormat, one, other) => {
  expect(formatDay("2026-11-22T23:30:00Z", { timezone: "Asia/Tokyo", dateFormat })).toBe(one);
  expect(formatDay("2026-02-05T12:00:00Z", { timezone: "UTC", dateFormat })).toBe(other);
});

test("an invalid time gives an empty text", () => {
  expect(formatDate("soon", "short", UTC)).toBe("");
  expect(formatDay("soon", UTC)).toBe("");
});
