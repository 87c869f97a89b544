import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { OWN } from "../../platform/storage/modes.ts";
import { receive } from "../../platform/storage/receive.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { ActorOrOperator } from "../authorize.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { enqueueImport } from "./enqueue-import.ts";
import { noImport } from "./errors.ts";
import { importFile } from "./files.ts";
import { importPolicy } from "./import.policy.ts";
import { findImport, insertImport } from "./imports.sql.ts";
import type { Import } from "./model.ts";
import { presentImport } from "./present-import.ts";

/**
 * Takes an export in and has it looked at; nothing of it is stored yet.
 * @param folder where files of imports are kept
 * @param upload `name`: what the file is called; `body`: its bytes as they arrive
 * @throws DomainError `forbidden`; whatever `body` throws. Nothing is left then
 */
export async function uploadImport(
  ctx: Context,
  folder: string,
  actor: ActorOrOperator,
  { name, oldSite, body }: { name: string; oldSite: string | null; body: AsyncIterable<Uint8Array> },
): Promise<Import> {
  authorize(actor, importPolicy.upload);
  const id = randomUUID();
  await mkdir(folder, { recursive: true, mode: OWN.folder });
  const path = importFile(folder, id);
  try {
    const bytes = await receive(path, body);
    const now = ctx.clock.now();
    await ctx.db.transaction().execute(async (db) => {
      await insertImport(db, {
        id,
        name,
        bytes,
        old_site: oldSite,
        started_by: actor.kind === "user" ? actor.id : null,
        created_at: now,
        updated_at: now,
      });
      const entry = { action: "uploaded", entity: "import", entityId: id, label: name, before: null, after: { bytes } } as const;
      await recordAudit({ ...ctx, db }, actor, entry);
      await enqueueImport({ ...ctx, db }, id);
    });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  const row = await findImport(ctx.db, id);
  if (!row) throw noImport();
  return presentImport(row);
}
