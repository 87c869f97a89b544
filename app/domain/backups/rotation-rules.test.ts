import { expect, test } from "vitest";
import { addDays } from "../../platform/time/day.ts";
import {
  backupsToRemove,
  isBackupDue,
  isDrillDue,
  isProofOverdue,
  lastDue,
  nextDue,
  type WholeBackup,
} from "./rotation-rules.ts";

const nightly = (day: string, more: Partial<WholeBackup> = {}): WholeBackup => ({
  id: day,
  kind: "scheduled",
  at: new Date(`${day}T03:00:00Z`),
  ...more,
});

const kept = (backups: WholeBackup[], timezone = "UTC") => {
  const gone = new Set(backupsToRemove(backups, timezone));
  return backups.flatMap(({ id }) => (gone.has(id) ? [] : [id])).sort();
};

test("of fourteen months of nights, 7 days, 4 weeks and 12 months stay", () => {
  let backups: WholeBackup[] = [];
  for (let day = "2025-01-01"; day <= "2026-03-10"; day = addDays(day, 1)) {
    backups.push(nightly(day));
    const gone = new Set(backupsToRemove(backups, "UTC"));
    backups = backups.filter(({ id }) => !gone.has(id));
  }
  // By the calendar: 10 March 2026 is a Tuesday.
  const days = ["2026-03-04", "2026-03-05", "2026-03-06", "2026-03-07", "2026-03-08", "2026-03-09", "2026-03-10"];
  const sundays = ["2026-02-22", "2026-03-01"];
  const months = ["2025-04-30", "2025-05-31", "2025-06-30", "2025-07-31", "2025-08-31", "2025-09-30"];
  const winter = ["2025-10-31", "2025-11-30", "2025-12-31", "2026-01-31", "2026-02-28"];
  expect(backups.map(({ id }) => id)).toEqual([...months, ...winter, ...sundays, ...days].sort());
});

test("a pause removes nothing: days, weeks and months without a backup don't count", () => {
  const before = ["2025-11-29", "2025-11-30", "2025-12-01", "2025-12-02"];
  // The server was away for three months. Its four older days are still four of the last seven that have one.
  expect(kept([...before, "2026-03-10", "2026-03-11"].map((day) => nightly(day)))).toEqual([
    ...before,
    "2026-03-10",
    "2026-03-11",
  ]);
  // A week later, days are taken by newer ones. 30 November is the last of its week and month, 2 December of its own.
  const after = ["2026-03-12", "2026-03-13", "2026-03-14", "2026-03-15", "2026-03-16"];
  expect(kept([...before, "2026-03-10", "2026-03-11", ...after].map((day) => nightly(day)))).toEqual([
    "2025-11-30",
    "2025-12-02",
    "2026-03-10",
    "2026-03-11",
    ...after,
  ]);
});

test("weeks go from Monday to Sunday, over the end of a year too", () => {
  // Monday, 28 December 2026, to Sunday, 3 January 2027, are one week. 2027 has two months of nights after it.
  const week = ["2026-12-27", "2026-12-28", "2026-12-31", "2027-01-01", "2027-01-03"];
  const later = ["2027-01-04", "2027-01-05", "2027-01-06", "2027-01-07", "2027-01-08", "2027-01-09", "2027-01-11"];
  // Weeks: 11 January, 9 January, 3 January, 27 December. Months: 11 January and 31 December.
  expect(kept([...week, ...later].map((day) => nightly(day)))).toEqual(["2026-12-27", "2026-12-31", "2027-01-03", ...later]);
});

test("days are those of the site's clocks, also when these are changed", () => {
  const at = (iso: string) => nightly(iso.slice(0, 10), { id: iso, at: new Date(iso) });
  // In New York, 25 hours long: 1 November 2026 from 04:00Z to 05:00Z of the 2nd. 23 hours: 8 March, from 05:00Z to 04:00Z.
  const autumn = [at("2026-11-01T03:30:00Z"), at("2026-11-01T04:30:00Z"), at("2026-11-02T04:30:00Z")];
  const spring = [at("2026-03-08T04:30:00Z"), at("2026-03-08T05:30:00Z"), at("2026-03-09T03:30:00Z"), at("2026-03-09T04:30:00Z")];
  // 31 October; of 1 November the later one.
  expect(kept(autumn, "America/New_York")).toEqual(["2026-11-01T03:30:00Z", "2026-11-02T04:30:00Z"]);
  // 7 March; of the 8th the later one; the 9th begins at 04:00Z.
  expect(kept(spring, "America/New_York")).toEqual(["2026-03-08T04:30:00Z", "2026-03-09T03:30:00Z", "2026-03-09T04:30:00Z"]);
  expect(kept(autumn)).toEqual(["2026-11-01T04:30:00Z", "2026-11-02T04:30:00Z"]);
});

test("of one day the newest stays; those made by hand all; of those before an upgrade the last three", () => {
  const noon = nightly("2026-03-10", { id: "noon", at: new Date("2026-03-10T12:00:00Z") });
  const byHand = ["2020-01-01", "2020-01-02"].map((day) => nightly(day, { kind: "manual" }));
  const upgrades = ["2024-01-01", "2024-02-01", "2024-03-01", "2026-01-01"].map((day) =>
    nightly(day, { kind: "before_upgrade" }),
  );
  expect(kept([nightly("2026-03-10"), noon, ...byHand, ...upgrades])).toEqual([
    "2020-01-01",
    "2020-01-02",
    "2024-02-01",
    "2024-03-01",
    "2026-01-01",
    "noon",
  ]);
});

