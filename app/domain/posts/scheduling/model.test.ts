import { describe, expect, it } from "vitest";
import { momentOf, wallTime } from "./model.ts";

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

  it("is none when it isn't one", () => {
    for (const wall of ["", "2026-13-01T00:00", "2026-01-01", "2026-01-01T25:00", "yesterday"])
      expect(iso(wall, "UTC")).toBeNull();
  });
});
