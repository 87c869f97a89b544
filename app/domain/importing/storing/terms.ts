import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import { DEFAULT_CATEGORY_COLOR } from "../../categories/model.ts";
import { CONTENT_WRITES } from "../../posts/editing-model.ts";
import { categoryIds, insertCategories, insertOldCategorySlugs, insertOldTagSlugs, insertTags, tagIds } from "../imported.sql.ts";
import type { Run } from "./run.ts";

/** The slugs of before, each with the id of what has another one now. */
const oldSlugsOf = (terms: { slug: string; oldSlugs?: string[] }[], ids: ReadonlyMap<string, string>) =>
  terms.flatMap(({ slug, oldSlugs = [] }) => {
    const id = ids.get(slug);
    return id === undefined ? [] : oldSlugs.map((old) => ({ slug: old, id }));
  });

/**
 * Stores the categories that aren't here yet, and the old slugs of all of them; those that are here stay as they are.
 * @returns ids by slug, empty in a dry run
 */
export async function storeCategories({ ctx, source, findings, dry }: Run): Promise<Map<string, string>> {
  const slugs = source.categories.map(({ slug }) => slug);
  const before = await categoryIds(ctx.db, slugs);
  const missing = source.categories.filter(({ slug }) => !before.has(slug));
  findings.count("categories", "added", missing.length);
  findings.count("categories", "unchanged", before.size);
  if (dry) return before;
  const created_at = ctx.clock.now();
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const added = missing.map(({ oldSlugs: _, ...category }) => ({ color: DEFAULT_CATEGORY_COLOR, ...category, created_at }));
    await insertCategories(db, added);
    const ids = await categoryIds(db, slugs);
    const old = oldSlugsOf(source.categories, ids);
    if (old.length > 0) await insertOldCategorySlugs(db, old);
    return ids;
  });
}

/** Stores tags that no post may carry, and the old slugs of all tags. */
export async function storeTags({ ctx, source, findings, dry }: Run): Promise<void> {
  if (source.tags.length === 0) return;
  const slugs = source.tags.map(({ slug }) => slug);
  const before = await tagIds(ctx.db, slugs);
  const missing = source.tags.filter(({ slug }) => !before.has(slug));
  findings.count("tags", "added", missing.length);
  if (dry) return;
  await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    await insertTags(
      db,
      missing.map(({ name, slug }) => ({ name, slug })),
    );
    const old = oldSlugsOf(source.tags, await tagIds(db, slugs));
    if (old.length > 0) await insertOldTagSlugs(db, old);
  });
}
