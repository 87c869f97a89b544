import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { CONTENT_WRITES } from "../posts/edit-rules.ts";
import { bringBack, deleteTrashed, lockTrashed, slugsLike } from "./categories.sql.ts";
import { categoryPolicy } from "./category.policy.ts";
import { CATEGORY_LIMITS } from "./category-rules.ts";

/**
 * Deletes categories of the trash for good. Who may do so is for the caller to see to.
 * @returns how many there were
 */
export function deleteCategoriesPermanently(ctx: Context, writer: AuditActor, ids: string[]): Promise<number> {
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const found = ids.length > 0 ? await lockTrashed(db, ids) : [];
    if (found.length === 0) return 0;
    await deleteTrashed(
      db,
      found.map(({ id }) => id),
    );
    const entries = found.map(({ id, name, slug, description, color }) => {
      const before = { name, slug, description, color };
      return { action: "deleted", entity: "category", entityId: id, label: name, before, after: null } as const;
    });
    await recordAudit({ ...ctx, db }, writer, ...entries);
    return found.length;
  });
}

/** A category that is back; `slug` is the one it has, `renamed` whether that is another than before; `posts`: how many came back to it. */
export type RestoredCategory = { id: string; name: string; slug: string; renamed: boolean; posts: number };

/** The slug if nobody has it, else the first one with a number behind it that nobody has. */
async function freeSlug(db: Context["db"], slug: string): Promise<string> {
  const stem = slug.slice(0, CATEGORY_LIMITS.slug - "-99999".length);
  const taken = new Set([...(await slugsLike(db, slug)), ...(await slugsLike(db, stem))]);
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${stem}-${number}`)) number++;
  return `${stem}-${number}`;
}

/**
 * Brings categories back from the trash, each with those of its posts that nobody has moved since.
 * @returns those that came back; what isn't in the trash is left out
 * @throws DomainError `forbidden`
 */
export async function restoreCategories(ctx: Context, actor: Actor, ids: string[]): Promise<RestoredCategory[]> {
  authorize(actor, categoryPolicy.restore);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const restored: RestoredCategory[] = [];
    for (const category of ids.length > 0 ? await lockTrashed(db, ids) : []) {
      const { id, name, description, color } = category;
      const slug = await freeSlug(db, category.slug);
      const posts = await bringBack(db, { ...category, slug });
      restored.push({ id, name, slug, renamed: slug !== category.slug, posts });
      const entry = { action: "restored", entity: "category", entityId: id, label: name } as const;
      await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after: { name, slug, description, color, posts } });
    }
    return restored;
  });
}

/** Brings one category back from the trash. @throws DomainError `forbidden`, or PGRST116 when it isn't there */
export async function restoreCategory(ctx: Context, actor: Actor, id: string): Promise<RestoredCategory> {
  const [restored] = await restoreCategories(ctx, actor, [id]);
  if (!restored) throw notFound("Category");
  return restored;
}
