import type { Context } from "../context.ts";
import type { Tag } from "./model.ts";
import { slugByOldSlug, usedTagsByName } from "./tags.sql.ts";

/** Lists the tags that lead to at least one published article, by name. */
export function listTags(ctx: Context): Promise<Tag[]> {
  return usedTagsByName(ctx.db);
}

/**
 * Where a tag's old slug leads: to the tag itself under another name, or to the one it was merged into.
 * @returns the current slug; undefined when a tag has the slug now, or it leads nowhere
 */
export function followTagSlug(ctx: Context, slug: string): Promise<string | undefined> {
  return slugByOldSlug(ctx.db, slug);
}
