import { type Insertable, sql } from "kysely";
import type { Categories } from "../../../db/schema.gen.ts";
import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Db } from "../../platform/database/db.ts";
import { holdsText } from "../../platform/database/text-search.ts";
import { romanize } from "../../platform/romanize.ts";
import { type AuditActor, recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { duplicate, invalid, notFound } from "../errors.ts";
import { pictureSizes } from "../media/list-media.ts";
import { mediaAt } from "../media/media-rules.ts";
import { CONTENT_WRITES } from "../posts/edit-rules.ts";
import { paged } from "../schema-fields.ts";
import { categoryPolicy } from "./category.policy.ts";
import {
  type AdminCategory,
  type AdminCategoryPage,
  CATEGORY_MESSAGES,
  type Category,
  type CategoryChanges,
  type CategoryInput,
} from "./category.ts";
import { CATEGORY_LIMITS, type CategorySort, categorySlug } from "./category-rules.ts";

export function listCategories(ctx: Context): Promise<Category[]> {
  return ctx.db
    .selectFrom("categories")
    .select(["id", "name", "slug", "description", "color", "published_count as posts_count"])
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("slug")
    .execute();
}

/** Also to the category that took over the posts. Undefined if a category has the old slug now, or if it leads nowhere. */
export function followCategorySlug(ctx: Context, slug: string): Promise<string | undefined> {
  return slugByOldSlug(ctx.db, slug);
}

async function slugByOldSlug(db: Db, old: string): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    select slug from categories
    where id = category_of_old_slug(${old}) and not exists (select from categories where slug = ${old})`.execute(db);
  return rows[0]?.slug;
}

type CategoryRow = Omit<AdminCategory, "created_at"> & { created_at: Date };

const present = (row: CategoryRow): AdminCategory => ({ ...row, created_at: row.created_at.toISOString() });

const audited = ({ name, slug, description, color, heading, intro, picture, picture_alt }: CategoryRow) => ({
  ...{ name, slug, description, color },
  ...{ heading, intro, picture, picture_alt },
});

async function hasPicture(db: Db, address: string): Promise<boolean> {
  const id = mediaAt(address)?.id;
  return id !== undefined && (await pictureSizes({ db })([id])).size > 0;
}

/** @throws DomainError invalid_input, which names the field */
async function requirePicture(db: Db, address: string | null | undefined): Promise<void> {
  if (!address || (await hasPicture(db, address))) return;
  throw invalid("Some of the input is invalid", [{ field: "picture", rule: CATEGORY_MESSAGES.picture }]);
}

const fields = sql`c.id, c.name, c.slug, c.description, c.color, c.heading, c.intro, c.picture, c.picture_alt, c.created_at,
  c.published_count`;

const columns = sql`${fields}, coalesce(p.n, 0) as posts_count`;

const counted = sql`(select category_id, count(*)::integer as n from post_catalog group by category_id) p on p.category_id = c.id`;

const ORDERS: Record<CategorySort, ReturnType<typeof sql>> = {
  name: sql`lower(c.name), c.slug`,
  "-name": sql`lower(c.name) desc, c.slug desc`,
  posts_count: sql`posts_count, lower(c.name), c.slug`,
  "-posts_count": sql`posts_count desc, lower(c.name), c.slug`,
  created_at: sql`c.created_at, c.id`,
  "-created_at": sql`c.created_at desc, c.id desc`,
};

const matching = (search: string | undefined) =>
  search === undefined ? sql`true` : holdsText(sql`c.name || E'\n' || c.slug || E'\n' || c.description`, sql`${search}::text`);

/** A page beyond the end is empty. Two SQL statements. */
export async function listForAdmins(
  ctx: Context,
  { search, sort, page, limit }: { search?: string; sort: CategorySort; page: number; limit: number },
): Promise<AdminCategoryPage> {
  const term = search?.trim() || undefined;
  const total = await countCategories(ctx.db, term);
  const { rows } = await sql<CategoryRow>`
    select ${columns} from categories c left join ${counted} where ${matching(term)}
    order by ${ORDERS[sort]} limit ${limit} offset ${(page - 1) * limit}`.execute(ctx.db);
  return paged(rows.map(present), total, page, limit);
}

async function countCategories(db: Db, search: string | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from categories c where ${matching(search)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

async function existing(db: Db, id: string): Promise<CategoryRow> {
  const row = (
    await sql<CategoryRow>`
    select ${fields}, (select count(*)::integer from post_catalog p where p.category_id = c.id) as posts_count
    from categories c where c.id = ${id}::uuid`.execute(db)
  ).rows[0];
  if (!row) throw notFound("Category");
  return row;
}

/** @throws DomainError `forbidden`; `invalid_input` without a slug or such a picture; 23505 for a taken name or slug */
export async function createCategory(ctx: Context, actor: Actor, input: CategoryInput): Promise<AdminCategory> {
  authorize(actor, categoryPolicy.create);
  const slug = input.slug ?? categorySlug(romanize(input.name));
  if (!slug) throw invalid("Some of the input is invalid", [{ field: "slug", rule: CATEGORY_MESSAGES.slugRequired }]);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    await requirePicture(db, input.picture);
    const insert = (free: string) => insertCategory(db, { ...input, slug: free, created_at: ctx.clock.now() });
    let id = await insert(slug);
    // Rust# gets a free slug next to Rust; a second Rust is refused, and so is a slug that was typed.
    if (id === null && input.slug === undefined && !(await isNameTaken(db, input.name)))
      id = await insert(await freeSlug(db, slug));
    if (id === null) throw duplicate(CATEGORY_MESSAGES.slugTaken);
    const row = await existing(db, id);
    const entry = { action: "created", entity: "category", entityId: id, label: row.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after: audited(row) });
    return present(row);
  });
}

async function insertCategory(db: Db, values: Insertable<Categories>): Promise<string | null> {
  const row = await db
    .insertInto("categories")
    .values(values)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

async function isNameTaken(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from categories where fold_text(btrim(name)) = fold_text(btrim(${name}))) as taken`.execute(db);
  return rows[0]?.taken ?? false;
}

