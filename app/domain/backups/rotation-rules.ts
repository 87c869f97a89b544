import { addDays } from "../../platform/time/day.ts";
import { dayOfWeek } from "../../platform/time/month.ts";
import { localDay, momentOf } from "../../platform/time/zone.ts";
import {
  type BackupKind,
  DRILL_DAYS,
  KEPT_BEFORE_UPGRADE,
  KEPT_DAYS,
  KEPT_MONTHS,
  KEPT_WEEKS,
  PROOF_WARNING_DAYS,
} from "./backup-rules.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** `isProven`: it was restored and compared; `isBroken`: that failed. */
export type WholeBackup = { id: string; kind: BackupKind; at: Date; isProven?: boolean; isBroken?: boolean };

const PERIODS: { count: number; of(day: string): string }[] = [
  { count: KEPT_DAYS, of: (day) => day },
  // From Monday to Sunday.
  { count: KEPT_WEEKS, of: (day) => addDays(day, 1 - dayOfWeek(day)) },
  { count: KEPT_MONTHS, of: (day) => day.slice(0, 7) },
];

const newestFirst = (backups: readonly WholeBackup[]) => [...backups].sort((a, b) => b.at.getTime() - a.at.getTime());

/**
 * Keeps the newest scheduled one of each of the last 7 days, 4 weeks and 12 months that have one, so that a pause removes nothing; of those
 * before an upgrade the last 3; those made by hand; and the newest proven one. One that failed its drill never counts as the newest of its
 * day.
 * @returns ids, the oldest last
 */
export function backupsToRemove(backups: readonly WholeBackup[], timezone: string): string[] {
  const all = newestFirst(backups);
  const scheduled = all.filter(({ kind }) => kind === "scheduled");
  const kept = new Set<string>();
  for (const { count, of } of PERIODS) {
    const seen = new Set<string>();
    for (const { id, at, isBroken } of scheduled) {
      const period = of(localDay(at.getTime(), timezone));
      if (isBroken || seen.has(period) || seen.size === count) continue;
      seen.add(period);
      kept.add(id);
    }
  }
  const upgrades = all.filter(({ kind }) => kind === "before_upgrade").slice(0, KEPT_BEFORE_UPGRADE);
  for (const { id } of upgrades) kept.add(id);
  const proven = all.find(({ isProven }) => isProven);
  if (proven) kept.add(proven.id);
  // Without a good one, the broken one may be all that there is.
  const isOnlyBroken = all.every(({ isBroken }) => isBroken);
  return all.filter(({ id, kind }) => kind !== "manual" && !kept.has(id) && !isOnlyBroken).map(({ id }) => id);
}

const atHour = (day: string, hour: number, timezone: string): Date =>
  momentOf(`${day}T${String(hour).padStart(2, "0")}:00`, timezone) ?? new Date(Number.NaN);

/** Up to `now`. A skipped hour counts as the one after it, a repeated one as its first. @param hour 0 to 23 @param timezone IANA name */
export function lastDue(now: Date, hour: number, timezone: string): Date {
  const today = localDay(now.getTime(), timezone);
  const due = atHour(today, hour, timezone);
  return due <= now ? due : atHour(addDays(today, -1), hour, timezone);
}

export function nextDue(now: Date, hour: number, timezone: string): Date {
  const today = localDay(now.getTime(), timezone);
  const due = atHour(today, hour, timezone);
  return due > now ? due : atHour(addDays(today, 1), hour, timezone);
}

const ATTEMPTS = 3;
const RETRY_MS = HOUR_MS;

/** @param since when the schedule was last changed: what was due before isn't made up for @param attempts scheduled ones since `due` */
export function isBackupDue(
  now: Date,
  { due, since, attempts }: { due: Date; since: Date; attempts: readonly { at: Date; isDone: boolean }[] },
): boolean {
  if (due <= since || attempts.some(({ isDone }) => isDone) || attempts.length >= ATTEMPTS) return false;
  return attempts.every(({ at }) => now.getTime() - at.getTime() >= RETRY_MS);
}

const DRILL_RETRY_MS = 20 * HOUR_MS;

/** None was proven within a week, and none was tried within the day. @param last null: never */
export function isDrillDue(now: Date, last: { provenAt: Date | null; triedAt: Date | null }): boolean {
  const since = (at: Date | null) => (at ? now.getTime() - at.getTime() : Number.POSITIVE_INFINITY);
  // An hour less than a week, so that a weekly drill keeps to its night.
  return since(last.provenAt) >= DRILL_DAYS * DAY_MS - HOUR_MS && since(last.triedAt) >= DRILL_RETRY_MS;
}

/** More than 8 days ago, or never in the first 8 days of a schedule. @param provenAt null: never @param since when the schedule began */
export const isProofOverdue = (now: Date, { provenAt, since }: { provenAt: Date | null; since: Date }): boolean =>
  now.getTime() - (provenAt ?? since).getTime() > PROOF_WARNING_DAYS * DAY_MS;
