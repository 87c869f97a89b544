import type { Context } from "../context.ts";
import { categoriesByName, slugByOldSlug } from "./categories.sql.ts";
import type { Category } from "./model.ts";

/** Lists all categories by name, also those without articles. */
export function listCategories(ctx: Context): Promise<Category[]> {
  return categoriesByName(ctx.db);
}

/**
 * Where a category's old slug leads: to the category itself under another slug, or to the one that took over its posts.
 * @returns the current slug; undefined when a category has the slug now, or it leads nowhere
 */
export function followCategorySlug(ctx: Context, slug: string): Promise<string | undefined> {
  return slugByOldSlug(ctx.db, slug);
}
