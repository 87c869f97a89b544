import { exclusively } from "../../../platform/database/exclusive.ts";
import { DEFAULT_CATEGORY_COLOR } from "../../categories/model.ts";
import { CONTENT_WRITES } from "../../posts/editing-model.ts";
import { categoryIds, insertCategories, insertTags, tagIds } from "../storing-queries.ts";
import type { Run } from "./run.ts";

/** Stores the categories that aren't here yet; those that are stay as they are. @returns ids by slug, empty in a dry run */
export async function storeCategories({ ctx, source, findings, dry }: Run): Promise<Map<string, string>> {
  const slugs = source.categories.map(({ slug }) => slug);
  const before = await categoryIds(ctx.db, slugs);
  const missing = source.categories.filter(({ slug }) => !before.has(slug));
  findings.count("categories", "added", missing.length);
  findings.count("categories", "unchanged", before.size);
  if (dry) return before;
  const created_at = ctx.clock.now();
  await exclusively(ctx.db, CONTENT_WRITES, (db) =>
    insertCategories(
      db,
      missing.map((category) => ({ color: DEFAULT_CATEGORY_COLOR, ...category, created_at })),
    ),
  );
  return categoryIds(ctx.db, slugs);
}

/** Stores tags that no post may carry. */
export async function storeTags({ ctx, source, findings, dry }: Run): Promise<void> {
  if (source.tags.length === 0) return;
  const before = await tagIds(
    ctx.db,
    source.tags.map(({ slug }) => slug),
  );
  const missing = source.tags.filter(({ slug }) => !before.has(slug));
  findings.count("tags", "added", missing.length);
  if (!dry) await exclusively(ctx.db, CONTENT_WRITES, (db) => insertTags(db, missing));
}
