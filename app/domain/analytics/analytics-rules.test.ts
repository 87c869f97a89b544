import { expect, test } from "vitest";
import { addDays, daysBetween, daysOf, previousPeriod } from "../../platform/time/day.ts";
import {
  averageDuration,
  averageReadTime,
  bounceRate,
  engagementRate,
  formatChange,
  formatCount,
  formatDuration,
  formatPoints,
  meanOf,
  percentChange,
  periodOf,
  pointsChange,
  RANGES,
  rangeDays,
  readFunnel,
  share,
} from "./analytics-rules.ts";

test.each([
  // current, previous, change, as shown
  [0, 0, 0, "No change"],
  [5, 0, 100, "+100.0%"],
  [1, 0, 100, "+100.0%"],
  [0, 4, -100, "-100.0%"],
  [9, 8, 12.5, "+12.5%"],
  [8, 8, 0, "No change"],
  [2, 3, -33.333_333, "-33.3%"],
  [4, 3, 33.333_333, "+33.3%"],
  [30, 10, 200, "+200.0%"],
  [1200, 100, 1100, "+1100.0%"],
  [10_001, 10_000, 0.01, "No change"],
  [9_999, 10_000, -0.01, "No change"],
  [10_005, 10_000, 0.05, "+0.1%"],
])("from the previous period to %i from %i is %d percent, shown as %s", (current, previous, change, shown) => {
  expect(percentChange(current, previous)).toBeCloseTo(change, 5);
  expect(formatChange(percentChange(current, previous))).toBe(shown);
});

test.each([
  // likes, comments, views, rate
  [0, 0, 0, 0],
  [3, 2, 0, 0],
  [3, 1, 100, 4],
  [1, 0, 3, 33.33],
  [1, 1, 3, 66.67],
  [1, 0, 800, 0.13],
  // 14.375 and 25.625, which a computer's fractions miss by a hair
  [20, 3, 160, 14.38],
  [41, 0, 160, 25.63],
  [10, 10, 10, 200],
])("%i likes and %i comments on %i views engage %d percent", (likes, comments, views, rate) => {
  expect(engagementRate(likes, comments, views)).toBe(rate);
});

test.each([
  [[], 0],
  [[5], 5],
  [[4, 5], 5],
  [[3, 4, 4], 4],
  [[1, 2, 7], 3],
])("reading times of %j are %i minutes on average", (times, average) => {
  expect(averageReadTime(times)).toBe(average);
});

test("a visit's duration counts once, with its longest, whatever its records say", () => {
  expect(averageDuration([])).toBe(0);
  expect(averageDuration([{ visit: "a", seconds: 90 }])).toBe(90);
  const three = [
    { visit: "a", seconds: 10 },
    { visit: "a", seconds: 100 },
    { visit: "b", seconds: 21 },
    { visit: "a", seconds: 60 },
  ];
  expect(averageDuration(three)).toBe(61); // (100 + 21) / 2 = 60.5
  expect(averageDuration([...three, { visit: "c", seconds: 0 }])).toBe(40); // 121 / 3 = 40.33
});

test.each([
  [0, "0m 0s"],
  [59, "0m 59s"],
  [60, "1m 0s"],
  [245, "4m 5s"],
  [59.6, "1m 0s"],
  [4500, "75m 0s"],
  [-3, "0m 0s"],
])("%d seconds are shown as %s", (seconds, shown) => {
  expect(formatDuration(seconds)).toBe(shown);
});

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1K"],
  [1234, "1.2K"],
  [2400, "2.4K"],
  [999_999, "999.9K"],
  [1_000_000, "1M"],
  [3_450_000, "3.4M"],
])("%i is shown as %s", (count, shown) => {
  expect(formatCount(count)).toBe(shown);
});

