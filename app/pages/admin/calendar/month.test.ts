import { expect, test } from "vitest";
import { dayName, monthIn, monthName } from "./page.tsx";

test("a month has a year and a number from 01 to 12", () => {
  for (const text of ["", "2026", "2026-00", "2026-13", "2026-1", "2026-01-01", "1812-05", "next"])
    expect(monthIn(text), text).toBeNull();
  expect(monthIn("2026-12")).toBe("2026-12");
});

test("months and days have English names", () => {
  expect(monthName("2026-01")).toBe("January 2026");
  expect(dayName("2026-01-31")).toBe("Saturday, January 31");
});
