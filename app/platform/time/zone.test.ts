import { describe, expect, it } from "vitest";
import { localDay, momentOf, startOfDay, wallTime } from "./zone.ts";

const iso = (wall: string, timezone: string) => momentOf(wall, timezone)?.toISOString() ?? null;

describe("a time as clocks show it", () => {
  it("is a moment where the site is", () => {
    expect(iso("2026-07-01T09:30", "UTC")).toBe("2026-07-01T09:30:00.000Z");
    expect(iso("2026-07-01T09:30", "Europe/Paris")).toBe("2026-07-01T07:30:00.000Z");
    expect(iso("2026-01-01T00:10", "Asia/Tokyo")).toBe("2025-12-31T15:10:00.000Z");
    expect(wallTime(new Date("2025-12-31T15:10:00Z"), "Asia/Tokyo")).toBe("2026-01-01T00:10");
    expect(wallTime(new Date("2026-01-01T00:00:00Z"), "UTC")).toBe("2026-01-01T00:00");
  });

  it("is found on the days on which clocks are changed", () => {
    // Skipped in spring: 02:30 is 03:30 as soon as there is one; shown twice in autumn: the first.
    expect(iso("2026-03-08T02:30", "America/New_York")).toBe("2026-03-08T07:30:00.000Z");
    expect(iso("2026-03-08T01:59", "America/New_York")).toBe("2026-03-08T06:59:00.000Z");
    expect(iso("2026-03-08T03:00", "America/New_York")).toBe("2026-03-08T07:00:00.000Z");
    expect(iso("2026-11-01T01:30", "America/New_York")).toBe("2026-11-01T05:30:00.000Z");
    expect(iso("2026-11-01T02:00", "America/New_York")).toBe("2026-11-01T07:00:00.000Z");
    for (let hour = 0; hour < 24 * 400; hour += 7) {
      const moment = new Date(Date.UTC(2026, 0, 1, hour));
      for (const zone of ["UTC", "America/Los_Angeles", "Europe/London", "Asia/Tokyo"]) {
        const found = momentOf(wallTime(moment, zone), zone)?.getTime() ?? 0;
        expect([moment.getTime(), moment.getTime() - 3_600_000]).toContain(found);
      }
    }
  });

  it("is null for an invalid time", () => {
    for (const wall of ["", "2026-13-01T00:00", "2026-01-01", "2026-01-01T25:00", "yesterday"])
      expect(iso(wall, "UTC")).toBeNull();
  });
});

describe("days of every length", () => {
  const bounds = (day: string, timezone: string) => [
    startOfDay(day, timezone).toISOString().slice(0, 16),
    startOfDay(day, timezone, 1).toISOString().slice(0, 16),
  ];

  it.each([
    // 23 and 25 hours
    ["2026-03-29", "Europe/Paris", "2026-03-28T23:00", "2026-03-29T22:00"],
    ["2026-10-25", "Europe/Paris", "2026-10-24T22:00", "2026-10-25T23:00"],
    // Midnight is skipped: the day begins at 01:00. In autumn the hour before midnight comes twice.
    ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00", "2018-11-05T02:00"],
    ["2018-02-17", "America/Sao_Paulo", "2018-02-17T02:00", "2018-02-18T03:00"],
    // 23 and a half hours
    ["2026-10-04", "Australia/Lord_Howe", "2026-10-03T13:30", "2026-10-04T13:00"],
    // Clocks that are never changed, by half and quarter hours too
    ["2026-03-29", "Asia/Tokyo", "2026-03-28T15:00", "2026-03-29T15:00"],
    ["2026-03-29", "Asia/Kolkata", "2026-03-28T18:30", "2026-03-29T18:30"],
    ["2026-03-29", "Asia/Kathmandu", "2026-03-28T18:15", "2026-03-29T18:15"],
    // Both sides of the dateline, and the day that Samoa left out when it changed sides
    ["2026-01-01", "Pacific/Kiritimati", "2025-12-31T10:00", "2026-01-01T10:00"],
    ["2026-01-01", "Pacific/Pago_Pago", "2026-01-01T11:00", "2026-01-02T11:00"],
    ["2011-12-29", "Pacific/Apia", "2011-12-29T10:00", "2011-12-30T10:00"],
    ["2011-12-31", "Pacific/Apia", "2011-12-30T10:00", "2011-12-31T10:00"],
    // Years that look like leap years and are none
    ["1900-02-28", "Asia/Tokyo", "1900-02-27T15:00", "1900-02-28T15:00"],
    ["2100-02-28", "America/New_York", "2100-02-28T05:00", "2100-03-01T05:00"],
  ])("%s in %s goes from %s to %s", (day, timezone, from, to) => {
    expect(bounds(day, timezone)).toEqual([from, to]);
    const [begin, end] = [startOfDay(day, timezone).getTime(), startOfDay(day, timezone, 1).getTime()];
    expect([localDay(begin, timezone), localDay(end - 1, timezone)]).toEqual([day, day]);
    expect(localDay(begin - 1, timezone) < day).toBe(true);
    expect(localDay(end, timezone) > day).toBe(true);
  });

  it("is right for zones and days in turn", () => {
    const at = Date.UTC(2026, 0, 1, 12);
    for (let round = 0; round < 2; round++) {
      expect(localDay(at, "Pacific/Kiritimati")).toBe("2026-01-02");
      expect(localDay(at, "UTC")).toBe("2026-01-01");
      expect(localDay(at - 86_400_000, "UTC")).toBe("2025-12-31");
      expect(localDay(at - 3_600_000 - 1, "Pacific/Pago_Pago")).toBe("2025-12-31");
    }
  });

  it("shows far years on the clocks", () => {
    expect(wallTime(new Date("1900-03-01T12:00:00Z"), "Asia/Tokyo")).toBe("1900-03-01T21:00");
    expect(wallTime(new Date("2100-07-01T12:00:00Z"), "America/New_York")).toBe("2100-07-01T08:00");
    expect(wallTime(new Date("2026-01-31T18:44:59Z"), "Asia/Kathmandu")).toBe("2026-02-01T00:29");
    expect(iso("1900-02-29T00:00", "UTC")).toBeNull();
    expect(iso("2100-03-01T00:00", "Asia/Kolkata")).toBe("2100-02-28T18:30:00.000Z");
    expect(iso("2026-10-04T02:15", "Australia/Lord_Howe")).toBe("2026-10-03T15:45:00.000Z");
  });
});
