import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { isStorable, NOT_TEXT } from "../../schema-fields.ts";
import { postPolicy } from "../post.policy.ts";
import { presentRevision } from "./list-revisions.ts";
import { REVISION_NAME_MAX, type Revision } from "./revision-model.ts";
import { findRevision, setName } from "./revisions.sql.ts";

/** What a revision is called; null for nothing in particular. */
export const revisionName = z
  .string("must be text, or null")
  .trim()
  .min(1, "must have at least 1 character, or be null")
  .max(REVISION_NAME_MAX, `must have at most ${REVISION_NAME_MAX} characters`)
  .refine(isStorable, NOT_TEXT)
  .nullable();

/**
 * Gives a revision a name, with which it is kept for ever, or takes it away.
 * @param name 1 to 100 characters; null: none
 * @returns the revision with its name
 * @throws DomainError `forbidden`; PGRST116 without such a revision
 */
export async function nameRevision(
  ctx: Context,
  actor: Actor,
  { postId, id, name }: { postId: string; id: string; name: string | null },
): Promise<Revision> {
  authorize(actor, postPolicy.update);
  return ctx.db.transaction().execute(async (db) => {
    const before = await findRevision(db, postId, id);
    if (!before || !(await setName(db, postId, id, name))) throw notFound("Revision");
    const entry = { action: "revision named", entity: "post", entityId: postId, label: before.title } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { name: before.name }, after: { name } });
    return presentRevision({ ...before, name });
  });
}
