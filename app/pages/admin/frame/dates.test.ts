import { describe, expect, it } from "vitest";
import { percentChange } from "../../../domain/analytics/analytics-rules.ts";
import { agoText, datesIn } from "./dates.tsx";
import { changeText } from "./stat-card.tsx";

describe("a change in percent (specification, section 9)", () => {
  it.each([
    [0, 5, 100, "+100.0%"],
    [0, 0, 0, "No change"],
    [4, 6, 50, "+50.0%"],
    [8, 2, -75, "-75.0%"],
    [3, 4, 33.333333333333336, "+33.3%"],
    [7, 7, 0, "No change"],
    [5, 0, -100, "-100.0%"],
  ])("from %i to %i", (previous, current, change, text) => {
    expect(percentChange(current, previous)).toBeCloseTo(change, 10);
    expect(changeText(percentChange(current, previous))).toBe(text);
  });
});

describe("times", () => {
  const now = new Date("2026-01-31T12:00:00Z");
  it.each([
    ["2026-01-31T11:59:30Z", "just now"],
    ["2026-01-31T11:55:00Z", "5 minutes ago"],
    ["2026-01-31T09:00:00Z", "3 hours ago"],
    ["2026-01-30T12:00:00Z", "yesterday"],
    ["2026-01-10T12:00:00Z", "3 weeks ago"],
    ["2024-01-10T12:00:00Z", "2 years ago"],
    ["no time", ""],
  ])("%s is %s", (iso, text) => expect(agoText(iso, now)).toBe(text));

  it("are written in the settings' timezone and order", () => {
    const iso = "2026-01-31T02:07:00Z";
    expect(datesIn({ timezone: "America/New_York", dateFormat: "MM/DD/YYYY" }).time(iso)).toMatch(/^01\/30\/2026, 9:07\sPM$/);
    expect(datesIn({ timezone: "Asia/Tokyo", dateFormat: "YYYY-MM-DD" }).day(iso)).toBe("2026-01-31");
    expect(datesIn({ timezone: "UTC", dateFormat: "MM/DD/YYYY" }).time("no time")).toBe("");
  });
});
