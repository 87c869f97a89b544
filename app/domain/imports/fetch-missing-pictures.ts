import { recordAudit } from "../audit/record-audit.ts";
import { type ActorOrOperator, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { noImport, wrongState } from "./errors.ts";
import { importPolicy } from "./import.policy.ts";
import type { Import } from "./import.ts";
import { enqueueImport } from "./import-commands.ts";
import { findImport, type ImportRow, moveImport } from "./imports.sql.ts";
import { resetTries } from "./pictures.sql.ts";
import { presentImport } from "./read-imports.ts";
import { withoutGroups } from "./report.ts";

/** Removed before a try, because pictures that fail again are reported again. Earlier releases wrote “picture”. */
const OF_PICTURES = /^The (?:(?:featured )?(?:image|picture)|file) … /;

function reportBefore({ report }: ImportRow, failed: number): string {
  const before = withoutGroups(report, (sentence) => OF_PICTURES.test(sentence));
  const { pictures } = before.counts;
  const counts = { ...before.counts, pictures: { ...pictures, skipped: Math.max(0, pictures.skipped - failed) } };
  return JSON.stringify({ ...before, counts, refusal: null });
}

/** @throws DomainError `forbidden`; PGRST116; `wrong_state` before the import has run, while it runs, or when nothing is missing */
export async function fetchMissingPictures(ctx: Context, actor: ActorOrOperator, id: string): Promise<Import> {
  authorize(actor, importPolicy.start);
  return ctx.db.transaction().execute(async (db) => {
    const read = async () => {
      const row = await findImport(db, id);
      if (!row) throw noImport();
      return row;
    };
    const before = await read();
    const state = await moveImport(db, id, "retry", { done: 0, updated_at: ctx.clock.now(), finished_at: null });
    if (!state) throw wrongState("The images of this import can’t be fetched: it is running, or it hasn’t been started.");
    if (before.missing_pictures === 0) throw wrongState("No image of this import is missing.");
    const failed = await resetTries(db, id);
    await moveImport(db, id, "fetch", { total: before.missing_pictures, report: reportBefore(before, failed) });
    const entry = { action: "picture fetch begun", entity: "import", entityId: id, label: before.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { state: before.state }, after: { state } });
    await enqueueImport({ ...ctx, db }, id);
    return presentImport(await read(), ctx.clock.now());
  });
}
