import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Updateable } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { makeFolders, OWN, receive } from "../../platform/storage/disk.ts";
import type { SharedFiles } from "../../platform/storage/shared-files.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type ActorOrOperator, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { requireChoices } from "./apply-choices.ts";
import { noImport, wrongState } from "./errors.ts";
import { importPolicy } from "./import.policy.ts";
import type { Import, ImportOptions } from "./import.ts";
import { importFile, stopImport, unpackedFile } from "./import-job.ts";
import { AT_WORK, IMPORT_WANTED, type ImportMove, noReport, nothingRemoved, UNDO_DAYS } from "./import-rules.ts";
import { deleteImportRow, findImport, type ImportRow, insertImport, moveImport, unfinishedImports } from "./imports.sql.ts";
import { presentImport, undoUntil } from "./read-imports.ts";
import { otherAtWork } from "./undo.sql.ts";

/** seconds; longer than any import takes */
const LASTS = 12 * 3600;

/** Enqueues the work on an import. @param after the delay in seconds */
export async function enqueueImport(ctx: Context, id: string, after = 0): Promise<void> {
  await ctx.jobs?.send(IMPORT_WANTED, { id }, { db: ctx.db, key: id, lasts: LASTS, after });
}

export async function queueImports(ctx: Context): Promise<void> {
  for (const id of await unfinishedImports(ctx.db)) await enqueueImport(ctx, id);
}

/** For an import that this process can't go on with. */
const NEXT_TRY_SECONDS = 5;

/** The process that runs the import may be stopping, or is canceling it: without another job, nobody would go on. */
export async function requeueImport(ctx: Context, id: string): Promise<void> {
  const row = await findImport(ctx.db, id);
  if (row && AT_WORK.includes(row.state)) await enqueueImport(ctx, id, NEXT_TRY_SECONDS);
}

/** Ends an import whose job has failed for the last time, so that it doesn't seem to run forever. */
export async function giveImportUp(ctx: Context, id: string, reason: string): Promise<void> {
  const row = await findImport(ctx.db, id);
  if (!row || !AT_WORK.includes(row.state)) return;
  const sentence = `It failed repeatedly with the same error: ${reason.replace(/\.$/, "")}.`;
  await stopImport(ctx, id, { ...noReport(), ...row.report }, { place: "the server", sentence });
}

async function existing(db: Context["db"], id: string): Promise<ImportRow> {
  const row = await findImport(db, id);
  if (!row) throw noImport();
  return row;
}

/** @throws DomainError `forbidden`; invalid_input for an unknown author or category; errors of `body`. Nothing is left then */
export async function uploadImport(
  ctx: Context,
  folder: string,
  actor: ActorOrOperator,
  {
    name,
    oldSite,
    body,
    options,
    shared,
  }: {
    name: string;
    oldSite: string | null;
    body: AsyncIterable<Uint8Array>;
    options?: ImportOptions;
    shared?: SharedFiles | undefined;
  },
): Promise<Import> {
  authorize(actor, importPolicy.upload);
  if (options) await requireChoices(ctx.db, options);
  const id = randomUUID();
  await makeFolders(folder, OWN.folder);
  const path = importFile(folder, id);
  try {
    const bytes = await receive(path, body);
    await shared?.send(id, path);
    const now = ctx.clock.now();
    const started_by = actor.kind === "user" ? actor.id : null;
    await ctx.db.transaction().execute(async (db) => {
      const choices = options && { options: JSON.stringify(options) };
      await insertImport(db, { id, name, bytes, old_site: oldSite, started_by, created_at: now, updated_at: now, ...choices });
      const entry = { action: "uploaded", entity: "import", entityId: id, label: name, before: null, after: { bytes } } as const;
      await recordAudit({ ...ctx, db }, actor, entry);
      await enqueueImport({ ...ctx, db }, id);
    });
  } catch (error) {
    await rm(path, { force: true });
    await shared?.remove(id).catch(() => {});
    throw error;
  }
  return presentImport(await existing(ctx.db, id), ctx.clock.now());
}

/** `values`: stored with the new state; `starts`: whether a job is enqueued. */
type Command = {
  move: ImportMove;
  action: string;
  refusal: string;
  values: Updateable<DB["imports"]>;
  starts: boolean;
  refusedBecause?: (db: Context["db"], before: ImportRow) => Promise<string | null>;
  after?: Record<string, unknown>;
};

async function command(
  ctx: Context,
  actor: ActorOrOperator,
  id: string,
  { move, action, refusal, values, starts, refusedBecause, after }: Command,
): Promise<Import> {
  return ctx.db.transaction().execute(async (db) => {
    const before = await existing(db, id);
    const reason = (await refusedBecause?.(db, before)) ?? null;
    if (reason !== null) throw wrongState(reason);
    const state = await moveImport(db, id, move, { updated_at: ctx.clock.now(), ...values });
    if (!state) throw wrongState(refusal);
    await recordAudit({ ...ctx, db }, actor, {
      action,
      entity: "import",
      entityId: id,
      label: before.name,
      before: { state: before.state },
      after: { state, ...after },
    });
    if (starts) await enqueueImport({ ...ctx, db }, id);
    return presentImport(await existing(db, id), ctx.clock.now());
  });
}

