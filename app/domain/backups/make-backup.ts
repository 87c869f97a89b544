import { adminRoutes } from "../../admin-routes.ts";
import { reportError } from "../../platform/log.ts";
import type { Context } from "../context.ts";
import type { NoticeSettings } from "../notifications/notification.ts";
import { notifyAdmin } from "../notifications/notify-admin.ts";
import type { Site } from "../settings/settings.ts";
import { INTERRUPTED } from "./backup-rules.ts";
import { BackupFailed, type BackupProgress, type BackupTools } from "./backup-tools.ts";
import { type BackupRow, latestEnded, latestProven, latestTried, storeBackup, storedSchedule } from "./backups.sql.ts";
import { isDrillDue } from "./rotation-rules.ts";

export type BackupWork = {
  tools: BackupTools;
  settings(): NoticeSettings;
  site(): Site;
  signal: AbortSignal;
};

export const NO_PROGRESS = { step: null, done: 0, total: 0 };

const PROGRESS_MS = 1000;

/** Once a second at most, and never after `stop`. */
export function storesProgress(ctx: Context, id: string) {
  let storedAt = 0;
  let storing: Promise<unknown> = Promise.resolve();
  return {
    onProgress(progress: BackupProgress) {
      if (performance.now() - storedAt < PROGRESS_MS) return;
      storedAt = performance.now();
      storing = storing
        .then(() => storeBackup(ctx.db, id, progress))
        .catch((error: unknown) => reportError(ctx.log, error, "the progress of a backup could not be stored"));
    },
    stop: () => storing,
  };
}

export const notifyOwner = (ctx: Context, { settings, site }: BackupWork, title: string, text: string) =>
  notifyAdmin(ctx, settings(), site(), { kind: "failed_job", title, text, path: adminRoutes.backups() });

/** So the owner knows already: the backup before failed for the same reason. */
async function isKnownFailure(ctx: Context, { id }: BackupRow, error: string): Promise<boolean> {
  const before = (await latestEnded(ctx.db, 5)).filter((one) => one.id !== id && one.error !== INTERRUPTED);
  return before[0]?.error === error;
}

async function noteFailure(ctx: Context, work: BackupWork, row: BackupRow, error: unknown): Promise<void> {
  const isStopping = work.signal.aborted;
  const sentence = isStopping
    ? INTERRUPTED
    : error instanceof BackupFailed
      ? error.message
      : "An unexpected error. See the server’s log.";
  if (!isStopping) reportError(ctx.log, error, "a backup could not be made");
  await storeBackup(ctx.db, row.id, { state: "failed", error: sentence, ended_at: ctx.clock.now(), ...NO_PROGRESS });
  if (isStopping || (await isKnownFailure(ctx, row, sentence))) return;
  await notifyOwner(ctx, work, "A backup could not be made", sentence);
}

export async function isDrillWanted({ db, clock }: Context): Promise<boolean> {
  if (!(await storedSchedule(db)).automatic) return false;
  const [proven, tried] = await Promise.all([latestProven(db), latestTried(db)]);
  return isDrillDue(clock.now(), { provenAt: proven?.proof_tried_at ?? null, triedAt: tried?.proof_tried_at ?? null });
}

/** Its size. @throws BackupFailed when it isn't there, or not as long as it should be */
async function requireWhole({ stores }: BackupTools, { place, name }: BackupRow, bytes: number): Promise<void> {
  const file = await stores[place]?.open(name);
  await file?.close();
  if (file?.size === bytes) return;
  throw new BackupFailed(
    `The file ${name} should have ${bytes} bytes after it was written, but ${file ? `has ${file.size}` : "isn’t there"}.`,
  );
}

/** Asks for a drill if one is due. A failure is stored, and the owner is notified once for each reason. @returns whether it was made */
export async function makeBackup(ctx: Context, work: BackupWork, row: BackupRow): Promise<boolean> {
  const { tools, signal } = work;
  const progress = storesProgress(ctx, row.id);
  try {
    await storeBackup(ctx.db, row.id, { state: "running", begun_at: ctx.clock.now(), ...NO_PROGRESS });
    if (!tools.stores[row.place]) {
      throw new BackupFailed("BACKUP_URL is no longer set. Set it, or choose this server’s disk in the schedule.");
    }
    const written = await tools.write(row.place, row.name, { signal, onProgress: progress.onProgress });
    await progress.stop();
    await requireWhole(tools, row, written.bytes);
    const { bytes, sha256, rows, files } = written;
    const counted = { row_count: rows, file_count: files, ...NO_PROGRESS };
    // At once with the end: in between, the screen would take the work for done, and stop asking.
    const proof = (await isDrillWanted(ctx)) ? "wanted" : "none";
    const ended = { state: "done", ended_at: ctx.clock.now(), is_encrypted: tools.isEncrypted, error: null, proof };
    await storeBackup(ctx.db, row.id, { ...ended, ...counted, bytes, sha256 });
    ctx.log.info({ backup: row.name, bytes, rows, files }, "backup made");
    return true;
  } catch (error) {
    await progress.stop();
    await noteFailure(ctx, work, row, error);
    return false;
  }
}
