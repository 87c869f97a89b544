import { sql } from "kysely";
import { recordAudit } from "../audit/record-audit.ts";
import { type OwnerProof, requireOwner } from "../auth/reauthenticate.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { invalid, staleVersion } from "../errors.ts";
import { backupPolicy } from "./backup.policy.ts";
import type { BackupSchedule, BackupScheduleInput } from "./backup.ts";
import { readBackupHealth } from "./backup-health.ts";
import { BACKUP_PLACES } from "./backup-rules.ts";
import { type BackupTools, placeOf } from "./backup-tools.ts";
import { storedSchedule } from "./backups.sql.ts";

/** @param timezone IANA name @throws DomainError `forbidden` */
export async function readSchedule(ctx: Context, actor: Actor, tools: BackupTools, timezone: string): Promise<BackupSchedule> {
  authorize(actor, backupPolicy.read);
  const { automatic, hour, place, version } = await storedSchedule(ctx.db);
  return {
    automatic,
    hour,
    version,
    place: placeOf(place, tools),
    places: BACKUP_PLACES.flatMap((one) => {
      const store = tools.stores[one];
      return store ? [{ place: one, label: store.label }] : [];
    }),
    is_encrypted: tools.isEncrypted,
    free_bytes: await tools.freeBytes(),
    is_embedded: tools.isEmbedded,
    restore_folder: process.cwd(),
    health: await readBackupHealth(ctx, timezone),
  };
}

/** What was due before isn't made up for. @throws DomainError `forbidden`; invalid_input; stale_version; as `requireOwner` */
export async function saveSchedule(
  ctx: Context,
  actor: Actor,
  tools: BackupTools,
  { version, ...input }: BackupScheduleInput,
  proof: OwnerProof = {},
): Promise<void> {
  authorize(actor, backupPolicy.schedule);
  if (!tools.stores[input.place]) {
    const rule = "BACKUP_URL isn’t set, so backups can only be kept on this server’s disk";
    throw invalid(`${rule}.`, [{ field: "place", rule }]);
  }
  const settle = await requireOwner(ctx, actor, proof);
  await ctx.db.transaction().execute(async (db) => {
    await settle({ ...ctx, db });
    const before = await storedSchedule(db, { lock: true });
    if (before.version !== version) throw staleVersion("The schedule of backups");
    await db
      .updateTable("backup_schedule")
      .set({ ...{ ...input, changed_at: ctx.clock.now() }, version: sql<number>`version + 1` })
      .execute();
    await recordAudit({ ...ctx, db }, actor, {
      action: "updated",
      entity: "backup",
      entityId: null,
      label: "Schedule",
      before: { automatic: before.automatic, hour: before.hour, place: placeOf(before.place, tools) },
      after: input,
    });
  });
}
