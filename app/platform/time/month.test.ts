import { expect, test } from "vitest";
import { addMonths, firstOfMonth, monthsFrom, weeksOf } from "./month.ts";

test("months are counted on and back over the years", () => {
  expect(addMonths("2026-01", -1)).toBe("2025-12");
  expect(addMonths("2025-12", 1)).toBe("2026-01");
  expect(addMonths("2026-11", 14)).toBe("2028-01");
});

test("weeks begin on Monday and are whole", () => {
  const weeks = weeksOf("2026-11");
  expect(weeks[0]).toEqual(["2026-10-26", "2026-10-27", "2026-10-28", "2026-10-29", "2026-10-30", "2026-10-31", "2026-11-01"]);
  expect(weeks.at(-1)?.[0]).toBe("2026-11-30");
  expect(weeks).toHaveLength(6);
  // A February of four whole weeks needs no neighbors.
  expect(weeksOf("2027-02").flat()).toHaveLength(28);
});

test.each(Array.from({ length: 36 }, (_, n) => addMonths("2026-01", n)))(
  "%s stands there whole, each day once, at most six weeks",
  (month) => {
    const days = weeksOf(month).flat();
    expect(new Set(days).size).toBe(days.length);
    expect([...days].sort()).toEqual(days);
    const own = days.filter((day) => day.startsWith(month));
    expect(own[0]).toBe(`${month}-01`);
    expect(own).toHaveLength(new Date(Date.parse(`${addMonths(month, 1)}-01`) - 1).getUTCDate());
    expect(days.length).toBeLessThanOrEqual(42);
  },
);

test("months have the length that they have in their year", () => {
  expect(firstOfMonth("2026-01-31")).toBe("2026-01-01");
  expect(firstOfMonth("2026-01-31", 1)).toBe("2026-02-01");
  expect(firstOfMonth("2026-01-31", -1)).toBe("2025-12-01");
  expect(addMonths("1900-01", 12 * 200)).toBe("2100-01");
  // Thursday, 1 February 1900 and Monday, 1 February 2100: both of 28 days. Tuesday, 1 February 2000: 29.
  expect(weeksOf("1900-02").map((week) => week[0])).toEqual([
    "1900-01-29",
    "1900-02-05",
    "1900-02-12",
    "1900-02-19",
    "1900-02-26",
  ]);
  expect(weeksOf("2100-02").map((week) => week.at(-1))).toEqual(["2100-02-07", "2100-02-14", "2100-02-21", "2100-02-28"]);
  expect(weeksOf("2000-02").flat().at(-1)).toBe("2000-03-05");
});

test("some months away, the day is the same, or the last of a shorter month", () => {
  const away = (from: string, count: number) => monthsFrom(new Date(from), count).toISOString();
  expect(away("2026-03-31T10:20:30.400Z", -1)).toBe("2026-02-28T10:20:30.400Z");
  expect(away("2024-02-29T00:00:00.000Z", 12)).toBe("2025-02-28T00:00:00.000Z");
  expect(away("1900-01-31T00:00:00.000Z", 1)).toBe("1900-02-28T00:00:00.000Z");
  expect(away("2026-01-15T23:59:59.999Z", -13)).toBe("2024-12-15T23:59:59.999Z");
});
