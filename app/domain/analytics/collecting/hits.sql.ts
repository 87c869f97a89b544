import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { VISIT_MAX_MS, VISIT_PAUSE_MS } from "../model.ts";
import type { IncomingStretch, VisitEnd } from "./counting-model.ts";

type Db = Kysely<DB>;

/** Clocks of several machines may differ by so much. */
const SKEW_MS = 60_000;
const interval = (ms: number) => sql`${sql.lit(ms / 1000)} * interval '1 second'`;

/**
 * Lets each session's visit go on, or begins the next one, writes what was done on its pages, and marks the days: all in one
 * call of the database's `count_stretches`, which keeps the rule `goesOn` of the model.
 * @param stretches each session once
 * @returns the sessions of which nothing was counted: their visit is over, and no view begins another
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

/** Writes the end of visits, or that they go on, to all of their records (specification, section 4). */
export async function endVisits(db: Db, ends: readonly VisitEnd[]): Promise<void> {
  await sql`
    update analytics_records r set ended_seconds = t.ended_seconds, is_bounce = r.is_bounce and not t.left
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as t (visit bigint, ended_seconds integer, "left" boolean)
    where r.visit = t.visit and ${among(ends)}`.execute(db);
}

/** Says that the days of these moments (ms since 1970) have to be rolled up anew. */
export async function markDirtyDays(db: Db, moments: readonly number[]): Promise<void> {
  if (moments.length === 0) return;
  await db
    .insertInto("analytics_marks")
    .values(moments.map((moment) => ({ at: new Date(moment) })))
    .execute();
}
