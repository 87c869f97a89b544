import { sql } from "kysely";
import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import type { Db } from "../../../platform/database/db.ts";
import { addMonths, monthsFrom } from "../../../platform/time/month.ts";
import type { Context } from "../../context.ts";

/** A month in UTC: its table, and its visits from `from` on, below `to`. */
type Partition = { name: string; from: bigint; to: bigint; startsAt: Date; endsAt: Date };

/** Other months don't wait. Call it outside a transaction, which would hold its locks. @returns names of tables, which callers can cache */
export async function makePartitions(db: Db, moments: readonly Date[]): Promise<string[]> {
  const wanted = new Map(moments.map((at) => partitionAt(at)).map((partition) => [partition.name, partition] as const));
  const missing = await whatIsMissing(db, wanted);
  if (missing.length > 0) {
    await withAdvisoryLock(db, "analytics partitions", async (trx) => {
      for (const partition of await whatIsMissing(trx, wanted)) await attachPartition(trx, partition);
    });
  }
  return [...wanted.keys()];
}

export function partitionAt(at: Date): Partition {
  const month = at.toISOString().slice(0, 7);
  const [startsAt, endsAt] = [new Date(`${month}-01`), new Date(`${addMonths(month, 1)}-01`)];
  const name = `analytics_records_${month.replace("-", "_")}`;
  return { name, from: BigInt(startsAt.getTime()) << 20n, to: BigInt(endsAt.getTime()) << 20n, startsAt, endsAt };
}

/** Created separately and then attached, so that work on other months doesn't wait for a lock. */
async function attachPartition(db: Db, { name, from, to }: Partition): Promise<void> {
  await sql`create table ${sql.table(name)} (like analytics_records including defaults including constraints)`.execute(db);
  await sql`alter table analytics_records attach partition ${sql.table(name)}
    for values from (${sql.lit(String(from))}) to (${sql.lit(String(to))})`.execute(db);
}

async function whatIsMissing(db: Db, wanted: ReadonlyMap<string, Partition>): Promise<Partition[]> {
  const there = new Set(await listPartitions(db));
  return [...wanted.values()].filter(({ name }) => !there.has(name));
}

/** Oldest month first. */
export async function listPartitions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'analytics_records'::regclass order by c.relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** ms for which dropping a table may block collecting */
const LOCK_PATIENCE = 500;
const BUSY = "55P03";

export const readRetention = ({ db }: Context): Promise<number> => retentionMonths(db);

async function retentionMonths(db: Db): Promise<number> {
  const options = await db.selectFrom("analytics_options").select("retention_months").executeTakeFirstOrThrow();
  return options.retention_months;
}

/** This many calendar months ago (or the last day of a shorter month). */
export const retainedFrom = (now: Date, months: number): Date => monthsFrom(now, -months);

/** With drill-downs, not other rollups. A month that is read, or has to be rolled up, waits for the next time. @returns names of tables */
export async function dropOldRecords({ db, clock }: Context): Promise<string[]> {
  const retained = retainedFrom(clock.now(), await retentionMonths(db));
  const dropped: string[] = [];
  for (const name of await listPartitions(db)) {
    const partition = partitionNamed(name);
    if (!partition || partition.endsAt > retained || (await hasMarksBefore(db, partition.endsAt))) break;
    const isGone = await db
      .transaction()
      .execute(async (trx) => {
        // It waits for days that are being rolled up, and later roll-ups see it, so that none uses records that are already gone.
        await sql`update analytics_options set raw_from = greatest(raw_from, ${partition.endsAt}::timestamptz)`.execute(trx);
        await dropDrillsBefore(trx, partition.endsAt);
        await dropPartition(trx, name, LOCK_PATIENCE);
        return true;
      })
      .catch((error: { code?: string }) => {
        if (error.code === BUSY) return false;
        throw error;
      });
    if (!isGone) break;
    dropped.push(name);
  }
  return dropped;
}

/** Null for the name of any other table. */
export function partitionNamed(name: string): Partition | null {
  const [, year, month] = /^analytics_records_(\d{4})_(\d{2})$/.exec(name) ?? [];
  return year && month ? partitionAt(new Date(`${year}-${month}-01`)) : null;
}

/** @param patience ms to wait for readers; later readers wait meanwhile as well @throws 55P03 when they took longer */
async function dropPartition(db: Db, name: string, patience: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(patience)}`.execute(db);
  await sql`drop table ${sql.table(name)}`.execute(db);
}

async function dropDrillsBefore(db: Db, moment: Date): Promise<void> {
  const isOld = sql`(starts_on::timestamp at time zone coalesce((select rolled_timezone from analytics_options), 'UTC')) < ${moment}`;
  await sql`delete from analytics_drills where ${isOld}`.execute(db);
  await sql`delete from analytics_drilled where ${isOld}`.execute(db);
}

async function hasMarksBefore(db: Db, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from analytics_marks where at < ${moment}::timestamptz + interval '1 day') as waits`.execute(db);
  return rows[0]?.waits ?? false;
}
