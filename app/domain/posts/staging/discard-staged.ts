import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { CONTENT_WRITES } from "../edit-rules.ts";
import { postPolicy } from "../post.policy.ts";
import { staleEdit } from "./stage-edit.ts";
import { deleteStaged, findStaged, findUnfinished } from "./staging.sql.ts";

/**
 * Throws the changes of a post away; what was saved stays.
 * @param version the one that the caller has seen
 * @throws DomainError `forbidden`; PGRST116 when there are none; `stale_edit` when somebody else has kept newer ones
 */
export async function discardStaged(ctx: Context, actor: Actor, postId: string, version: number): Promise<void> {
  authorize(actor, postPolicy.update);
  // In turn with the plan that would publish them at this moment.
  await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const row = await findStaged(db, postId, { lock: true });
    if (!row) throw notFound("Staged edit");
    if (row.version !== version) throw staleEdit();
    await deleteStaged(db, row.id);
    const entry = { action: "changes discarded", entity: "post", entityId: postId, label: row.base.title } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: row.writing, after: row.base });
  });
}

/** Throws a new post away that was never saved. @throws DomainError `forbidden`; PGRST116 when the admin has none of that id */
export async function discardUnfinished(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, postPolicy.write);
  await ctx.db.transaction().execute(async (db) => {
    const row = await findUnfinished(db, actor.id, id, { lock: true });
    if (!row) throw notFound("Unfinished post");
    await deleteStaged(db, id);
    const label = row.writing.title.trim() || "Untitled";
    const entry = { action: "discarded", entity: "post", entityId: null, label, before: row.writing, after: null } as const;
    await recordAudit({ ...ctx, db }, actor, entry);
  });
}
