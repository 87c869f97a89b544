import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { IDLE_MS } from "../hit-rules.ts";
import { VALUE_OF } from "./panel.sql.ts";
import { ENTRY, type LocalDays, type Narrowing, within } from "./panel-drilled.sql.ts";

/** How many readers each page has: visits with activity since then, by their last page. */
export async function readersNow(db: Db, since: Date): Promise<{ path: string; title: string; readers: number }[]> {
  const { rows } = await sql<{ path: string; title: string; readers: number }>`
    select p.path, coalesce(posts.title, nullif(p.title, ''), p.path) as title, count(*) as readers
    from (select distinct visit from analytics_sessions where last_at >= ${since}) s
      cross join lateral (
        select path_id from analytics_records r where r.visit = s.visit order by last_seconds desc, first_seconds desc limit 1
      ) page
      join analytics_paths p on p.id = page.path_id left join posts on posts.id = p.post_id
    group by p.id, posts.id order by readers desc, p.path`.execute(db);
  return rows;
}

const EVERYTHING: Narrowing = { path: null, origins: null, places: null };

/** A visit that hasn't ended, and of which something was heard in the last half hour (SQL over records `r`). */
const isActive = (now: Date) => sql`(r.ended_seconds is null
  and (r.visit >> 20) + r.last_seconds * 1000::bigint >= ${String(now.getTime() - IDLE_MS)}::bigint)`;

/** A visit with all of its pages. Times in ms since 1970, or seconds since its beginning. */
export type VisitRow = {
  id: string;
  started_at: number;
  last_seconds: number;
  ended_seconds: number | null;
  is_active: boolean;
  views: number;
  entry_path: string;
  location: string;
  source: string;
  device_type: string;
  browser: string;
  browser_version: string;
  operating_system: string;
};

/** The visits that began last, newest first. @param days also several, one after the other, none of which is long */
export async function newestVisits(
  db: Db,
  days: LocalDays | readonly LocalDays[],
  narrowing: Narrowing | null,
  { now, limit }: { now: Date; limit: number },
): Promise<VisitRow[]> {
  const begun = (span: LocalDays) => sql`select r.visit from analytics_records r where ${within(span, narrowing ?? EVERYTHING)}`;
  const spans = "from" in days ? [days] : days;
  const newest = await sql<{ visit: string }>`select distinct r.visit::text, r.visit as number
    from (${sql.join(spans.map(begun), sql` union all `)}) r order by number desc limit ${limit}`.execute(db);
  if (newest.rows.length === 0) return [];
  const { rows } = await sql<VisitRow>`
    select lpad(to_hex(v.visit), 16, '0') as id, v.visit >> 20 as started_at, v.last_seconds, v.ended_seconds, v.is_active,
      v.views, p.path as entry_path, ${VALUE_OF.city} as location, o.source, a.device_type, a.browser, a.browser_version,
      a.operating_system
    from (
      select r.visit, max(r.last_seconds) as last_seconds, max(r.ended_seconds) as ended_seconds,
        bool_or(${isActive(now)}) as is_active, sum(r.views) as views, min(r.origin_id) as origin_id,
        min(r.agent_id) as agent_id, min(r.place_id) as place_id,
        ${ENTRY} as entry
      from analytics_records r where r.visit = any(${newest.rows.map(({ visit }) => visit)}::bigint[])
      group by r.visit) v
    join analytics_paths p on p.id = v.entry join analytics_origins o on o.id = v.origin_id
    join analytics_agents a on a.id = v.agent_id join analytics_places l on l.id = v.place_id
    order by v.visit desc`.execute(db);
  return rows;
}
