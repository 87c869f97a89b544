import { expect, test } from "vitest";
import { addDays, daysBetween, isDay } from "./day.ts";

test("a day is one that a calendar has", () => {
  const days = ["2026-01-31", "2000-02-29", "2096-02-29", "1900-02-28", "0001-01-01", "9999-12-31"];
  expect(days.filter((day) => !isDay(day))).toEqual([]);
  const none = ["", "2026-02-29", "1900-02-29", "2100-02-29", "2026-13-01", "2026-1-31", "2026-01-31T00:00", "today"];
  expect(none.filter(isDay)).toEqual([]);
});

test("days are counted over the ends of months and years, leap years and those that aren't", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(addDays("1900-02-28", 1)).toBe("1900-03-01");
  expect(addDays("2000-02-28", 1)).toBe("2000-02-29");
  expect(addDays("2100-03-01", -1)).toBe("2100-02-28");
  expect(daysBetween("1900-01-01", "1900-12-31")).toBe(365);
  expect(daysBetween("2000-01-01", "2000-12-31")).toBe(366);
  expect(daysBetween("2100-02-28", "2100-03-01")).toBe(2);
  expect(daysBetween("1900-01-01", "2100-01-01")).toBe(73_050);
});
