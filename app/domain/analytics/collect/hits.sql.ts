import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { IDLE_MS, NO_ENGAGEMENT_VIEWS, type Rule, VISIT_MAX_MS, VISIT_PAUSE_MS } from "../hit-rules.ts";

const bigint = (column: string) => sql<string>`${sql.ref(column)}::text`;
const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Unfinished visits without activity for too long, except those that another process has locked. */
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

/** Ends the visits of these sessions with their last activity. */
export async function endedSessions(db: Db, sessions: string[]): Promise<void> {
  await sql`update analytics_sessions set ended_at = last_at where session_id = any(${sessions}::uuid[])`.execute(db);
}

/** Finished visits that weren't judged yet. */
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

/** Marks the visits of these sessions as judged. */
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

/** Deletes the sessions of old visits that are over and judged, and the single views of equally old visits. */
export async function deletedSessions(db: Db, last: Date): Promise<void> {
  await db.deleteFrom("analytics_sessions").where("last_at", "<", last).where("is_judged", "=", true).execute();
  await sql`delete from analytics_attention where visit < visit_floor(${before(last, VISIT_MAX_MS)})`.execute(db);
}

/** Deletes hits of the quarantine from before a moment. */
export async function deletedRejected(db: Db, at: Date): Promise<void> {
  await db.deleteFrom("analytics_rejected").where("at", "<", at).execute();
}

/** Drops searches and missing pages of days for which no records are kept any more. @param now the time */
export async function deletedFinds(db: Db, now: Date): Promise<void> {
  const oldest = sql`(select (${now}::timestamptz - make_interval(months => retention_months))::date from analytics_options)`;
  await sql`delete from analytics_searches where day < ${oldest}`.execute(db);
  await sql`delete from analytics_missing where day < ${oldest}`.execute(db);
}

/** A segment as the database function `count_stretches` takes it; moments in ms since 1970. */
export type IncomingStretch = {
  session: string;
  /** the number of the visit that begins with it, unless one goes on */
  visit: string;
  visitor: string;
  origin_id: number;
  agent_id: number;
  place_id: number;
  network: string | null;
  is_authenticated: boolean;
  is_demo: boolean;
  last_ms: number;
  /** whether its last hit says that the reader left */
  has_left: boolean;
  /** whether it opened a page: only then may a visit begin */
  has_view: boolean;
  pages: IncomingPage[];
};

/** The activity of a segment on one page. */
export type IncomingPage = {
  path_id: number;
  first_ms: number;
  last_ms: number;
  /** 0: a sign of life from a page opened before */
  views: number;
  /** the greatest value of each view, in seconds */
  attention: { view: number; seconds: number }[];
  /** percent */
  scroll: number;
};

/** The end of a visit, for all of its records: null if it continues after all. `left`: its reader left the page. */
type VisitEnd = { visit: string; ended_seconds: number | null; left: boolean };

/** One search for a term, or one request of a missing page. */
export type Occurrence = { at: string; text: string; referrer: string | null };

/** The salt of a day. The first caller stores it. @param fresh 32 random bytes */
export async function saltOfDay(db: Db, { day, fresh, at }: { day: string; fresh: Buffer; at: Date }): Promise<Buffer> {
  await db
    .insertInto("analytics_salts")
    .values({ day: sql`${day}::date`, salt: fresh, created_at: at })
    .onConflict((conflict) => conflict.column("day").doNothing())
    .execute();
  const { salt } = await db
    .selectFrom("analytics_salts")
    .select("salt")
    .where("day", "=", sql<Date>`${day}::date`)
    .executeTakeFirstOrThrow();
  return salt;
}

/** Throws away the salts that were made before a moment. */
export async function deletedSalts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("analytics_salts").where("created_at", "<", before).execute();
}

/** The owner's rules, and whether admins' own visits count. */
export async function conditionsInForce(db: Db): Promise<{ countAdmins: boolean; rules: Rule[] }> {
  const { rows } = await sql<{ countAdmins: boolean; rules: Rule[] }>`
    select count_admins as "countAdmins", (
      select coalesce(json_agg(json_build_object('kind', kind, 'value', value, 'verdict', verdict)), '[]') from analytics_rules
    ) as rules from analytics_options`.execute(db);
  return rows[0] ?? { countAdmins: false, rules: [] };
}

/** How much the clocks of several machines may differ, in ms. */
const SKEW_MS = 60_000;
const interval = (ms: number) => sql`${sql.lit(ms / 1000)} * interval '1 second'`;

/**
 * Continues each session's visit or begins the next one, stores the activity on its pages, and marks the days, all in one call of
 * the database function `count_stretches`.
 * @param stretches each session once
 * @returns the sessions of which nothing was counted: their visit is over, and no view begins another one
 */
export async function countStretches(db: Db, stretches: readonly IncomingStretch[]): Promise<string[]> {
  const { rows } = await sql<{ late: string[] }>`
    select count_stretches(${JSON.stringify(stretches)}, ${interval(VISIT_PAUSE_MS)}, ${interval(VISIT_MAX_MS)}, ${interval(SKEW_MS)})
      as late`.execute(db);
  return (rows[0]?.late ?? []).map((session) => session.replaceAll("-", ""));
}

/** Limits a statement to the months of these visits, so that the others aren't looked at. */
const among = (rows: readonly { visit: string }[]) => {
  const visits = rows.map(({ visit }) => BigInt(visit));
  const least = visits.reduce((a, b) => (b < a ? b : a));
  const most = visits.reduce((a, b) => (b > a ? b : a));
  return sql`r.visit between ${String(least)}::bigint and ${String(most)}::bigint`;
};

/** Stores the end of visits, or that they continue, in all of their records (specification, section 4). */
export async function endVisits(db: Db, ends: readonly VisitEnd[]): Promise<void> {
  await sql`
    update analytics_records r set ended_seconds = t.ended_seconds, is_bounce = r.is_bounce and not t.left
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as t (visit bigint, ended_seconds integer, "left" boolean)
    where r.visit = t.visit and ${among(ends)}`.execute(db);
}

/** Marks the days of these moments (ms since 1970) to be rolled up again. */
export async function markDirtyDays(db: Db, moments: readonly number[]): Promise<void> {
  if (moments.length === 0) return;
  await db
    .insertInto("analytics_marks")
    .values(moments.map((moment) => ({ at: new Date(moment) })))
    .execute();
}
