import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { VISIT_MAX_MS, VISIT_PAUSE_MS } from "../model.ts";
import { QUARTER_MS } from "../rollups/marks.ts";
import type { IncomingStretch, PageRow, SessionVisit, VisitEnd } from "./counting-model.ts";

type Db = Kysely<DB>;

/** Clocks of several machines may differ by so much. */
const SKEW = sql`interval '1 minute'`;
const ms = (value: number) => sql`${sql.lit(value / 1000)} * interval '1 second'`;

/**
 * Lets each session's visit go on, or begins the next one, and marks their days. The rule is `goesOn` of the model; it stands in SQL because two
 * processes may hear of one session at once, and only the row knows.
 * @returns nothing for those without a visit that could go on and without a view that could begin one, and for those that are
 *   older than the visit that is known
 */
export async function movedSessions(db: Db, stretches: readonly IncomingStretch[]): Promise<SessionVisit[]> {
  const goesOn = (incoming: string) => sql`(
    visit_started_at(${sql.ref(`${incoming}.visit`)}) - s.last_at <= ${ms(VISIT_PAUSE_MS)}
    and visit_started_at(${sql.ref(`${incoming}.visit`)}) - visit_started_at(s.visit) <= ${ms(VISIT_MAX_MS)})`;
  const either = (column: string) =>
    sql`${sql.ref(column)} = case when ${goesOn("excluded")} then ${sql.ref(`s.${column}`)} else ${sql.ref(`excluded.${column}`)} end`;
  const { rows } = await sql<Omit<SessionVisit, "before"> & { was: string | null; was_last_at: Date; was_ended_at: Date | null }>`
    with incoming as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(stretches)}::jsonb) as row (session uuid, visit bigint, visitor bigint,
        origin_id integer, agent_id integer, place_id integer, network cidr, is_authenticated boolean, last_at timestamptz,
        ended_at timestamptz, has_view boolean)
    ), before as materialized (
      select s.session_id, s.visit, s.last_at, s.ended_at, ${goesOn("i")} as goes_on
      from analytics_sessions s join incoming i on i.session = s.session_id
    ), moved as (
      insert into analytics_sessions as s (session_id, visit, visitor, origin_id, agent_id, place_id, network, is_authenticated,
        last_at, ended_at)
      select i.session, i.visit, i.visitor, i.origin_id, i.agent_id, i.place_id, i.network, i.is_authenticated, i.last_at, i.ended_at
      from incoming i left join before b on b.session_id = i.session
      where i.has_view or b.goes_on order by i.session
      on conflict (session_id) do update set ${sql.join([
        either("visit"),
        either("visitor"),
        either("origin_id"),
        either("agent_id"),
        either("place_id"),
        either("network"),
        sql`is_authenticated = excluded.is_authenticated or (s.is_authenticated and ${goesOn("excluded")})`,
        sql`last_at = greatest(s.last_at, excluded.last_at)`,
        sql`ended_at = excluded.ended_at`,
        sql`is_judged = false`,
      ])}
      where visit_started_at(excluded.visit) >= visit_started_at(s.visit) - ${SKEW}
      returning s.*
    ), touched as (
      select visit_started_at(m.visit) as at from moved m union select visit_started_at(b.visit) from moved m join before b using (session_id)
    ), marked as (
      insert into analytics_marks (at) select min(at) from touched group by floor(extract(epoch from at) / ${sql.lit(QUARTER_MS / 1000)})
    )
    select replace(m.session_id::text, '-', '') as session, m.visit::text as visit, m.visitor::text as visitor, m.origin_id,
      m.agent_id, m.place_id, m.network::text as network, m.is_authenticated, b.visit::text as was, b.last_at as was_last_at,
      b.ended_at as was_ended_at
    from moved m left join before b using (session_id)`.execute(db);
  return rows.map(({ was, was_last_at, was_ended_at, ...row }) => ({
    ...row,
    before: was === null ? null : { visit: was, last_at: was_last_at, ended_at: was_ended_at },
  }));
}

const PAGE_ROW = sql`(visit bigint, visitor bigint, path_id integer, origin_id integer, agent_id integer, place_id integer,
  first_seconds integer, last_seconds integer, ended_seconds integer, views integer, engaged_seconds integer, scroll_depth integer,
  is_authenticated boolean, is_bounce boolean, is_demo boolean, network cidr)`;

/** Adds records of pages that were opened, or counts the further views of one that is there. */
export async function addViews(db: Db, rows: readonly PageRow[]): Promise<void> {
  await sql`
    insert into analytics_records as r (visit, visitor, path_id, origin_id, agent_id, place_id, first_seconds, last_seconds,
      ended_seconds, views, engaged_seconds, scroll_depth, is_authenticated, is_bounce, is_demo, network)
    select visit, visitor, path_id, origin_id, agent_id, place_id, first_seconds, last_seconds, ended_seconds, least(views, 32767),
      engaged_seconds, scroll_depth, is_authenticated, is_bounce, is_demo, network
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ${PAGE_ROW} order by visit, path_id
    on conflict (visit, path_id) do update set
      views = least(r.views::integer + excluded.views, 32767),
      last_seconds = greatest(r.last_seconds, excluded.last_seconds),
      ended_seconds = excluded.ended_seconds,
      engaged_seconds = greatest(r.engaged_seconds, excluded.engaged_seconds),
      scroll_depth = greatest(r.scroll_depth, excluded.scroll_depth),
      is_authenticated = r.is_authenticated or excluded.is_authenticated,
      is_bounce = r.is_bounce and excluded.is_bounce`.execute(db);
}

/** Limits a statement to the months of these visits, so that the others aren't looked at. */
const among = (rows: readonly { visit: string }[]) => {
  const visits = rows.map(({ visit }) => BigInt(visit));
  const least = visits.reduce((a, b) => (b < a ? b : a));
  const most = visits.reduce((a, b) => (b > a ? b : a));
  return sql`r.visit between ${String(least)}::bigint and ${String(most)}::bigint`;
};

/** Notes signs of life on pages that were opened before: the greatest value wins, so a repeat does no harm. */
export async function touchPages(db: Db, rows: readonly PageRow[]): Promise<void> {
  await sql`
    update analytics_records r set
      last_seconds = greatest(r.last_seconds, t.last_seconds),
      engaged_seconds = greatest(r.engaged_seconds, t.engaged_seconds),
      scroll_depth = greatest(r.scroll_depth, t.scroll_depth),
      is_authenticated = r.is_authenticated or t.is_authenticated
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t ${PAGE_ROW}
    where r.visit = t.visit and r.path_id = t.path_id and ${among(rows)}`.execute(db);
}

/** Writes the end of visits, or that they go on, to all of their records (specification, section 4). */
export async function endVisits(db: Db, ends: readonly VisitEnd[]): Promise<void> {
  await sql`
    update analytics_records r set ended_seconds = t.ended_seconds, is_bounce = r.is_bounce and not t.left
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as t (visit bigint, ended_seconds integer, "left" boolean)
    where r.visit = t.visit and ${among(ends)}`.execute(db);
}

/** Says that the days of these moments (ms since 1970) have to be rolled up anew. */
export async function markDays(db: Db, moments: readonly number[]): Promise<void> {
  if (moments.length === 0) return;
  await db
    .insertInto("analytics_marks")
    .values(moments.map((moment) => ({ at: new Date(moment) })))
    .execute();
}
