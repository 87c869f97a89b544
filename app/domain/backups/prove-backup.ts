import { reportError } from "../../platform/log.ts";
import type { Context } from "../context.ts";
import type { DrillResult } from "./backup-tools.ts";
import { type BackupRow, latestTried, storeBackup } from "./backups.sql.ts";
import { type BackupWork, NO_PROGRESS, notifyOwner, storesProgress } from "./make-backup.ts";

async function tryOut(ctx: Context, { tools, signal }: BackupWork, row: BackupRow): Promise<DrillResult | null> {
  const progress = storesProgress(ctx, row.id);
  try {
    return await tools.verify(row.place, row.name, { signal, onProgress: progress.onProgress });
  } catch (error) {
    if (signal.aborted) return null;
    reportError(ctx.log, error, "a backup could not be proven");
    return { isProven: false, isBroken: false, message: "An unexpected error. See the server’s log." };
  } finally {
    await progress.stop();
  }
}

/** Restores it into a scratch database. The result is stored; of a bad one, the owner is notified once for each reason. */
export async function proveBackup(ctx: Context, work: BackupWork, row: BackupRow): Promise<void> {
  const before = await latestTried(ctx.db);
  // Stored first: if the drill takes the server down, it isn't repeated at every start.
  await storeBackup(ctx.db, row.id, { proof: "running", proof_tried_at: ctx.clock.now(), proof_error: null, ...NO_PROGRESS });
  const result = await tryOut(ctx, work, row);
  const ended = { ...NO_PROGRESS, proof_tried_at: ctx.clock.now() };
  if (result === null) {
    await storeBackup(ctx.db, row.id, {
      ...ended,
      proof: row.proof_tried_at ? "none" : "wanted",
      proof_tried_at: row.proof_tried_at,
    });
    return;
  }
  if (result.isProven) {
    await storeBackup(ctx.db, row.id, { ...ended, proof: "proven", proof_error: null });
    ctx.log.info({ backup: row.name }, "backup proven");
    return;
  }
  const { isBroken, message } = result;
  await storeBackup(ctx.db, row.id, { ...ended, proof: isBroken ? "broken" : "none", proof_error: message });
  ctx.log.error({ backup: row.name, reason: message }, isBroken ? "a backup is broken" : "a backup could not be proven");
  if (before?.proof_error === message) return;
  await notifyOwner(ctx, work, isBroken ? "A backup can’t be restored" : "A backup could not be verified", message);
}
