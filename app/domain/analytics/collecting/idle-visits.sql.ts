import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { IDLE_MS, NO_ENGAGEMENT_VIEWS, VISIT_MAX_MS, VISIT_PAUSE_MS } from "../model.ts";

type Db = Kysely<DB>;

const bigint = (column: string) => sql<string>`${sql.ref(column)}::text`;
const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Visits that nobody was heard of for too long and that still go on; those that somebody else looks at are left to them. */
export function idleVisits(db: Db, now: Date, limit: number) {
  return db
    .selectFrom("analytics_sessions")
    .select(["session_id", bigint("visit").as("visit"), "last_at"])
    .where("ended_at", "is", null)
    .where("last_at", "<", before(now, IDLE_MS))
    .orderBy("session_id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Notes that the visits of these sessions ended with their last sign of life. */
export async function endedSessions(db: Db, sessions: string[]): Promise<void> {
  await sql`update analytics_sessions set ended_at = last_at where session_id = any(${sessions}::uuid[])`.execute(db);
}

/** Visits that can't go on any more and that nobody has judged yet. */
export function unjudgedVisits(db: Db, now: Date, limit: number) {
  return db
    .selectFrom("analytics_sessions")
    .select(["session_id", bigint("visit").as("visit"), bigint("visitor").as("visitor")])
    .where("is_judged", "=", false)
    .where("ended_at", "is not", null)
    .where("last_at", "<", before(now, VISIT_PAUSE_MS))
    .orderBy("session_id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Notes that the visits of these sessions have been looked at. */
export async function judgedSessions(db: Db, sessions: string[]): Promise<void> {
  await sql`update analytics_sessions set is_judged = true where session_id = any(${sessions}::uuid[])`.execute(db);
}

/** Those of the visits that opened many pages without a second's attention to any. */
export async function unengagedVisits(db: Db, visits: string[]): Promise<string[]> {
  const { rows } = await sql<{ visit: string }>`
    select visit::text as visit from analytics_records where visit = any(${visits}::bigint[]) and not is_demo
    group by visit having sum(views) >= ${NO_ENGAGEMENT_VIEWS} and sum(engaged_seconds) = 0`.execute(db);
  return rows.map(({ visit }) => visit);
}

/** Forgets which sessions visits belonged to, once they are over and judged, and the single views of visits as old as these. */
export async function deletedSessions(db: Db, last: Date): Promise<void> {
  await db.deleteFrom("analytics_sessions").where("last_at", "<", last).where("is_judged", "=", true).execute();
  await sql`delete from analytics_attention where visit < visit_floor(${before(last, VISIT_MAX_MS)})`.execute(db);
}

/** Empties the quarantine of what came before a moment. */
export async function deletedRejected(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("analytics_rejected").where("at", "<", at).execute();
}

/** Drops searches and missing pages of days for which no records are kept any more. @param now the time */
export async function deletedFinds(db: Db, now: Date): Promise<void> {
  const oldest = sql`(select (${now}::timestamptz - make_interval(months => retention_months))::date from analytics_options)`;
  await sql`delete from analytics_searches where day < ${oldest}`.execute(db);
  await sql`delete from analytics_missing where day < ${oldest}`.execute(db);
}
