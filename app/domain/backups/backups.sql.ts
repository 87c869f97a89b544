import type { Insertable, Updateable } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import type { BackupKind, BackupPlace, BackupProof, BackupState, BackupStep } from "./backup-rules.ts";

export type BackupRow = {
  id: string;
  name: string;
  place: BackupPlace;
  kind: BackupKind;
  state: BackupState;
  step: BackupStep | null;
  done: number;
  total: number;
  bytes: number | null;
  sha256: string | null;
  row_count: number | null;
  file_count: number | null;
  is_encrypted: boolean;
  error: string | null;
  proof: BackupProof;
  proof_tried_at: Date | null;
  proof_error: string | null;
  requested_by_email: string | null;
  created_at: Date;
  begun_at: Date | null;
  ended_at: Date | null;
};

export const select = (db: Db) =>
  db
    .selectFrom("backups")
    .leftJoin("users", "users.id", "backups.requested_by")
    .selectAll("backups")
    .select("users.email as requested_by_email")
    .$castTo<BackupRow>();

export const wholeBackups = (db: Db) =>
  select(db).where("state", "=", "done").orderBy("backups.created_at", "desc").orderBy("backups.id", "desc").execute();

export const latestEnded = (db: Db, limit: number) =>
  select(db)
    .where("state", "in", ["done", "failed"])
    .orderBy("backups.created_at", "desc")
    .orderBy("backups.id", "desc")
    .limit(limit)
    .execute();

export const latestTried = (db: Db) =>
  select(db).where("proof_tried_at", "is not", null).orderBy("proof_tried_at", "desc").limit(1).executeTakeFirst();

export const latestProven = (db: Db) =>
  select(db).where("proof", "=", "proven").orderBy("proof_tried_at", "desc").limit(1).executeTakeFirst();

/** Undefined when one is waiting or running, or a file of this name is known. */
export async function insertBackup(db: Db, values: Insertable<DB["backups"]>): Promise<string | undefined> {
  const row = await db
    .insertInto("backups")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export const storeBackup = (db: Db, id: string, values: Updateable<DB["backups"]>) =>
  db.updateTable("backups").set(values).where("id", "=", id).execute();

/** @returns false when its proof is wanted already */
export async function wantProof(db: Db, id: string): Promise<boolean> {
  const query = db.updateTable("backups").set({ proof: "wanted" }).where("id", "=", id).where("state", "=", "done");
  return (await query.where("proof", "not in", ["wanted", "running"]).returning("id").executeTakeFirst()) !== undefined;
}

/** The file stays. */
export const deleteBackupRow = (db: Db, id: string) => db.deleteFrom("backups").where("id", "=", id).execute();

/** `place`: null until somebody chooses. */
export type ScheduleRow = {
  automatic: boolean;
  hour: number;
  place: BackupPlace | null;
  changed_at: Date;
  began_at: Date;
  version: number;
};

/** `lock` keeps others from changing it until the transaction ends. */
export async function storedSchedule(db: Db, { lock = false } = {}): Promise<ScheduleRow> {
  const query = db.selectFrom("backup_schedule").selectAll();
  return (await (lock ? query.forUpdate() : query).executeTakeFirstOrThrow()) as ScheduleRow;
}
