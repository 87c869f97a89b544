import { expect, test } from "vitest";
import { dayName, monthIn, monthName, monthsOn, weeksOf } from "./month.ts";

test("a month is one of twelve of a year", () => {
  for (const text of ["", "2026", "2026-00", "2026-13", "2026-1", "2026-01-01", "1812-05", "next"])
    expect(monthIn(text), text).toBeNull();
  expect(monthIn("2026-12")).toBe("2026-12");
});

test("months are counted on and back over the years", () => {
  expect(monthsOn("2026-01", -1)).toBe("2025-12");
  expect(monthsOn("2025-12", 1)).toBe("2026-01");
  expect(monthsOn("2026-11", 14)).toBe("2028-01");
});

test("weeks begin on Monday and are whole", () => {
  const weeks = weeksOf("2026-11");
  expect(weeks[0]).toEqual(["2026-10-26", "2026-10-27", "2026-10-28", "2026-10-29", "2026-10-30", "2026-10-31", "2026-11-01"]);
  expect(weeks.at(-1)?.[0]).toBe("2026-11-30");
  expect(weeks).toHaveLength(6);
  // A February of four whole weeks needs no neighbours.
  expect(weeksOf("2027-02").flat()).toHaveLength(28);
});

test.each(Array.from({ length: 36 }, (_, n) => monthsOn("2026-01", n)))(
  "%s stands there whole, each day once, at most six weeks",
  (month) => {
    const days = weeksOf(month).flat();
    expect(new Set(days).size).toBe(days.length);
    expect([...days].sort()).toEqual(days);
    const own = days.filter((day) => day.startsWith(month));
    expect(own[0]).toBe(`${month}-01`);
    expect(own).toHaveLength(new Date(Date.parse(`${monthsOn(month, 1)}-01`) - 1).getUTCDate());
    expect(days.length).toBeLessThanOrEqual(42);
  },
);

test("they are named as people do", () => {
  expect(monthName("2026-01")).toBe("January 2026");
  expect(dayName("2026-01-31")).toBe("Saturday, January 31");
});
