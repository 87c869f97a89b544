import { sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { localDay } from "../../../platform/time/zone.ts";
import type { Context } from "../../context.ts";
import {
  IDLE_MS,
  NO_ENGAGEMENT_VIEWS,
  REJECTED_KEPT_MS,
  type Reason,
  SESSION_KEPT_MS,
  VIEW_PAUSE_MS,
  VISIT_MAX_MS,
  VISIT_PAUSE_MS,
  visitStartedAt,
} from "../hit-rules.ts";
import { markDirtyDays, oncePerQuarter } from "../rollups/rollups.sql.ts";
import { sessionOfVisitor } from "./normalize-hit.ts";

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Sessions and salts go after 48 hours, so that visitors can't be identified; searches and missing pages with their day's records. */
export async function cleanAnalytics({ db, clock }: Context): Promise<void> {
  const now = clock.now();
  await deletedSessions(db, new Date(now.getTime() - SESSION_KEPT_MS));
  await db
    .deleteFrom("analytics_salts")
    .where("created_at", "<", new Date(now.getTime() - SESSION_KEPT_MS))
    .execute();
  await db
    .deleteFrom("analytics_rejected")
    .where("at", "<", new Date(now.getTime() - REJECTED_KEPT_MS))
    .execute();
  await deletedFinds(db, now);
}

async function deletedSessions(db: Db, last: Date): Promise<void> {
  await db.deleteFrom("analytics_sessions").where("last_at", "<", last).where("is_judged", "=", true).execute();
  await sql`delete from analytics_attention where visit < visit_floor(${before(last, VISIT_MAX_MS)})`.execute(db);
}

async function deletedFinds(db: Db, now: Date): Promise<void> {
  const oldest = sql`(select (${now}::timestamptz - make_interval(months => retention_months))::date from analytics_options)`;
  await sql`delete from analytics_searches where day < ${oldest}`.execute(db);
  await sql`delete from analytics_missing where day < ${oldest}`.execute(db);
}

const AS_HIT = sql`jsonb_build_object(
  'kind', 'view', 'at', visit_started_at(r.visit) + make_interval(secs => r.first_seconds),
  'session', coalesce(replace(s.session_id::text, '-', ''), md5(r.visit::text)), 'visitor', r.visitor::text, 'path', p.path,
  'search', null, 'network', r.network::text, 'is_authenticated', r.is_authenticated, 'engaged', r.engaged_seconds,
  'scroll', r.scroll_depth, 'is_demo', r.is_demo,
  'origin', jsonb_build_object('source', o.source, 'channel', o.channel, 'referrer_url', o.referrer_url, 'utm_source', o.utm_source,
    'utm_medium', o.utm_medium, 'utm_campaign', o.utm_campaign, 'utm_term', o.utm_term, 'utm_content', o.utm_content),
  'agent', jsonb_build_object('user_agent', a.user_agent, 'browser', a.browser, 'browser_version', a.browser_version,
    'operating_system', a.operating_system, 'device_type', a.device_type, 'screen_resolution', a.screen_resolution),
  'place', jsonb_build_object('country', l.country, 'region', l.region, 'city', l.city, 'latitude', l.latitude,
    'longitude', l.longitude, 'timezone', l.timezone),
  'record', jsonb_build_object('visit', r.visit::text, 'first_seconds', r.first_seconds, 'last_seconds', r.last_seconds,
    'ended_seconds', r.ended_seconds, 'views', r.views, 'is_bounce', r.is_bounce))`;

/** Moves records to quarantine and marks their days; needs a transaction. @param visits numbers, in decimal @returns how many */
async function withdrawRecords(db: Db, visits: readonly string[], reason: Reason): Promise<number> {
  if (visits.length === 0) return 0;
  const { rows } = await sql<{ id: string }>`
    with gone as (
      delete from analytics_records where visit = any(${[...visits]}::bigint[])
        and visit between (select min(v) from unnest(${[...visits]}::bigint[]) v) and (select max(v) from unnest(${[...visits]}::bigint[]) v)
      returning *
    )
    insert into analytics_rejected (at, reason, session_id, visitor, network, user_agent, path, referrer, hit)
    select visit_started_at(r.visit) + make_interval(secs => r.first_seconds), ${reason},
      coalesce(s.session_id, md5(r.visit::text)::uuid), r.visitor, r.network, a.user_agent, p.path, o.referrer_url, ${AS_HIT}
    from gone r
      join analytics_paths p on p.id = r.path_id join analytics_origins o on o.id = r.origin_id
      join analytics_agents a on a.id = r.agent_id join analytics_places l on l.id = r.place_id
      left join analytics_sessions s on s.visit = r.visit
    returning id`.execute(db);
  await markDirtyDays(db, oncePerQuarter(visits.map(visitStartedAt)));
  return rows.length;
}

/** Visits per transaction. Small, so that collecting never waits long. */
const AT_ONCE = 2000;

/** As of their last hit, after 30 minutes; visits without attention go to quarantine. May run in several processes at once. */
export async function endIdleVisits(
  ctx: Context,
  { timezone }: { timezone: string },
): Promise<{ ended: number; withdrawn: number }> {
  const now = ctx.clock.now();
  const ended = await inPortions(ctx.db, (trx) => endPortion(trx, now));
  const withdrawn = { records: 0 };
  await inPortions(ctx.db, (trx) => judgePortion(trx, now, { timezone, withdrawn }));
  return { ended, withdrawn: withdrawn.records };
}

async function inPortions(db: Db, portion: (trx: Db) => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const done = await db.transaction().execute(portion);
    all += done;
    if (done < AT_ONCE) return all;
  }
}

