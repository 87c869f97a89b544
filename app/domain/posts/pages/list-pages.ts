import { z } from "zod";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { date } from "../../schema-fields.ts";
import { postPolicy } from "../post.policy.ts";
import { POST_STATUSES } from "../post-rules.ts";
import { allPages } from "./pages.sql.ts";

/** The most pages that are listed. A site has a handful. */
const PAGES_MAX = 500;

/** An own page as the back office lists it. */
export const pageRow = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string().meta({ description: "The page is at `/{slug}`" }),
  status: z.enum(POST_STATUSES),
  updated_at: date,
  author: z.string().nullable().meta({ description: "Name or email address" }),
  has_changes: z.boolean().meta({ description: "Whether changes wait to be saved" }),
  planned_at: date.nullable().meta({ description: "When it will be published or updated" }),
});
export type PageRow = z.infer<typeof pageRow>;

/** Lists the own pages of every status, by title. @throws DomainError `forbidden` */
export async function listPages(ctx: Context, actor: Actor): Promise<PageRow[]> {
  authorize(actor, postPolicy.readAny);
  const rows = await allPages(ctx.db, PAGES_MAX);
  return rows.map(({ updated_at, planned_at, author_name, author_email, ...row }) => ({
    ...row,
    author: author_name ?? author_email,
    updated_at: updated_at.toISOString(),
    planned_at: planned_at?.toISOString() ?? null,
  }));
}