/** @throws DomainError `forbidden`; PGRST116; invalid_input without such a picture; 23505 when another has the slug */
export async function changeCategory(ctx: Context, actor: Actor, id: string, changes: CategoryChanges): Promise<AdminCategory> {
  authorize(actor, categoryPolicy.update);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const before = await existing(db, id);
    await requirePicture(db, changes.picture);
    if (changes.slug !== undefined && (await isSlugTaken(db, changes.slug, id))) throw duplicate(CATEGORY_MESSAGES.slugTaken);
    if (Object.keys(changes).length > 0) await db.updateTable("categories").set(changes).where("id", "=", id).execute();
    const after = await existing(db, id);
    const entry = { action: "updated", entity: "category", entityId: id, label: after.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: audited(before), after: audited(after) });
    return present(after);
  });
}

async function isSlugTaken(db: Db, slug: string, id: string): Promise<boolean> {
  const other = db.selectFrom("categories").select("id").where("slug", "=", slug).where("id", "!=", id);
  return (await other.executeTakeFirst()) !== undefined;
}

/** The trash remembers its posts. @param moveTo the category that they go to @throws DomainError `forbidden`; PGRST116; `invalid_input` */
export async function deleteCategory(ctx: Context, actor: Actor, id: string, moveTo?: string): Promise<void> {
  authorize(actor, categoryPolicy.delete);
  if (moveTo === id) throw invalid("Some of the input is invalid", [{ field: "move_to", rule: "must be another category" }]);
  await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const before = await existing(db, id);
    const target = moveTo === undefined ? null : await existing(db, moveTo);
    await copyToTrash(db, id, { movedTo: target?.id ?? null, by: actor.id, now: ctx.clock.now() });
    if (target) await db.updateTable("posts").set({ category_id: target.id }).where("category_id", "=", id).execute();
    await db.deleteFrom("categories").where("id", "=", id).execute();
    const entry = { action: "trashed", entity: "category", entityId: id, label: before.name } as const;
    const whole = { ...audited(before), posts: before.posts_count, moved_to: target?.name ?? null };
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: whole, after: null });
  });
}

/** With the list of its posts. @param movedTo where they go; null: nowhere */
async function copyToTrash(
  db: Db,
  id: string,
  { movedTo, by, now }: { movedTo: string | null; by: string; now: Date },
): Promise<void> {
  await sql`
    insert into trashed_categories (id, name, slug, description, color, heading, intro, picture, picture_alt, created_at, trashed_at,
      trashed_by, moved_to)
    select id, name, slug, description, color, heading, intro, picture, picture_alt, created_at, ${now}, ${by}::uuid, ${movedTo}::uuid
    from categories where id = ${id}::uuid`.execute(db);
  await sql`insert into trashed_category_posts (category_id, post_id) select category_id, id from posts where category_id = ${id}::uuid`.execute(
    db,
  );
}

async function freeSlug(db: Db, slug: string): Promise<string> {
  const taken = await slugsLike(db, slug);
  if (!taken.has(slug)) return slug;
  const stem = slug.slice(0, CATEGORY_LIMITS.slug - "-99999".length);
  if (stem !== slug) for (const other of await slugsLike(db, stem)) taken.add(other);
  let number = 2;
  while (taken.has(`${stem}-${number}`)) number++;
  return `${stem}-${number}`;
}

async function slugsLike(db: Db, slug: string): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from categories where slug = ${slug} or starts_with(slug, ${`${slug}-`})`.execute(db);
  return new Set(rows.map((row) => row.slug));
}

type TrashedCategory = {
  id: string;
  name: string;
  slug: string;
  description: string;
  color: string;
  heading: string;
  intro: string;
  picture: string | null;
  picture_alt: string;
  created_at: Date;
  moved_to: string | null;
};

/** In the order of ids. @returns those that exist */
const lockTrashed = (db: Db, ids: string[]): Promise<TrashedCategory[]> =>
  db
    .selectFrom("trashed_categories")
    .select([
      "id",
      "name",
      "slug",
      "description",
      "color",
      "heading",
      "intro",
      "picture",
      "picture_alt",
      "created_at",
      "moved_to",
    ])
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();

const deleteTrashed = (db: Db, ids: string[]) => db.deleteFrom("trashed_categories").where("id", "in", ids).execute();

type RestoredCategory = { id: string; name: string; slug: string; renamed: boolean };

/** With those of their posts that nobody has moved since. @returns without ids that aren't in the trash @throws DomainError `forbidden` */
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
      restored.push({ id, name, slug, renamed: slug !== category.slug });
      const entry = { action: "restored", entity: "category", entityId: id, label: name } as const;
      await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after: { name, slug, description, color, posts } });
    }
    return restored;
  });
}

async function takeFromTrash(db: Db, { moved_to, ...category }: TrashedCategory): Promise<number> {
  await db.insertInto("categories").values(category).execute();
  const { rows } = await sql`
    update posts p set category_id = ${category.id}::uuid from trashed_category_posts t
    where t.category_id = ${category.id}::uuid and p.id = t.post_id and p.category_id is not distinct from ${moved_to}::uuid
    returning p.id`.execute(db);
  await deleteTrashed(db, [category.id]);
  return rows.length;
}

/** The caller checks the permission. @returns how many there were */
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
