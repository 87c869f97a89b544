import { describe, expect, it } from "vitest";
import { bucketLength, bucketsOf, type ChartDay } from "./chart-points.tsx";

const DAY = 86_400_000;
const daysFrom = (first: string, views: readonly number[]): ChartDay[] =>
  views.map((count, at) => ({ date: new Date(Date.parse(first) + at * DAY).toISOString().slice(0, 10), views: count }));

describe("the points of a curve", () => {
  it("are days, weeks or four weeks", () => {
    expect([1, 30, 90, 124, 125, 365, 1330, 1331, 3650].map(bucketLength)).toEqual([1, 1, 1, 1, 7, 7, 7, 28, 28]);
  });

  it("have the figures of the same day of the previous period", () => {
    const points = bucketsOf(daysFrom("2026-11-03", [4, 0]), daysFrom("2026-11-01", [2, 6]), [], "views");
    expect(points).toEqual([
      { from: "2026-11-03", to: "2026-11-03", days: 1, total: 4, value: 4, previousTotal: 2, previousValue: 2, marks: [] },
      { from: "2026-11-04", to: "2026-11-04", days: 1, total: 0, value: 0, previousTotal: 6, previousValue: 6, marks: [] },
    ]);
  });

  it("of a year are weeks that end with its last day, show daily averages, and lose no view", () => {
    const views = Array.from({ length: 365 }, (_, at) => at % 7);
    const points = bucketsOf(daysFrom("2025-11-21", views), [], [], "views");
    expect(points).toHaveLength(53);
    expect(points[0]).toMatchObject({ from: "2025-11-21", to: "2025-11-21", days: 1, total: 0, previousTotal: null });
    expect(points[1]).toMatchObject({ from: "2025-11-22", to: "2025-11-28", days: 7, total: 21, value: 3 });
    expect(points.at(-1)).toMatchObject({ from: "2026-11-14", to: "2026-11-20", days: 7 });
    expect(points.reduce((all, { total }) => all + total, 0)).toBe(views.reduce((all, count) => all + count, 0));
  });

  it("have the marks of their days", () => {
    const mark = { date: "2026-11-04", kind: "published", label: "On larks", post_id: null } as const;
    const points = bucketsOf(daysFrom("2026-11-03", [1, 1, 1]), [], [mark], "views");
    expect(points.map(({ marks }) => marks)).toEqual([[], [mark], []]);
  });

  it("don't exist without days", () => expect(bucketsOf([], [], [], "views")).toEqual([]));
});
