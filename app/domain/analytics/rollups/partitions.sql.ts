import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import type { Partition } from "./partitions-model.ts";

type Db = Kysely<DB>;

/** The names of the tables that hold records, oldest month first. */
export async function listPartitions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'analytics_records'::regclass order by c.relname`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Adds a month's table. Made apart and attached then, it holds up nobody who works with the other months, as one made in
 * its place would.
 */
export async function attachPartition(db: Db, { name, from, to }: Partition): Promise<void> {
  await sql`create table ${sql.table(name)} (like analytics_records including defaults including constraints)`.execute(db);
  await sql`alter table analytics_records attach partition ${sql.table(name)}
    for values from (${sql.lit(String(from))}) to (${sql.lit(String(to))})`.execute(db);
}

/**
 * Drops a month's table with all of its records.
 * @param patience for how long, in ms, this may wait for those who read it; meanwhile, all who come later wait too
 * @throws 55P03 when they took longer
 */
export async function dropPartition(db: Db, name: string, patience: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(patience)}`.execute(db);
  await sql`drop table ${sql.table(name)}`.execute(db);
}
