import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";

export type StoredOrder = { post_ids: string[]; version: number; updated_at: Date };

const COLUMNS = ["post_ids", "version", "updated_at"] as const;

export const storedOrder = (db: Db): Promise<StoredOrder> =>
  db.selectFrom("featured_order").select(COLUMNS).executeTakeFirstOrThrow();

/** Locked until the transaction ends. */
export const lockOrder = (db: Db): Promise<StoredOrder> =>
  db.selectFrom("featured_order").select(COLUMNS).forUpdate().executeTakeFirstOrThrow();

export const storeOrder = (db: Db, post_ids: string[], now: Date): Promise<StoredOrder> =>
  db
    .updateTable("featured_order")
    .set({ post_ids, version: sql`version + 1`, updated_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
