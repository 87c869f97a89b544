import type { Insertable } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import { reportError } from "../../platform/log.ts";
import type { Context } from "../context.ts";
import { BACKUP_PLACES, FAILURES_KEPT_DAYS, readBackupName, UNFINISHED } from "./backup-rules.ts";
import type { BackupTools } from "./backup-tools.ts";
import { deleteBackupRow, wholeBackups } from "./backups.sql.ts";
import { backupsToRemove } from "./rotation-rules.ts";

const DAY_MS = 24 * 3_600_000;

/** Lists files that the table doesn't know, as after a restore. Removes half-written ones of days ago. @returns how many there were */
export async function adoptBackups(ctx: Context, { stores }: Pick<BackupTools, "stores">): Promise<number> {
  let found = 0;
  for (const place of BACKUP_PLACES) {
    try {
      for (const { name, bytes, at } of (await stores[place]?.list()) ?? []) {
        const isOld = ctx.clock.now().getTime() - at.getTime() > DAY_MS;
        // What a power cut has left; a command that still writes has written less than a day ago.
        if (isOld && name.endsWith(UNFINISHED) && readBackupName(name.slice(0, -UNFINISHED.length)))
          await stores[place]?.remove(name);
        const read = readBackupName(name);
        if (!read) continue;
        const values = { kind: read.kind, name, place, bytes, created_at: read.at, begun_at: read.at, ended_at: at };
        if (await adoptBackup(ctx.db, { ...values, is_encrypted: name.endsWith(".age") })) found += 1;
      }
    } catch (error) {
      reportError(ctx.log, error, "the files of backups could not be listed");
    }
  }
  return found;
}

async function adoptBackup(db: Db, values: Insertable<DB["backups"]>): Promise<boolean> {
  const row = await db
    .insertInto("backups")
    .values({ ...values, state: "done" })
    .onConflict((conflict) =>
      conflict
        .columns(["place", "name"])
        // A database that was restored from this very file knows it as a backup that was never finished.
        .doUpdateSet({ state: "done", error: null, bytes: values.bytes ?? null, ended_at: values.ended_at ?? null })
        .where("backups.state", "=", "failed"),
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

const deleteFailures = (db: Db, before: Date) =>
  db.deleteFrom("backups").where("state", "=", "failed").where("created_at", "<", before).execute();

/** As far as this server reaches their files; forgets old failures, too. @returns how many backups were removed */
export async function rotateBackups(ctx: Context, { stores }: Pick<BackupTools, "stores">, timezone: string): Promise<number> {
  const whole = await wholeBackups(ctx.db);
  const dated = whole.map(({ id, kind, created_at, proof }) => ({
    id,
    kind,
    at: created_at,
    isProven: proof === "proven",
    isBroken: proof === "broken",
  }));
  const gone = new Set(backupsToRemove(dated, timezone));
  let removed = 0;
  for (const { id, name, place, proof } of whole) {
    if (!gone.has(id) || proof === "wanted" || proof === "running") continue;
    try {
      if (!(await stores[place]?.has(name))) continue;
      await stores[place]?.remove(name);
      await deleteBackupRow(ctx.db, id);
      removed += 1;
      ctx.log.info({ backup: name }, "old backup removed");
    } catch (error) {
      reportError(ctx.log, error, "an old backup could not be removed");
    }
  }
  await deleteFailures(ctx.db, new Date(ctx.clock.now().getTime() - FAILURES_KEPT_DAYS * DAY_MS));
  return removed;
}
