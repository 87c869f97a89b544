import { rm } from "node:fs/promises";
import { recordAudit } from "../audit/record-audit.ts";
import type { ActorOrOperator } from "../authorize.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { enqueueImport } from "./enqueue-import.ts";
import { noImport, wrongState } from "./errors.ts";
import { importFile } from "./files.ts";
import { importPolicy } from "./import.policy.ts";
import { deleteImportRow, findImport, type ImportRow, moveImport } from "./imports.sql.ts";
import { AT_WORK, type Import, type ImportState } from "./model.ts";
import { presentImport } from "./present-import.ts";

type Db = Context["db"];

async function existing(db: Db, id: string): Promise<ImportRow> {
  const row = await findImport(db, id);
  if (!row) throw noImport();
  return row;
}

type Move = { from: readonly ImportState[]; to: ImportState; action: string; refusal: string; takeSettings?: boolean };

async function move(
  ctx: Context,
  actor: ActorOrOperator,
  id: string,
  { from, to, action, refusal, takeSettings }: Move,
): Promise<Import> {
  return ctx.db.transaction().execute(async (db) => {
    const before = await existing(db, id);
    const now = ctx.clock.now();
    const begins = to === "importing";
    const values = {
      state: to,
      updated_at: now,
      ...(begins ? { done: 0, finished_at: null } : { finished_at: now }),
      ...(takeSettings !== undefined && { take_settings: takeSettings }),
    };
    if (!(await moveImport(db, id, from, values))) throw wrongState(refusal);
    const entry = { action, entity: "import", entityId: id, label: before.name } as const;
    await recordAudit({ ...ctx, db }, actor, {
      ...entry,
      before: { state: before.state },
      after: { state: to, ...(takeSettings && { take_settings: true }) },
    });
    if (begins) await enqueueImport({ ...ctx, db }, id);
    return presentImport(await existing(db, id));
  });
}

/** What has been looked at is stored, or once more what was stored before: nothing comes twice. */
const STARTABLE: readonly ImportState[] = ["checked", "cancelled", "failed", "done"];

/**
 * Begins to store what an export holds.
 * @param options `takeSettings`: also takes over the settings of one of our own archives that nobody has changed here
 * @throws DomainError `forbidden`; PGRST116; `wrong_state` while the file is looked at or was refused, and while it is under way
 */
export function startImport(
  ctx: Context,
  actor: ActorOrOperator,
  id: string,
  { takeSettings = false }: { takeSettings?: boolean } = {},
): Promise<Import> {
  authorize(actor, importPolicy.start);
  const refusal = "This import can't be started: it is under way, or its file was refused.";
  return move(ctx, actor, id, { from: STARTABLE, to: "importing", action: "started", refusal, takeSettings });
}

/**
 * Calls an import off; what it has stored stays, and starting it again goes on from there.
 * @throws DomainError `forbidden`; PGRST116; `wrong_state` when nothing is under way
 */
export function cancelImport(ctx: Context, actor: ActorOrOperator, id: string): Promise<Import> {
  authorize(actor, importPolicy.cancel);
  return move(ctx, actor, id, { from: AT_WORK, to: "cancelled", action: "cancelled", refusal: "This import isn't under way." });
}

/**
 * Forgets an import and deletes its file; what it brought stays, and is known when it comes again.
 * @throws DomainError `forbidden`; PGRST116; `wrong_state` while it is under way
 */
export async function deleteImport(ctx: Context, folder: string, actor: ActorOrOperator, id: string): Promise<void> {
  authorize(actor, importPolicy.delete);
  await ctx.db.transaction().execute(async (db) => {
    const row = await existing(db, id);
    if (AT_WORK.includes(row.state)) throw wrongState("This import is under way. Cancel it first.");
    await deleteImportRow(db, id);
    const entry = { action: "deleted", entity: "import", entityId: id, label: row.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { name: row.name, state: row.state }, after: null });
  });
  await rm(importFile(folder, id), { force: true });
}
