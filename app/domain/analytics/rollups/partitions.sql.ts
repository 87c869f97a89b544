import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { addMonths, monthsFrom } from "../../../platform/time/month.ts";

/** A month's share of the records, in UTC: its table, and the visits in it from `from` up to and without `to`. */
export type Partition = { name: string; from: bigint; to: bigint; startsAt: Date; endsAt: Date };

/** The share that a visit beginning at `at` belongs to. */
export function partitionAt(at: Date): Partition {
  const month = at.toISOString().slice(0, 7);
  const [startsAt, endsAt] = [new Date(`${month}-01`), new Date(`${addMonths(month, 1)}-01`)];
  const name = `analytics_records_${month.replace("-", "_")}`;
  return { name, from: BigInt(startsAt.getTime()) << 20n, to: BigInt(endsAt.getTime()) << 20n, startsAt, endsAt };
}

/** The share that a table holds. @returns null for the name of any other table */
export function partitionNamed(name: string): Partition | null {
  const [, year, month] = /^analytics_records_(\d{4})_(\d{2})$/.exec(name) ?? [];
  return year && month ? partitionAt(new Date(`${year}-${month}-01`)) : null;
}

/** The moment from which records are kept: this many calendar months ago (or the last day of a shorter month). */
export const retainedFrom = (now: Date, months: number): Date => monthsFrom(now, -months);

/** The names of the tables that hold records, oldest month first. */
export async function listPartitions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'analytics_records'::regclass order by c.relname`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Adds a month's table. It is created separately and then attached, so that work on other months doesn't wait for
 * a lock.
 */
export async function attachPartition(db: Db, { name, from, to }: Partition): Promise<void> {
  await sql`create table ${sql.table(name)} (like analytics_records including defaults including constraints)`.execute(db);
  await sql`alter table analytics_records attach partition ${sql.table(name)}
    for values from (${sql.lit(String(from))}) to (${sql.lit(String(to))})`.execute(db);
}

/**
 * Drops a month's table with all of its records.
 * @param patience how long to wait for readers, in ms; later readers wait as well in that time
 * @throws 55P03 when they took longer
 */
export async function dropPartition(db: Db, name: string, patience: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(patience)}`.execute(db);
  await sql`drop table ${sql.table(name)}`.execute(db);
}