test("parts are percentages with one decimal, of nothing none", () => {
  expect([share(1, 3), share(2, 3), share(1, 1), share(0, 5), share(3, 0), share(1, 8), share(1, 1600)]).toEqual([
    33.3, 66.7, 100, 0, 0, 12.5, 0.1,
  ]);
  expect([bounceRate(0, 0), bounceRate(1, 7), bounceRate(7, 7)]).toEqual([0, 14.3, 100]);
  expect([meanOf(0, 0), meanOf(9, 2), meanOf(10, 4), meanOf(10, 3)]).toEqual([0, 5, 3, 3]);
});

test("the ranges have 7, 30, 90 and 365 days up to today; a day and a week end before it", () => {
  expect(RANGES.map(rangeDays)).toEqual([7, 30, 90, 365, 1, 7]);
  expect(periodOf({ range: "yesterday" }, "2026-03-01")).toEqual({ from: "2026-02-28", to: "2026-02-28", days: 1 });
  // The first of March 2026 is a Sunday, so its own week isn't over.
  expect(periodOf({ range: "last-week" }, "2026-03-01")).toEqual({ from: "2026-02-16", to: "2026-02-22", days: 7 });
  expect(periodOf({ range: "last-week" }, "2026-03-02")).toEqual({ from: "2026-02-23", to: "2026-03-01", days: 7 });
  expect(periodOf({ range: "7d" }, "2026-03-03")).toEqual({ from: "2026-02-25", to: "2026-03-03", days: 7 });
  expect(periodOf({ range: "30d" }, "2026-03-03")).toEqual({ from: "2026-02-02", to: "2026-03-03", days: 30 });
  expect(periodOf({ range: "90d" }, "2026-03-31")).toEqual({ from: "2026-01-01", to: "2026-03-31", days: 90 });
  expect(periodOf({ range: "1y" }, "2025-01-01")).toEqual({ from: "2024-01-03", to: "2025-01-01", days: 365 });
  expect(periodOf({ range: "custom", from: "2024-02-28", to: "2024-03-01" }, "2026-01-01")).toEqual({
    from: "2024-02-28",
    to: "2024-03-01",
    days: 3,
  });
});

test("the previous period is as long and ends the day before, whatever lies between", () => {
  const before = (from: string, to: string) => previousPeriod({ from, to, days: daysBetween(from, to) });
  expect(before("2026-03-03", "2026-03-03")).toEqual({ from: "2026-03-02", to: "2026-03-02", days: 1 });
  expect(before("2026-01-01", "2026-01-31")).toEqual({ from: "2025-12-01", to: "2025-12-31", days: 31 });
  // over a leap day, and over the nights on which the clocks change
  expect(before("2024-03-01", "2024-03-07")).toEqual({ from: "2024-02-23", to: "2024-02-29", days: 7 });
  expect(before("2026-03-29", "2026-04-04")).toEqual({ from: "2026-03-22", to: "2026-03-28", days: 7 });
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(daysOf({ from: "2026-02-27", to: "2026-03-01", days: 3 })).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
});

test("a rate's change is in percentage points", () => {
  const cases = [
    [18, 16.9, 1.1, "+1.1 pp"],
    [8.61, 10.28, -1.67, "-1.7 pp"],
    [40, 40.04, -0.04, "No change"],
    [0.3, 0.1, 0.2, "+0.2 pp"],
  ] as const;
  for (const [current, previous, points, text] of cases)
    expect([pointsChange(current, previous), formatPoints(points)]).toEqual([points, text]);
});

test("the funnel tells each step's part of the visits", () => {
  const counts = { visits: 200, started: 150, half: 90, finished: 41, liked: 3, commented: 0 };
  expect(readFunnel(counts).map(({ step, count, percentage }) => [step, count, percentage])).toEqual([
    ["visits", 200, 100],
    ["started", 150, 75],
    ["half", 90, 45],
    ["finished", 41, 20.5],
    ["liked", 3, 1.5],
    ["commented", 0, 0],
  ]);
});