const bigint = (column: string) => sql<string>`${sql.ref(column)}::text`;

/** `ended_seconds`: null if the visit continues after all. `left`: its reader left the page. */
type VisitEnd = { visit: string; ended_seconds: number | null; left: boolean };

/** So that other months aren't looked at. */
const among = (rows: readonly { visit: string }[]) => {
  const visits = rows.map(({ visit }) => BigInt(visit));
  const least = visits.reduce((a, b) => (b < a ? b : a));
  const most = visits.reduce((a, b) => (b > a ? b : a));
  return sql`r.visit between ${String(least)}::bigint and ${String(most)}::bigint`;
};

async function endPortion(db: Db, now: Date): Promise<number> {
  const idle = await db
    .selectFrom("analytics_sessions")
    .select(["session_id", bigint("visit").as("visit"), "last_at"])
    .where("ended_at", "is", null)
    .where("last_at", "<", before(now, IDLE_MS))
    .orderBy("session_id")
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  if (idle.length === 0) return 0;
  await endVisits(
    db,
    idle.map(({ visit, last_at }) => ({
      visit,
      ended_seconds: Math.max(0, Math.round((last_at.getTime() - visitStartedAt(visit)) / 1000)),
      left: false,
    })),
  );
  await sql`update analytics_sessions set ended_at = last_at where session_id = any(${idle.map(({ session_id }) => session_id)}::uuid[])`.execute(
    db,
  );
  await markDirtyDays(db, oncePerQuarter(idle.map(({ visit }) => visitStartedAt(visit))));
  return idle.length;
}

/** In all records of the visits (specification, section 4). */
async function endVisits(db: Db, ends: readonly VisitEnd[]): Promise<void> {
  await sql`
    update analytics_records r set ended_seconds = t.ended_seconds, is_bounce = r.is_bounce and not t.left
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as t (visit bigint, ended_seconds integer, "left" boolean)
    where r.visit = t.visit and ${among(ends)}`.execute(db);
}

async function judgePortion(
  db: Db,
  now: Date,
  { timezone, withdrawn }: { timezone: string; withdrawn: { records: number } },
): Promise<number> {
  const over = await db
    .selectFrom("analytics_sessions")
    .select(["session_id", bigint("visit").as("visit"), bigint("visitor").as("visitor")])
    .where("is_judged", "=", false)
    .where("ended_at", "is not", null)
    .where("last_at", "<", before(now, VISIT_PAUSE_MS))
    .orderBy("session_id")
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  if (over.length === 0) return 0;
  // A page without JavaScript can't tell whether it is being read.
  const withScript = over.filter(
    ({ session_id, visit, visitor }) =>
      session_id.replaceAll("-", "") !== sessionOfVisitor(visitor, localDay(visitStartedAt(visit), timezone)),
  );
  const unengaged = await unengagedVisits(
    db,
    withScript.map(({ visit }) => visit),
  );
  withdrawn.records += await withdrawRecords(db, unengaged, "no_engagement");
  await sql`update analytics_sessions set is_judged = true where session_id = any(${over.map(({ session_id }) => session_id)}::uuid[])`.execute(
    db,
  );
  return over.length;
}

async function unengagedVisits(db: Db, visits: string[]): Promise<string[]> {
  const { rows } = await sql<{ visit: string }>`
    select visit::text as visit from analytics_records where visit = any(${visits}::bigint[]) and not is_demo
    group by visit having sum(views) >= ${NO_ENGAGEMENT_VIEWS} and sum(engaged_seconds) = 0`.execute(db);
  return rows.map(({ visit }) => visit);
}

/** Keeps views without the reader session once they are older than a view's pause. */
export async function anonymizeViews({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  const until = new Date(clock.now().getTime() - VIEW_PAUSE_MS);
  await sql`update post_views set session_id = null where session_id is not null and viewed_at <= ${until}`.execute(db);
}
