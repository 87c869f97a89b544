import type { Context } from "../context.ts";
import type { Tag } from "./model.ts";
import { usedTagsByName } from "./queries.ts";

/** Lists the tags that lead to at least one published article, by name. */
export function listTags(ctx: Context): Promise<Tag[]> {
  return usedTagsByName(ctx.db);
}
