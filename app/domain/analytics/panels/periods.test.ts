import { describe, expect, test } from "vitest";
import { buildClock, buildContext } from "../../../../test/builders.ts";
import { DomainError } from "../../errors.ts";
import type { RangeChoice } from "../analytics-rules.ts";
import { coverOf, panelPeriod, spanOf } from "./periods.ts";

const at = (iso: string) => buildContext(undefined as never, { clock: buildClock(new Date(iso)) });
const HOUR = 3_600_000;
const hours = ({ from, to }: { from: string; to: string }) => Number((BigInt(to) >> 20n) - (BigInt(from) >> 20n)) / HOUR;

test("today is the day where the site's clocks are", () => {
  const ctx = at("2026-03-01T02:00:00Z");
  const today = (timezone: string) => panelPeriod(ctx, { range: "7d" }, timezone).period.to;
  expect([today("UTC"), today("America/New_York"), today("Asia/Tokyo")]).toEqual(["2026-03-01", "2026-02-28", "2026-03-01"]);
  expect(panelPeriod(at("2026-02-28T16:00:00Z"), { range: "7d" }, "Asia/Tokyo").period.to).toBe("2026-03-01");
});

test("a day's visits are those that began in its 23, 24 or 25 hours", () => {
  const day = (date: string, timezone: string) => hours(spanOf({ from: date, to: date }, timezone));
  expect([
    day("2026-03-29", "Europe/Paris"),
    day("2026-03-30", "Europe/Paris"),
    day("2026-10-25", "Europe/Paris"),
    day("2026-03-08", "America/New_York"),
    day("2026-11-01", "America/New_York"),
    day("2026-03-29", "UTC"),
  ]).toEqual([23, 24, 25, 23, 25, 24]);
  expect(BigInt(spanOf({ from: "2026-01-02", to: "2026-01-02" }, "UTC").from)).toBe(BigInt(Date.UTC(2026, 0, 2)) << 20n);
});

test("today is compared with as much of the other day, by the clock on the wall", () => {
  const until = (now: string, days: number, timezone: string) => {
    const today = panelPeriod(at(now), { range: "7d" }, timezone).period.to;
    const from = new Date(Date.parse(today) - (days - 1) * 24 * HOUR).toISOString().slice(0, 10);
    return panelPeriod(at(now), { range: "custom", from, to: today }, timezone).cut?.until.toISOString();
  };
  expect(until("2026-02-10T14:05:40Z", 1, "UTC")).toBe("2026-02-09T14:05:00.000Z");
  expect(until("2026-02-10T14:05:00Z", 7, "Asia/Tokyo")).toBe("2026-02-03T14:05:00.000Z");
  // 14:05 on the day of 23 hours in New York, 8 March, and on that of 25, 1 November.
  expect(until("2026-03-15T18:05:00Z", 7, "America/New_York")).toBe("2026-03-08T18:05:00.000Z");
  expect(until("2026-11-08T19:05:00Z", 7, "America/New_York")).toBe("2026-11-01T19:05:00.000Z");
  // 2:30, which the first of them skips: two and a half hours after its midnight. 1:30, which the second has twice: the first.
  expect(until("2026-03-15T06:30:00Z", 7, "America/New_York")).toBe("2026-03-08T07:30:00.000Z");
  expect(until("2026-11-08T06:30:00Z", 7, "America/New_York")).toBe("2026-11-01T05:30:00.000Z");
  const over = panelPeriod(at("2026-02-10T14:05:00Z"), { range: "custom", from: "2026-02-01", to: "2026-02-09" }, "UTC");
  expect(over.cut).toBeNull();
});

describe("what can't be asked for is named", () => {
  const today = at("2026-03-15T12:00:00Z");
  test.each<[RangeChoice, string[]]>([
    [{ range: "custom" }, ["from is required with the range custom", "to is required with the range custom"]],
    [{ range: "custom", from: "2026-03-01" }, ["to is required with the range custom"]],
    [{ range: "custom", from: "2026-03-02", to: "2026-03-01" }, ["from must not be after to"]],
    [{ range: "custom", from: "2026-03-01", to: "2026-03-16" }, ["to must not be in the future"]],
    [{ range: "custom", from: "2016-03-01", to: "2026-03-15" }, ["from must be at most 10 years before to"]],
    [{ range: "custom", from: "1999-12-31", to: "2000-01-01" }, ["from must not be before 2000-01-01"]],
    [{ range: "7d", from: "2026-03-01" }, ["from goes with the range custom only"]],
  ])("%j", (choice, rules) => {
    let caught: unknown;
    try {
      panelPeriod(today, choice, "UTC");
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(DomainError);
    expect((caught as DomainError).details?.map(({ field, rule }) => `${field} ${rule}`)).toEqual(rules);
  });

  test("a single day, today and ten years can", () => {
    const days = (from: string, to: string) => panelPeriod(today, { range: "custom", from, to }, "UTC").period.days;
    expect([days("2026-03-15", "2026-03-15"), days("2016-03-15", "2026-03-15")]).toEqual([1, 3653]);
  });
});

test("a period is read by whole months and the days around them", () => {
  const cover = (from: string, to: string) => coverOf({ from, to });
  expect(cover("2026-03-02", "2026-03-31")).toEqual({ days: [["2026-03-02", "2026-03-31"]], months: null });
  expect(cover("2026-03-01", "2026-03-30")).toEqual({ days: [["2026-03-01", "2026-03-30"]], months: null });
  expect(cover("2026-03-01", "2026-03-31")).toEqual({ days: [], months: ["2026-03-01", "2026-03-01"] });
  expect(cover("2026-02-28", "2026-04-01")).toEqual({
    days: [
      ["2026-02-28", "2026-02-28"],
      ["2026-04-01", "2026-04-01"],
    ],
    months: ["2026-03-01", "2026-03-01"],
  });
  expect(cover("2025-11-15", "2026-02-10")).toEqual({
    days: [
      ["2025-11-15", "2025-11-30"],
      ["2026-02-01", "2026-02-10"],
    ],
    months: ["2025-12-01", "2026-01-01"],
  });
  expect(cover("2025-01-01", "2025-12-31")).toEqual({ days: [], months: ["2025-01-01", "2025-12-01"] });
  expect(cover("2026-03-20", "2026-04-10")).toEqual({ days: [["2026-03-20", "2026-04-10"]], months: null });
});
