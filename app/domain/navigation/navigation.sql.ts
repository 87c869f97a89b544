import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";

/** Unchecked. */
export type StoredNavigation = { value: Record<string, unknown>; version: number; updated_at: Date };

const COLUMNS = ["value", "version", "updated_at"] as const;

export async function storedNavigation(db: Db): Promise<StoredNavigation> {
  return (await db.selectFrom("navigation").select(COLUMNS).executeTakeFirstOrThrow()) as StoredNavigation;
}

/** Until the transaction ends. */
export async function lockNavigation(db: Db): Promise<StoredNavigation> {
  return (await db.selectFrom("navigation").select(COLUMNS).forUpdate().executeTakeFirstOrThrow()) as StoredNavigation;
}

/** As a new version. @param endsAt when the announcement ends */
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

export type TargetRow = {
  kind: "page" | "category" | "tag";
  id: string;
  name: string;
  slug: string;
  state: "public" | "hidden" | "gone";
};

export const pageRows = sql`
  select 'page' as kind, id, title as name, slug,
    case status when 'published' then 'public' when 'trashed' then 'gone' else 'hidden' end as state
  from posts where kind = 'page' and not listed`;
export const categoryRows = sql`select 'category' as kind, id, name, slug, 'public' as state from categories`;
export const tagRows = sql`select 'tag' as kind, id, name, slug, 'public' as state from tags`;

export async function targetsWith(db: Db, ids: string[]): Promise<TargetRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TargetRow>`
    ${pageRows} and id = any(${ids}::uuid[]) union all ${categoryRows} where id = any(${ids}::uuid[])
    union all ${tagRows} where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}
