import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { HIT_LIMITS, type Reason, type Rule } from "../model.ts";

type Db = Kysely<DB>;

/** The host of a referrer's address: `spam.example` of `https://www.spam.example:8080/a`. */
const HOST = sql`regexp_replace(lower(o.referrer_url), '^[a-z][a-z0-9+.-]*://([^/:]*).*$', '\\1')`;

/** The records that a rule is about, as r; what it means is said in `rulings.ts`. */
function concerned({ kind, value }: Pick<Rule, "kind" | "value">): RawBuilder<unknown> {
  if (kind === "network") return sql`r.network <<= ${value}::cidr`;
  if (kind === "user_agent") {
    return sql`r.agent_id in (select id from analytics_agents where strpos(lower(user_agent), lower(${value})) > 0)`;
  }
  return sql`r.origin_id in (
    select o.id from analytics_origins o where o.referrer_url is not null
      and (${HOST} = ${value} or right(${HOST}, length(${value}) + 1) = '.' || ${value}))`;
}

/** A record as `StoredHit` has it, with everything that brings it back as it was. */
const HIT = sql`jsonb_build_object(
  'kind', 'view', 'at', to_char(visit_started_at(r.visit) at time zone 'UTC' + make_interval(secs => r.first_seconds), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'session', lpad(to_hex(r.visit), 32, '0'), 'visitor', r.visitor::text, 'path', p.path, 'search', null,
  'origin', to_jsonb(o) - 'id' - 'key', 'agent', to_jsonb(a) - 'id' - 'key', 'place', to_jsonb(l) - 'id' - 'key',
  'network', text(r.network), 'is_authenticated', r.is_authenticated, 'engaged', r.engaged_seconds, 'scroll', r.scroll_depth,
  'is_demo', r.is_demo,
  'record', jsonb_build_object('visit', r.visit::text, 'first_seconds', r.first_seconds, 'last_seconds', r.last_seconds,
    'ended_seconds', r.ended_seconds, 'views', r.views, 'is_bounce', r.is_bounce))`;

/**
 * Takes the records that a rule is about out of the figures and into quarantine, and marks their days. Rows are locked in the
 * order in which hits are counted.
 * @param since when the visits began at the earliest; @param timezone IANA name: where the days are
 * @returns how many visits that were
 */
export async function takeBack(
  db: Db,
  rule: Pick<Rule, "kind" | "value">,
  { reason, since, timezone }: { reason: Reason; since: Date; timezone: string },
): Promise<number> {
  const { rows } = await sql<{ visits: number }>`
    with picked as materialized (
      select r.visit, r.path_id from analytics_records r
      where r.visit >= visit_floor(${since}::timestamptz) and ${concerned(rule)} order by r.visit, r.path_id for update
    ), r as (
      delete from analytics_records r using picked k
      where r.visit = k.visit and r.path_id = k.path_id and r.visit >= visit_floor(${since}::timestamptz) returning r.*
    ), held as (
      insert into analytics_rejected (at, reason, visitor, network, user_agent, path, referrer, hit)
      select visit_started_at(r.visit) + make_interval(secs => r.first_seconds), ${reason}, r.visitor, r.network,
        left(a.user_agent, ${sql.lit(HIT_LIMITS.userAgent)}), p.path, o.referrer_url, ${HIT}
      from r join analytics_paths p on p.id = r.path_id join analytics_origins o on o.id = r.origin_id
        join analytics_agents a on a.id = r.agent_id join analytics_places l on l.id = r.place_id
      order by r.visit, r.first_seconds
    ), marked as (
      insert into analytics_marks (at)
      select min(visit_started_at(visit)) from r group by (visit_started_at(visit) at time zone ${timezone}::text)::date
    )
    select count(distinct visit)::integer as visits from r`.execute(db);
  return rows[0]?.visits ?? 0;
}
