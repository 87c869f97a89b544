import type { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { DomainError } from "../../errors.ts";
import { postPolicy } from "../post.policy.ts";
import { UNFINISHED_MAX, type UnfinishedRow } from "./model.ts";
import { editInput, staleEdit } from "./stage-edit.ts";
import { findUnfinished, insertUnfinished, listUnfinished, updateUnfinished } from "./staging.sql.ts";

/** A new post on its way; `version` 0 begins it. */
export const unfinishedInput = editInput.pick({ writing: true, version: true });

export type UnfinishedInput = z.infer<typeof unfinishedInput>;

/**
 * Keeps a new post that isn't saved yet, for its author alone.
 * @param id made by whoever begins it, so that keeping it once more after a lost answer begins no second one
 * @param input `version`: the one known, 0 to begin
 * @returns its new version, title and time
 * @throws DomainError `forbidden`; `stale_edit` when another tab has kept newer writing, or has ended it; `too_many` when there are
 *   too many already
 */
export async function keepUnfinished(
  ctx: Context,
  actor: Actor,
  id: string,
  { writing, version }: UnfinishedInput,
): Promise<Omit<UnfinishedRow, "opening"> & { version: number }> {
  authorize(actor, postPolicy.write);
  return ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now();
    const before = await findUnfinished(db, actor.id, id, { lock: true });
    if ((before?.version ?? 0) !== version) throw staleEdit();
    if (before) await updateUnfinished(db, id, writing, now);
    else {
      if ((await listUnfinished(db, actor.id, UNFINISHED_MAX)).length === UNFINISHED_MAX) throw tooMany();
      if (!(await insertUnfinished(db, id, actor.id, writing, now))) throw staleEdit();
      const label = writing.title.trim() || "Untitled";
      await recordAudit({ ...ctx, db }, actor, { action: "begun", entity: "post", entityId: null, label });
    }
    return { id, title: writing.title, version: version + 1, updated_at: now.toISOString() };
  });
}

const tooMany = () =>
  new DomainError("conflict", "too_many", `You have ${UNFINISHED_MAX} unfinished posts. Save or discard one of them first.`);