/** @throws DomainError `forbidden`; PGRST116; `wrong_state` while the file is checked or was refused, and while the import runs */
export function startImport(
  ctx: Context,
  actor: ActorOrOperator,
  id: string,
  { takeSettings = false }: { takeSettings?: boolean } = {},
): Promise<Import> {
  authorize(actor, importPolicy.start);
  const refusal = "This import can’t be started: it is already running, or its file was rejected.";
  return command(ctx, actor, id, {
    move: "start",
    action: "started",
    refusal,
    values: { done: 0, finished_at: null, take_settings: takeSettings },
    starts: true,
    refusedBecause: async (db, { source }) =>
      source !== null && (await otherAtWork(db, id, source, ["undoing"]))
        ? "Another import of this blog is being undone. Start this one after that."
        : null,
    ...(takeSettings && { after: { take_settings: true } }),
  });
}

/** Checks the file again. @throws DomainError `forbidden`; PGRST116; invalid_input for an unknown author or category; `wrong_state` */
export async function chooseOptions(ctx: Context, actor: ActorOrOperator, id: string, options: ImportOptions): Promise<Import> {
  authorize(actor, importPolicy.choose);
  await existing(ctx.db, id);
  await requireChoices(ctx.db, options);
  return command(ctx, actor, id, {
    move: "choose",
    action: "choices changed",
    refusal: "This import is running. Cancel it first.",
    values: { options: JSON.stringify(options), done: 0, total: 0, report: "{}" },
    starts: true,
    after: { ...options },
  });
}

async function refusesUndo(db: Context["db"], row: ImportRow, now: Date): Promise<string | null> {
  if (AT_WORK.includes(row.state)) return "This import is running. Wait until it’s done, or cancel it first.";
  if (!row.is_undoable) return "There is nothing to undo for this import.";
  if (undoUntil(row, now) === null) return `An import can be undone for ${UNDO_DAYS} days after it ends. That time has passed.`;
  const states = AT_WORK.filter((state) => state !== "checking");
  return row.source !== null && (await otherAtWork(db, row.id, row.source, states))
    ? "Another import of this blog is running. Undo this one after that."
    : null;
}

/** @throws DomainError `forbidden`; PGRST116; `wrong_state` while it runs, without anything to undo, and after 30 days */
export function undoImport(ctx: Context, actor: ActorOrOperator, id: string): Promise<Import> {
  authorize(actor, importPolicy.undo);
  return command(ctx, actor, id, {
    move: "undo",
    action: "undo begun",
    refusal: "There is nothing to undo for this import.",
    values: { done: 0, total: 0, report: JSON.stringify({ ...noReport(), removed: nothingRemoved() }) },
    starts: true,
    refusedBecause: (db, row) => refusesUndo(db, row, ctx.clock.now()),
  });
}

/** Starting it again goes on from there. @throws DomainError `forbidden`; PGRST116; `wrong_state` when nothing is under way */
export function cancelImport(ctx: Context, actor: ActorOrOperator, id: string): Promise<Import> {
  authorize(actor, importPolicy.cancel);
  return command(ctx, actor, id, {
    move: "cancel",
    action: "cancelled",
    refusal: "This import isn’t running.",
    values: { finished_at: ctx.clock.now() },
    starts: false,
  });
}

/** For a job that is tried again after it was given up. An import that an admin has started again or deleted meanwhile stays as it is. */
export async function reviveImport({ db, clock }: Context, id: string): Promise<void> {
  const isUndo = (await findImport(db, id))?.report.removed !== undefined;
  if (isUndo) await moveImport(db, id, "undo", { updated_at: clock.now() });
  else await moveImport(db, id, "revive", { done: 0, finished_at: null, updated_at: clock.now() });
}

/** Deletes the import and its file; what it stored stays. @throws DomainError `forbidden`; PGRST116; `wrong_state` while it runs */
export async function deleteImport(
  ctx: Context,
  folder: string,
  actor: ActorOrOperator,
  id: string,
  shared?: SharedFiles,
): Promise<void> {
  authorize(actor, importPolicy.delete);
  await ctx.db.transaction().execute(async (db) => {
    const row = await existing(db, id);
    if (AT_WORK.includes(row.state)) throw wrongState("This import is running. Cancel it first.");
    await deleteImportRow(db, id);
    const entry = { action: "deleted", entity: "import", entityId: id, label: row.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { name: row.name, state: row.state }, after: null });
  });
  const file = importFile(folder, id);
  await rm(file, { force: true });
  await rm(unpackedFile(file), { force: true });
  await shared?.remove(id);
}
