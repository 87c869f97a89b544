import type { Context } from "../context.ts";
import type { Category } from "./model.ts";
import { categoriesByName } from "./queries.ts";

/** Lists all categories by name, also those without articles. */
export function listCategories(ctx: Context): Promise<Category[]> {
  return categoriesByName(ctx.db);
}
