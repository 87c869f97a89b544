import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Db } from "../../platform/database/db.ts";
import { romanize } from "../../platform/romanize.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { duplicate, invalid, notFound } from "../errors.ts";
import { pictureSizes } from "../media/list-media.ts";
import { mediaAt } from "../media/media-rules.ts";
import { CONTENT_WRITES } from "../posts/edit-rules.ts";
import * as queries from "./categories.sql.ts";
import {
  categoriesByName,
  copyToTrash,
  deleteTrashed,
  lockTrashed,
  slugByOldSlug,
  slugsLike,
  takeFromTrash,
} from "./categories.sql.ts";
import { categoryPolicy } from "./category.policy.ts";
import type { AdminCategory, AdminCategoryPage, Category, CategoryChanges, CategoryInput, RestoredCategory } from "./category.ts";
import { CATEGORY_LIMITS, CATEGORY_MESSAGES, type CategorySort, categorySlug } from "./category-rules.ts";

/** Lists all categories by name, including those without articles. */
export function listCategories(ctx: Context): Promise<Category[]> {
  return categoriesByName(ctx.db);
}

/**
 * Follows an old slug: to the category that had it, or to the one that took over its posts.
 * @returns the current slug; undefined if a category has the old slug now, or if it leads nowhere
 */
export function followCategorySlug(ctx: Context, slug: string): Promise<string | undefined> {
  return slugByOldSlug(ctx.db, slug);
}

const present = (row: queries.CategoryRow): AdminCategory => ({ ...row, created_at: row.created_at.toISOString() });

/** The fields that the activity log keeps. */
const audited = ({ name, slug, description, color, heading, intro, picture, picture_alt }: queries.CategoryRow) => ({
  ...{ name, slug, description, color },
  ...{ heading, intro, picture, picture_alt },
});

/** Whether the media library has a picture. @param address as `mediaAt` reads it */
async function hasPicture(db: Db, address: string): Promise<boolean> {
  const id = mediaAt(address)?.id;
  return id !== undefined && (await pictureSizes({ db })([id])).size > 0;
}

/** @throws DomainError invalid_input, which names the field */
async function requirePicture(db: Db, address: string | null | undefined): Promise<void> {
  if (!address || (await hasPicture(db, address))) return;
  throw invalid("Some of the input is invalid", [{ field: "picture", rule: CATEGORY_MESSAGES.picture }]);
}

/** Lists a page of the categories with their numbers of posts. A page beyond the end is empty. Two SQL statements. */
export async function listForAdmins(
  ctx: Context,
  { search, sort, page, limit }: { search?: string; sort: CategorySort; page: number; limit: number },
): Promise<AdminCategoryPage> {
  const term = search?.trim() || undefined;
  const total = await queries.countCategories(ctx.db, term);
  const rows = await queries.categoryRows(ctx.db, { search: term, sort, limit, offset: (page - 1) * limit });
  return { items: rows.map(present), total, page, pages: Math.ceil(total / limit), limit };
}

/** Finds a category. @throws DomainError PGRST116 */
async function existing(db: Db, id: string): Promise<queries.CategoryRow> {
  const row = await queries.findCategory(db, id);
  if (!row) throw notFound("Category");
  return row;
}

/**
 * Creates a category.
 * @throws DomainError `forbidden`; `invalid_input` when its name suggests no slug or there is no such picture; 23505 when another has the
 *   name or the given slug
 */
export async function createCategory(ctx: Context, actor: Actor, input: CategoryInput): Promise<AdminCategory> {
  authorize(actor, categoryPolicy.create);
  const slug = input.slug ?? categorySlug(romanize(input.name));
  if (!slug) throw invalid("Some of the input is invalid", [{ field: "slug", rule: CATEGORY_MESSAGES.slugRequired }]);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    await requirePicture(db, input.picture);
    const insert = (free: string) => queries.insertCategory(db, { ...input, slug: free, created_at: ctx.clock.now() });
    let id = await insert(slug);
    // Rust# gets a free slug next to Rust; a second Rust is refused, and so is a slug that was typed.
    if (id === null && input.slug === undefined && !(await queries.isNameTaken(db, input.name)))
      id = await insert(await freeSlug(db, slug));
    if (id === null) throw duplicate(CATEGORY_MESSAGES.slugTaken);
    const row = await existing(db, id);
    const entry = { action: "created", entity: "category", entityId: id, label: row.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after: audited(row) });
    return present(row);
  });
}