test("a broken one doesn't count, and the newest that is proven stays", () => {
  const later = { id: "later", at: new Date("2026-03-10T12:00:00Z"), isBroken: true };
  expect(kept([nightly("2026-03-10"), nightly("2026-03-10", later)])).toEqual(["2026-03-10"]);
  const days = Array.from({ length: 9 }, (_, n) => nightly(addDays("2026-03-02", n)));
  // The 2nd and 3rd would go: the 8th and the 10th are the newest of their weeks, the 10th of its month.
  expect(kept(days)).toEqual(days.slice(2).map(({ id }) => id));
  expect(kept([nightly("2026-03-02", { isProven: true }), ...days.slice(1)])).toEqual(
    [days[0], ...days.slice(2)].map((one) => one?.id),
  );
  // All that there is.
  expect(kept([nightly("2026-03-10", { isBroken: true })])).toEqual(["2026-03-10"]);
});

test.each([
  // now, hour, zone, last, next
  ["2026-03-10T02:59:59Z", 3, "UTC", "2026-03-09T03:00:00Z", "2026-03-10T03:00:00Z"],
  ["2026-03-10T03:00:00Z", 3, "UTC", "2026-03-10T03:00:00Z", "2026-03-11T03:00:00Z"],
  ["2027-01-01T00:30:00Z", 23, "Europe/Paris", "2026-12-31T22:00:00Z", "2027-01-01T22:00:00Z"],
  // Clocks go from 02:00 to 03:00: two o'clock is three o'clock.
  ["2026-03-08T06:59:00Z", 2, "America/New_York", "2026-03-07T07:00:00Z", "2026-03-08T07:00:00Z"],
  ["2026-03-08T07:00:00Z", 2, "America/New_York", "2026-03-08T07:00:00Z", "2026-03-09T06:00:00Z"],
  // One o'clock comes twice: the first time counts, the second doesn't.
  ["2026-11-01T06:30:00Z", 1, "America/New_York", "2026-11-01T05:00:00Z", "2026-11-02T06:00:00Z"],
  ["2026-01-01T00:00:00Z", 0, "Asia/Tokyo", "2025-12-31T15:00:00Z", "2026-01-01T15:00:00Z"],
])("at %s, hour %i in %s was due at %s and is again at %s", (now, hour, timezone, last, next) => {
  expect(lastDue(new Date(now), hour, timezone)).toEqual(new Date(last));
  expect(nextDue(new Date(now), hour, timezone)).toEqual(new Date(next));
});

test("a night's backup is made once, made up for when the server was off, and tried three times an hour apart", () => {
  const due = new Date("2026-03-10T03:00:00Z");
  const since = new Date("2026-03-01T00:00:00Z");
  const at = (time: string, isDone = false) => ({ at: new Date(`2026-03-10T${time}:00Z`), isDone });
  const isDue = (time: string, attempts: ReturnType<typeof at>[]) =>
    isBackupDue(new Date(`2026-03-10T${time}:00Z`), { due, since, attempts });
  expect(isDue("03:00", [])).toBe(true);
  expect(isDue("23:00", [])).toBe(true);
  expect(isDue("04:00", [at("03:00", true)])).toBe(false);
  expect(isDue("03:59", [at("03:00")])).toBe(false);
  expect(isDue("04:00", [at("03:00")])).toBe(true);
  expect(isDue("05:00", [at("03:00"), at("04:00", true)])).toBe(false);
  expect(isDue("09:00", [at("03:00"), at("04:00"), at("05:00")])).toBe(false);
  // A schedule that began later, as on a new site.
  expect(isBackupDue(new Date("2026-03-10T12:00:00Z"), { due, since: new Date("2026-03-10T09:00:00Z"), attempts: [] })).toBe(
    false,
  );
});

test("a drill is due every week, and the day after one that failed; after eight days without a proof there is a warning", () => {
  const now = new Date("2026-03-10T03:10:00Z");
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  expect(isDrillDue(now, { provenAt: null, triedAt: null })).toBe(true);
  expect(isDrillDue(now, { provenAt: ago(6 * 24), triedAt: ago(6 * 24) })).toBe(false);
  expect(isDrillDue(now, { provenAt: ago(7 * 24), triedAt: ago(7 * 24) })).toBe(true);
  expect(isDrillDue(now, { provenAt: ago(9 * 24), triedAt: ago(2) })).toBe(false);
  expect(isDrillDue(now, { provenAt: ago(9 * 24), triedAt: ago(24) })).toBe(true);
  const since = ago(30 * 24);
  expect(isProofOverdue(now, { provenAt: ago(8 * 24), since })).toBe(false);
  expect(isProofOverdue(now, { provenAt: ago(8 * 24 + 1), since })).toBe(true);
  expect(isProofOverdue(now, { provenAt: null, since })).toBe(true);
  expect(isProofOverdue(now, { provenAt: null, since: ago(24) })).toBe(false);
});
