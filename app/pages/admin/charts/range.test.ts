import { describe, expect, it, vi } from "vitest";
import { rangeOf, rangeProblem, todayIn } from "./range.tsx";

const TODAY = "2026-11-20";

describe("a range in the address", () => {
  it.each([
    ["7d", "2026-11-14", 7],
    ["30d", "2026-10-22", 30],
    ["90d", "2026-08-23", 90],
    ["1y", "2025-11-21", 365],
  ])("%s ends today and begins on %s", (range, from, days) => {
    expect(rangeOf({ range, from: "", to: "" }, TODAY)).toEqual({
      asked: { range },
      period: { from, to: TODAY, days },
      problem: null,
    });
  });

  it.each([
    ["yesterday", "2026-11-19", "2026-11-19", 1],
    ["last-week", "2026-11-09", "2026-11-15", 7],
  ])("%s is over", (range, from, to, days) => {
    expect(rangeOf({ range, from: "", to: "" }, TODAY)).toMatchObject({ asked: { range }, period: { from, to, days } });
  });

  it("can be custom days", () => {
    expect(rangeOf({ range: "custom", from: "2026-02-01", to: "2026-02-28" }, TODAY)).toEqual({
      asked: { range: "custom", from: "2026-02-01", to: "2026-02-28" },
      period: { from: "2026-02-01", to: "2026-02-28", days: 28 },
      problem: null,
    });
  });

  it.each(["2y", "", "<script>"])("that is unknown (%j) counts as the default", (range) => {
    expect(rangeOf({ range, from: "2026-01-01", to: "" }, TODAY).asked).toEqual({ range: "30d" });
  });

  it.each([
    ["", "2026-11-01", "Choose a first and a last day."],
    ["2026-02-30", "2026-03-01", "Choose a first and a last day."],
    ["yesterday", TODAY, "Choose a first and a last day."],
    ["2026-11-02", "2026-11-01", "The first day must not be after the last."],
    ["2026-11-01", "2026-11-21", "The last day must not be in the future."],
    ["2016-11-01", TODAY, "At most ten years can be shown at once."],
  ])("from %j to %j says what is wrong and shows the default range", (from, to, problem) => {
    expect(rangeProblem(from, to, TODAY)).toBe(problem);
    expect(rangeOf({ range: "custom", from, to }, TODAY)).toMatchObject({ asked: { range: "30d" }, problem });
  });
});

describe("today", () => {
  const evening = new Date("2026-11-20T20:00:00Z");
  it.each([
    ["UTC", "2026-11-20"],
    ["Asia/Tokyo", "2026-11-21"],
    ["America/Los_Angeles", "2026-11-20"],
  ])("in %s is %s", (timezone, day) => expect(todayIn(timezone, evening)).toBe(day));

  it("is the same in browsers whose locales write days in another order", () => {
    const formats = Intl.DateTimeFormat.prototype as unknown as { format: object };
    const format = vi.spyOn(formats, "format", "get").mockReturnValue(() => "11/20/2026");
    expect(todayIn("UTC", evening)).toBe("2026-11-20");
    format.mockRestore();
  });
});
