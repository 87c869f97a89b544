import { type Insertable, type Selectable, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Db } from "../../platform/database/db.ts";
import type { AuditQuery } from "./audit.ts";

/** Entries of one INSERT statement: few enough for PostgreSQL's limit on parameters. */
const BATCH = 1000;

/** Adds entries. */
export async function insertEntries(db: Db, rows: Insertable<DB["audit_log"]>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await db
      .insertInto("audit_log")
      .values(rows.slice(start, start + BATCH))
      .execute();
  }
}

/** Which entries to read, from `from` up to but not including `until`. */
export type Filter = Omit<AuditQuery, "from" | "to"> & { from?: Date | undefined; until?: Date | undefined };

const likePattern = (term: string) => `%${term.replace(/[\\%_]/g, "\\$&")}%`;

function filtered(db: Db, { search, who, entity, action, from, until }: Filter) {
  let query = db.selectFrom("audit_log");
  if (who !== undefined) query = query.where("actor_email", "=", who);
  if (entity !== undefined) query = query.where("entity", "=", entity);
  if (action !== undefined) query = query.where("action", "=", action);
  if (from) query = query.where("at", ">=", from);
  if (until) query = query.where("at", "<", until);
  if (search !== undefined) query = query.where("label", "ilike", likePattern(search));
  return query;
}

/** Counts the entries, but only up to `most`. */
export async function countEntries(db: Db, filter: Filter, most: number): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(db, filter).select(sql`1`.as("one")).limit(most).as("found"))
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type EntryRow = Selectable<Omit<DB["audit_log"], "actor_id">>;

/** One page of entries, newest first. */
export async function entriesOfPage(db: Db, filter: Filter, page: { limit: number; offset: number }): Promise<EntryRow[]> {
  return filtered(db, filter)
    .select(["id", "at", "actor_email", "action", "entity", "entity_id", "label", "before", "after"])
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** All values of a column, sorted. Reads one index entry for each value, however long the log is. */
export async function valuesOf(db: Db, column: "actor_email" | "action"): Promise<string[]> {
  const name = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive values as (
      (select ${name} as value from audit_log order by ${name} limit 1)
      union all
      select (select ${name} from audit_log where ${name} > v.value order by ${name} limit 1) from values v where v.value is not null
    )
    select value from values where value is not null`.execute(db);
  return rows.map((row) => row.value);
}

/** The newest entry about one thing, if it is newer than `since`. */
export const newestEntryOf = (db: Db, entity: string, entityId: string, since: Date) =>
  db
    .selectFrom("audit_log")
    .select(["id", "actor_id", "action", "before", "after"])
    .where("entity", "=", entity)
    .where("entity_id", "=", entityId)
    .where("at", ">", since)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** The newest entry with this action about an account, if it is newer than `since`. */
export const newestAccountEntry = (db: Db, entityId: string, action: string, since: Date) =>
  db
    .selectFrom("audit_log")
    .select(["id", "after"])
    .where("entity", "=", "account")
    .where("entity_id", "=", entityId)
    .where("action", "=", action)
    .where("at", ">", since)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();

/** Replaces the `after` side of an entry that has no `before`. */
export const amendAfter = (db: Db, id: number, after: object) =>
  db
    .updateTable("audit_log")
    .set({ after: JSON.stringify(after) })
    .where("id", "=", id)
    .execute();

/** Deletes entries about accounts that are older than `days`. */
export const deleteAccountEntries = (db: Db, days: number) =>
  db
    .deleteFrom("audit_log")
    .where("entity", "=", "account")
    .where("at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .execute();

/** Replaces both sides of an entry. */
export const amendEntry = (db: Db, id: number, { before, after }: { before: object; after: object }) =>
  db
    .updateTable("audit_log")
    .set({ before: JSON.stringify(before), after: JSON.stringify(after) })
    .where("id", "=", id)
    .execute();
