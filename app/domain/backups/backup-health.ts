import type { Context } from "../context.ts";
import type { BackupHealth, BackupWarning } from "./backup.ts";
import { INTERRUPTED, PROOF_WARNING_DAYS } from "./backup-rules.ts";
import { type BackupRow, latestEnded, latestProven, latestTried, storedSchedule, wholeBackups } from "./backups.sql.ts";
import { isProofOverdue, nextDue } from "./rotation-rules.ts";

const momentOf = (row: BackupRow | undefined, at: Date | null | undefined) =>
  row && at ? { id: row.id, at: at.toISOString(), bytes: row.bytes } : null;

/** Backups that are looked at for one that wasn't merely interrupted. */
const LOOKED_AT = 10;

/** @param timezone IANA name */
export async function readBackupHealth({ db, clock }: Pick<Context, "db" | "clock">, timezone: string): Promise<BackupHealth> {
  const [schedule, whole, ended, proven, tried] = await Promise.all([
    storedSchedule(db),
    wholeBackups(db),
    latestEnded(db, LOOKED_AT),
    latestProven(db),
    latestTried(db),
  ]);
  const now = clock.now();
  const warnings: BackupWarning[] = [];
  const latest = ended.find(({ error }) => error !== INTERRUPTED);
  if (latest?.state === "failed") {
    warnings.push({ code: "failed", message: `The last backup failed: ${latest.error}` });
  }
  if (tried?.proof === "broken") {
    warnings.push({ code: "broken", message: `The backup ${tried.name} can’t be restored: ${tried.proof_error}` });
  }
  const overdue = { provenAt: proven?.proof_tried_at ?? null, since: schedule.began_at };
  if (schedule.automatic && isProofOverdue(now, overdue)) {
    const reason = tried?.proof === "none" && tried.proof_error ? ` The last attempt: ${tried.proof_error}` : "";
    warnings.push({
      code: "unproven",
      message: `No backup has been verified for more than ${PROOF_WARNING_DAYS} days.${reason}`,
    });
  }
  return {
    automatic: schedule.automatic,
    last: momentOf(whole[0], whole[0]?.begun_at ?? whole[0]?.created_at),
    proven: momentOf(proven, proven?.proof_tried_at),
    next_at: schedule.automatic ? nextDue(now, schedule.hour, timezone).toISOString() : null,
    warnings,
  };
}