/** Changes a category. @throws DomainError `forbidden`; PGRST116; invalid_input without such a picture; 23505 when another has the slug */
export async function changeCategory(ctx: Context, actor: Actor, id: string, changes: CategoryChanges): Promise<AdminCategory> {
  authorize(actor, categoryPolicy.update);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const before = await existing(db, id);
    await requirePicture(db, changes.picture);
    if (changes.slug !== undefined && (await queries.isSlugTaken(db, changes.slug, id)))
      throw duplicate(CATEGORY_MESSAGES.slugTaken);
    if (Object.keys(changes).length > 0) await queries.storeCategory(db, id, changes);
    const after = await existing(db, id);
    const entry = { action: "updated", entity: "category", entityId: id, label: after.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: audited(before), after: audited(after) });
    return present(after);
  });
}

/**
 * Moves a category to the trash, which remembers its posts.
 * @param moveTo the category that its posts go to; without it they have no category then
 * @throws DomainError `forbidden`; PGRST116 if either category doesn't exist; `invalid_input` if they are the same
 */
export async function deleteCategory(ctx: Context, actor: Actor, id: string, moveTo?: string): Promise<void> {
  authorize(actor, categoryPolicy.delete);
  if (moveTo === id) throw invalid("Some of the input is invalid", [{ field: "move_to", rule: "must be another category" }]);
  await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const before = await existing(db, id);
    const target = moveTo === undefined ? null : await existing(db, moveTo);
    await copyToTrash(db, id, { movedTo: target?.id ?? null, by: actor.id, now: ctx.clock.now() });
    if (target) await queries.movePosts(db, id, target.id);
    await queries.deleteCategoryRow(db, id);
    const entry = { action: "trashed", entity: "category", entityId: id, label: before.name } as const;
    const whole = { ...audited(before), posts: before.posts_count, moved_to: target?.name ?? null };
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: whole, after: null });
  });
}

/** The slug if it is free, else the first free one with a number. */
async function freeSlug(db: Db, slug: string): Promise<string> {
  const taken = await slugsLike(db, slug);
  if (!taken.has(slug)) return slug;
  const stem = slug.slice(0, CATEGORY_LIMITS.slug - "-99999".length);
  if (stem !== slug) for (const other of await slugsLike(db, stem)) taken.add(other);
  let number = 2;
  while (taken.has(`${stem}-${number}`)) number++;
  return `${stem}-${number}`;
}

/**
 * Restores categories from the trash, each with those of its posts that nobody has moved since.
 * @returns the restored categories; ids that aren't in the trash are skipped
 * @throws DomainError `forbidden`
 */
export async function restoreCategories(ctx: Context, actor: Actor, ids: string[]): Promise<RestoredCategory[]> {
  authorize(actor, categoryPolicy.restore);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const restored: RestoredCategory[] = [];
    for (const category of ids.length > 0 ? await lockTrashed(db, ids) : []) {
      const { id, name, description, color } = category;
      const slug = await freeSlug(db, category.slug);
      // Its picture may have been deleted meanwhile.
      const picture = category.picture !== null && (await hasPicture(db, category.picture)) ? category.picture : null;
      const posts = await takeFromTrash(db, { ...category, slug, picture });
      restored.push({ id, name, slug, renamed: slug !== category.slug, posts });
      const entry = { action: "restored", entity: "category", entityId: id, label: name } as const;
      await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after: { name, slug, description, color, posts } });
    }
    return restored;
  });
}

/** Restores one category from the trash. @throws DomainError `forbidden`, or PGRST116 when it isn't there */
export async function restoreCategory(ctx: Context, actor: Actor, id: string): Promise<RestoredCategory> {
  const [restored] = await restoreCategories(ctx, actor, [id]);
  if (!restored) throw notFound("Category");
  return restored;
}

/**
 * Deletes categories in the trash permanently. The caller checks the permission.
 * @returns how many there were
 */
export function deleteCategoriesPermanently(ctx: Context, actor: AuditActor, ids: string[]): Promise<number> {
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
    await recordAudit({ ...ctx, db }, actor, ...entries);
    return found.length;
  });
}
