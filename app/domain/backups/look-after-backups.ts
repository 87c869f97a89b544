import { tryAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";
import { type BackupProof, type BackupState, backupName, INTERRUPTED } from "./backup-rules.ts";
import { type BackupTools, placeOf } from "./backup-tools.ts";
import { insertBackup, select, storeBackup, storedSchedule, wantProof, wholeBackups } from "./backups.sql.ts";
import { type BackupWork, isDrillWanted, makeBackup } from "./make-backup.ts";
import { proveBackup } from "./prove-backup.ts";
import { adoptBackups, rotateBackups } from "./rotate-backups.ts";
import { isBackupDue, lastDue } from "./rotation-rules.ts";

const backupsIn = (db: Db, state: BackupState) => select(db).where("state", "=", state).orderBy("backups.created_at").execute();

const backupsWithProof = (db: Db, proof: BackupProof) =>
  select(db).where("proof", "=", proof).orderBy("backups.created_at").execute();

/** After a crash. Only the holder of the lock may know that nobody works on them. */
async function settleInterrupted({ db, clock }: Context): Promise<void> {
  for (const { id } of await backupsIn(db, "running")) {
    await storeBackup(db, id, { state: "failed", error: INTERRUPTED, ended_at: clock.now() });
  }
  for (const { id } of await backupsWithProof(db, "running")) {
    await storeBackup(db, id, { proof: "none", proof_error: "The server stopped while this backup was being verified." });
  }
}

async function queueScheduled(ctx: Context, tools: BackupTools, timezone: string): Promise<void> {
  const schedule = await storedSchedule(ctx.db);
  if (!schedule.automatic) return;
  const now = ctx.clock.now();
  const due = lastDue(now, schedule.hour, timezone);
  const tried = await select(ctx.db).where("kind", "=", "scheduled").where("backups.created_at", ">=", due).execute();
  const attempts = tried.map(({ created_at, state }) => ({ at: created_at, isDone: state === "done" }));
  if (!isBackupDue(now, { due, since: schedule.changed_at, attempts })) return;
  const name = backupName("scheduled", now, tools.ending);
  // Skipped while another one waits; this one is due in the next minute, too.
  await insertBackup(ctx.db, { name, kind: "scheduled", place: placeOf(schedule.place, tools), created_at: now });
}

async function queueDrill(ctx: Context, { stores }: BackupTools): Promise<void> {
  if (!(await isDrillWanted(ctx))) return;
  for (const { id, place, name } of await wholeBackups(ctx.db)) {
    if (!(await stores[place]?.has(name))) continue;
    await wantProof(ctx.db, id);
    return;
  }
}

/** One instance at a time; failures are stored and the owner is notified. @param options `sweep`: also look for unknown files and rotate */
export function lookAfterBackups(ctx: Context, work: BackupWork, { sweep = false } = {}): Promise<boolean> {
  const { tools, signal } = work;
  return tryAdvisoryLock(ctx.db, "backups", async () => {
    const { timezone } = work.site();
    await settleInterrupted(ctx);
    if (sweep) await adoptBackups(ctx, tools);
    await queueScheduled(ctx, tools, timezone);
    let wasMade = false;
    for (const row of await backupsIn(ctx.db, "waiting")) {
      if (!signal.aborted) wasMade = (await makeBackup(ctx, work, row)) || wasMade;
    }
    await queueDrill(ctx, tools);
    for (const row of await backupsWithProof(ctx.db, "wanted")) {
      if (!signal.aborted) await proveBackup(ctx, work, row);
    }
    if ((sweep || wasMade) && !signal.aborted) await rotateBackups(ctx, tools, timezone);
  });
}
