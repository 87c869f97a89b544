import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";

/** Unchecked: settings by name, content by path, such as `hero.title`. */
export type StoredRow = { value: Record<string, unknown>; content: Record<string, unknown>; version: number; updated_at: Date };

const COLUMNS = ["value", "content", "version", "updated_at"] as const;

export async function storedSettings(db: Db): Promise<StoredRow> {
  return (await db.selectFrom("settings").select(COLUMNS).executeTakeFirstOrThrow()) as StoredRow;
}

/** Until the transaction ends. */
export async function lockSettings(db: Db): Promise<StoredRow> {
  return (await db.selectFrom("settings").select(COLUMNS).forUpdate().executeTakeFirstOrThrow()) as StoredRow;
}

export async function storeSettings(db: Db, stored: Pick<StoredRow, "value" | "content">, now: Date): Promise<StoredRow> {
  return (await db
    .updateTable("settings")
    .set({
      value: JSON.stringify(stored.value),
      content: JSON.stringify(stored.content),
      version: sql`version + 1`,
      updated_at: now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()) as StoredRow;
}

export async function hasPublished(db: Db, slug: string): Promise<boolean> {
  const query = db.selectFrom("posts").select("id").where("slug", "=", slug).where("status", "=", "published");
  return (await query.executeTakeFirst()) !== undefined;
}
