import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { userPolicy } from "../../users/user.policy.ts";
import { postPolicy } from "../post.policy.ts";
import type { PageRow } from "./page.ts";
import { allPages } from "./pages.sql.ts";

const PAGES_MAX = 500;

/** Every status, by title. @throws DomainError `forbidden` */
export async function listPages(ctx: Context, actor: Actor): Promise<PageRow[]> {
  authorize(actor, postPolicy.editAny);
  const readsAddresses = userPolicy.readAddresses.admits(actor);
  const rows = await allPages(ctx.db, PAGES_MAX);
  return rows.map(({ updated_at, planned_at, author_name, author_email, ...row }) => ({
    ...row,
    author: author_name || (readsAddresses ? author_email : null),
    updated_at: updated_at.toISOString(),
    planned_at: planned_at?.toISOString() ?? null,
  }));
}
