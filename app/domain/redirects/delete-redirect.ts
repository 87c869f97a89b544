import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Actor } from "../auth/model.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { readableAddress } from "./model.ts";
import { redirectPolicy } from "./redirect.policy.ts";
import { deleteRedirectRow, findRedirect } from "./redirects.sql.ts";

/** Deletes a redirect; its address is without a page again. @throws DomainError `forbidden`, or PGRST116 */
export async function deleteRedirect(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, redirectPolicy.delete);
  await withAdvisoryLock(ctx.db, "redirects", async (db) => {
    const row = await findRedirect(db, id);
    if (!row) throw notFound("Redirect");
    await deleteRedirectRow(db, id);
    const { from_path, to_path, hits } = row;
    const entry = { action: "deleted", entity: "redirect", entityId: id, label: readableAddress(from_path) } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: { from_path, to_path, hits }, after: null });
  });
}
