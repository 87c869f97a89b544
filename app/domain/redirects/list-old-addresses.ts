import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import type { OldAddress, OldAddressPage } from "./model.ts";
import { countOldSlugs, type OldSlugRow, oldSlugRows } from "./old-address.sql.ts";

const present = ({ old_slug, slug, status, last_hit_at, created_at, ...row }: OldSlugRow): OldAddress => ({
  ...row,
  from_path: routes.story(old_slug),
  to_path: routes.story(slug),
  is_public: status === "published",
  last_hit_at: last_hit_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});

/**
 * The addresses that articles had before, those that are followed most first; a page (from 1) beyond the end is empty. Two SQL
 * statements. Only for admins, which the caller sees to.
 * @param asked `search`: part of either slug or of the title
 */
export async function listOldAddresses(
  ctx: Context,
  { search, page, limit }: { search?: string | undefined; page: number; limit: number },
): Promise<OldAddressPage> {
  const term = search?.trim().replace(/^\/story\//, "") || undefined;
  const total = await countOldSlugs(ctx.db, term);
  const rows = await oldSlugRows(ctx.db, term, { limit, offset: (page - 1) * limit });
  return { items: rows.map(present), total, page, pages: Math.ceil(total / limit), limit };
}
