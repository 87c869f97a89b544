import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";

/** What is stored, unchecked. */
export type StoredNavigation = { value: Record<string, unknown>; version: number; updated_at: Date };

const COLUMNS = ["value", "version", "updated_at"] as const;

/** The one row. */
export async function storedNavigation(db: Db): Promise<StoredNavigation> {
  return (await db.selectFrom("navigation").select(COLUMNS).executeTakeFirstOrThrow()) as StoredNavigation;
}

/** The same, locked until the transaction ends. */
export async function lockNavigation(db: Db): Promise<StoredNavigation> {
  return (await db.selectFrom("navigation").select(COLUMNS).forUpdate().executeTakeFirstOrThrow()) as StoredNavigation;
}

/** Stores the navigation as a new version. @param endsAt when the announcement ends */
export async function storeNavigation(db: Db, value: object, endsAt: Date | null, now: Date): Promise<StoredNavigation> {
  return (await db
    .updateTable("navigation")
    .set({
      value: JSON.stringify(value),
      announcement_ends_at: endsAt && endsAt > now ? endsAt : null,
      version: sql`version + 1`,
      updated_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()) as StoredNavigation;
}

/** Notes that the announcement has ended, which makes every instance show its pages without it. @returns whether one just has */
export async function noteEnd(db: Db, now: Date): Promise<boolean> {
  const query = db.updateTable("navigation").set({ announcement_ends_at: null }).where("announcement_ends_at", "<=", now);
  return (await query.returning("id").executeTakeFirst()) !== undefined;
}

export type TargetRow = {
  kind: "page" | "category" | "tag";
  id: string;
  name: string;
  slug: string;
  state: "public" | "hidden" | "gone";
};

const pageRows = sql`
  select 'page' as kind, id, title as name, slug,
    case status when 'published' then 'public' when 'trashed' then 'gone' else 'hidden' end as state
  from posts where kind = 'page' and not listed`;
const categoryRows = sql`select 'category' as kind, id, name, slug, 'public' as state from categories`;
const tagRows = sql`select 'tag' as kind, id, name, slug, 'public' as state from tags`;

/** The targets with some ids. */
export async function targetsWith(db: Db, ids: string[]): Promise<TargetRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TargetRow>`
    ${pageRows} and id = any(${ids}::uuid[]) union all ${categoryRows} where id = any(${ids}::uuid[])
    union all ${tagRows} where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** What menus can lead to: all own pages and categories, the most used tags, and everything with one of `ids`; by name. */
export async function possibleTargets(db: Db, ids: string[], tagsMax: number): Promise<TargetRow[]> {
  const { rows } = await sql<TargetRow>`
    select * from (
      ${pageRows} and (status <> 'trashed' or id = any(${ids}::uuid[]))
      union all ${categoryRows}
      union all ${tagRows} where id = any(${ids}::uuid[])
        or id in (select id from tags order by published_count desc, name limit ${tagsMax})
    ) found order by lower(name), id`.execute(db);
  return rows;
}

/** The ids of targets by kind and slug, former slugs of pages included. */
export async function targetIds(db: Db, wanted: { kind: string; slug: string }[]): Promise<Map<string, string>> {
  const slugs = wanted.map(({ slug }) => slug);
  const { rows } = await sql<{ kind: string; slug: string; id: string }>`
    select 'page' as kind, o.slug, p.id from post_slugs o join posts p on p.id = o.post_id and p.kind = 'page' where o.slug = any(${slugs}::text[])
    union all select 'page', slug, id from posts where kind = 'page' and slug = any(${slugs}::text[])
    union all select 'category', slug, id from categories where slug = any(${slugs}::text[])
    union all select 'tag', slug, id from tags where slug = any(${slugs}::text[])`.execute(db);
  return new Map(rows.map(({ kind, slug, id }) => [`${kind}:${slug}`, id]));
}
