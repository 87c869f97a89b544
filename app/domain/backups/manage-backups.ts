import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { StoredFile } from "../../platform/storage/file-store.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type OwnerProof, requireOwner } from "../auth/reauthenticate.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import { paged } from "../schema-fields.ts";
import { backupPolicy } from "./backup.policy.ts";
import type { Backup, BackupPage } from "./backup.ts";
import { BACKUPS_PAGE_SIZE, backupName, isBackupAtWork } from "./backup-rules.ts";
import { type BackupTools, placeOf } from "./backup-tools.ts";
import { type BackupRow, deleteBackupRow, insertBackup, select, storedSchedule, wantProof } from "./backups.sql.ts";

const wrongState = (message: string) => new DomainError("conflict", "wrong_state", message);

/** A bucket isn't asked for each row of a list. */
const isHere = async ({ stores }: Pick<BackupTools, "stores">, { place, name, state }: BackupRow): Promise<boolean> =>
  state === "done" && (place === "disk" ? stores.disk.has(name) : stores.external !== null);

async function presentBackup(tools: Pick<BackupTools, "stores" | "addressOf">, row: BackupRow): Promise<Backup> {
  return {
    id: row.id,
    name: row.name,
    place: row.place,
    address: tools.addressOf(row.place, row.name),
    kind: row.kind,
    state: row.state,
    step: row.step,
    done: row.done,
    total: row.total,
    bytes: row.bytes,
    sha256: row.sha256,
    rows: row.row_count,
    files: row.file_count,
    is_encrypted: row.is_encrypted,
    is_here: await isHere(tools, row),
    error: row.error,
    proof: row.proof,
    proof_tried_at: row.proof_tried_at?.toISOString() ?? null,
    proof_error: row.proof_error,
    requested_by: row.requested_by_email,
    created_at: row.created_at.toISOString(),
    begun_at: row.begun_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

async function existing(db: Db, id: string): Promise<BackupRow> {
  const row = await select(db).where("backups.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Backup");
  return row;
}

/** With failed attempts, the newest first; a page (from 1) beyond the end is empty. @throws DomainError `forbidden` */
export async function listBackups(
  ctx: Context,
  actor: Actor,
  tools: BackupTools,
  { page, limit = BACKUPS_PAGE_SIZE }: { page: number; limit?: number },
): Promise<BackupPage> {
  authorize(actor, backupPolicy.read);
  const total = await countBackups(ctx.db);
  const rows = await select(ctx.db)
    .orderBy("backups.created_at", "desc")
    .orderBy("backups.id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const items = await Promise.all(rows.map((row) => presentBackup(tools, row)));
  return paged(items, total, page, limit);
}

async function countBackups(db: Db): Promise<number> {
  const { n } = await db.selectFrom("backups").select(sql<number>`count(*)::int`.as("n")).executeTakeFirstOrThrow();
  return n;
}

/** @throws DomainError `forbidden`; PGRST116 */
export async function readBackup(ctx: Context, actor: Actor, tools: BackupTools, id: string): Promise<Backup> {
  authorize(actor, backupPolicy.read);
  return presentBackup(tools, await existing(ctx.db, id));
}

/** In the background, by whichever instance has time. @throws DomainError `forbidden`; `wrong_state` while another one is made */
export async function startBackup(ctx: Context, actor: Actor, tools: BackupTools): Promise<Backup> {
  authorize(actor, backupPolicy.create);
  const now = ctx.clock.now();
  const name = backupName("manual", now, tools.ending);
  const started = await ctx.db.transaction().execute(async (db) => {
    const place = placeOf((await storedSchedule(db)).place, tools);
    const requested_by = actor.kind === "user" ? actor.id : null;
    const id = await insertBackup(db, { name, place, kind: "manual", requested_by, created_at: now });
    if (!id) throw wrongState("A backup is already being made. Wait until it’s done.");
    const entry = { action: "started", entity: "backup", entityId: id, label: name, before: null, after: { place } } as const;
    await recordAudit({ ...ctx, db }, actor, entry);
    return existing(db, id);
  });
  tools.wake();
  return presentBackup(tools, started);
}

/** In the background. @throws DomainError `forbidden`; PGRST116; `wrong_state` when it isn't whole, out of reach, or being proven */
export async function requestProof(ctx: Context, actor: Actor, tools: BackupTools, id: string): Promise<Backup> {
  authorize(actor, backupPolicy.prove);
  await requireHere(tools, await existing(ctx.db, id));
  const row = await ctx.db.transaction().execute(async (db) => {
    if (!(await wantProof(db, id))) throw wrongState("This backup is being verified. Wait until it’s done.");
    const wanted = await existing(db, id);
    const entry = { action: "proof requested", entity: "backup", entityId: id, label: wanted.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after: null });
    return wanted;
  });
  tools.wake();
  return presentBackup(tools, row);
}

async function requireHere(tools: BackupTools, row: BackupRow): Promise<void> {
  if (row.state !== "done") throw wrongState("This backup is incomplete.");
  if (await isHere(tools, row)) return;
  throw wrongState(
    row.place === "disk"
      ? "Its file isn’t in this server’s data folder. Another instance may have it, or it was moved."
      : "BACKUP_URL isn’t set, so its file can’t be reached.",
  );
}

/** @param isSent false: only its size is asked for @throws DomainError `forbidden`; PGRST116; `wrong_state`; as `requireOwner` */
export async function openBackup(
  ctx: Context,
  actor: Actor,
  tools: BackupTools,
  id: string,
  { proof = {}, isSent = true }: { proof?: OwnerProof; isSent?: boolean } = {},
): Promise<{ backup: Backup; file: StoredFile }> {
  authorize(actor, backupPolicy.download);
  const row = await existing(ctx.db, id);
  await requireHere(tools, row);
  const settle = await requireOwner(ctx, actor, proof);
  const file = await tools.stores[row.place]?.open(row.name);
  if (!file) throw wrongState("Its file is no longer there.");
  if (isSent) {
    const entry = { action: "downloaded", entity: "backup", entityId: id, label: row.name } as const;
    await ctx.db.transaction().execute(async (db) => {
      await settle({ ...ctx, db });
      await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after: { bytes: file.size } });
    });
  }
  return { backup: await presentBackup(tools, row), file };
}

/** Also the file, if within reach. @throws DomainError `forbidden`; PGRST116; `wrong_state`; StorageError, then nothing is deleted */
export async function deleteBackup(ctx: Context, actor: Actor, tools: BackupTools, id: string): Promise<void> {
  authorize(actor, backupPolicy.delete);
  const row = await existing(ctx.db, id);
  if (isBackupAtWork(row)) throw wrongState("This backup is being made or verified. Wait until it’s done.");
  // The file goes first: one without a row would be listed again.
  if (row.state === "done") await tools.stores[row.place]?.remove(row.name);
  await ctx.db.transaction().execute(async (db) => {
    await deleteBackupRow(db, id);
    const { name, kind, place, bytes } = row;
    const entry = { action: "deleted", entity: "backup", entityId: id, label: name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { kind, place, bytes }, after: null });
  });
}
