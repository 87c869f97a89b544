import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import { containsLetters } from "../../../platform/database/text-search.ts";
import { HIT_LIMITS, type Reason, type Rule, type RuleKind, type StoredHit } from "../hit-rules.ts";
import { networkMeant } from "./traffic-rules.ts";

/** The host of a referrer's address: `spam.example` of `https://www.spam.example:8080/a`. */
const HOST = sql`regexp_replace(lower(o.referrer_url), '^[a-z][a-z0-9+.-]*://([^/:]*).*$', '\\1')`;

/** The records that a rule is about, as r; `collect/compile-rules.ts` applies the same rules to hits. */
function concerned({ kind, value }: Pick<Rule, "kind" | "value">): RawBuilder<unknown> {
  if (kind === "network") return sql`r.network <<= ${value}::cidr`;
  if (kind === "user_agent") {
    return sql`r.agent_id in (select id from analytics_agents where strpos(lower(user_agent), lower(${value})) > 0)`;
  }
  return sql`r.origin_id in (
    select o.id from analytics_origins o where o.referrer_url is not null
      and (${HOST} = ${value} or right(${HOST}, length(${value}) + 1) = '.' || ${value}))`;
}

/** A record as a `StoredHit`, with everything that is needed to restore it. */
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

export type RuleRow = Rule & { id: string; created_at: Date };

/** All of the owner's rules, the newest first. */
export async function ruleRows(db: Db): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select id, kind, value, verdict, created_at from analytics_rules order by created_at desc, id desc`.execute(db);
  return rows;
}

/** How many rules there are. */
export async function countRules(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from analytics_rules`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The rule about a value, if there is one. */
export async function ruleAbout(db: Db, kind: RuleKind, value: string): Promise<RuleRow | undefined> {
  const { rows } = await sql<RuleRow>`
    select id, kind, value, verdict, created_at from analytics_rules where kind = ${kind} and value = ${value}`.execute(db);
  return rows[0];
}

/** Adds a rule, or changes the verdict of the one with the same value. */
export async function putRule(db: Db, { kind, value, verdict }: Rule, at: Date): Promise<RuleRow> {
  const { rows } = await sql<RuleRow>`
    insert into analytics_rules as r (kind, value, verdict, created_at) values (${kind}, ${value}, ${verdict}, ${at})
    on conflict (kind, value) do update set verdict = excluded.verdict, created_at = excluded.created_at
    returning id, kind, value, verdict, created_at`.execute(db);
  return rows[0] as RuleRow;
}

/** Deletes a rule. @returns the deleted rule */
export async function deleteRuleRow(db: Db, id: string): Promise<RuleRow | undefined> {
  const { rows } = await sql<RuleRow>`
    delete from analytics_rules where id = ${id}::uuid returning id, kind, value, verdict, created_at`.execute(db);
  return rows[0];
}

/** What is looked for among the held hits. */
export type HeldFilter = { reason?: string | undefined; search?: string | undefined };

export type HeldRow = {
  id: string;
  at: Date;
  reason: string;
  network: string | null;
  user_agent: string;
  path: string;
  referrer: string | null;
};

const columns = sql`id::text as id, at, reason, network::text as network, user_agent, path, referrer`;

function filtered({ reason, search }: HeldFilter) {
  const ofReason = reason === undefined ? sql`true` : sql`reason = ${reason}`;
  if (search === undefined) return ofReason;
  const network = networkMeant(search);
  if (network !== null) return sql`${ofReason} and network <<= ${network}::cidr`;
  return sql`${ofReason} and ${containsLetters(sql`rejected_words(user_agent, path, referrer)`, search)}`;
}

/** How many are held; `most` when there are as many or more. */
export async function countHeld(db: Db, filter: HeldFilter, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (select from analytics_rejected where ${filtered(filter)} limit ${most}) found`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** One page of them, the newest first. */
export async function heldRows(db: Db, filter: HeldFilter, { limit, offset }: { limit: number; offset: number }) {
  const { rows } = await sql<HeldRow>`
    select ${columns} from analytics_rejected where ${filtered(filter)}
    order by at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** How many are held for each of the reasons, up to `most` each; those without any are left out. */
export async function countReasons(db: Db, reasons: readonly string[], most: number) {
  const { rows } = await sql<{ reason: string; count: number }>`
    select w.reason, f.count from unnest(${reasons}::text[]) with ordinality w(reason, place)
    cross join lateral (
      select count(*)::integer as count from (select from analytics_rejected r where r.reason = w.reason limit ${most}) found
    ) f where f.count > 0 order by w.place`.execute(db);
  return rows;
}

/** What rules can be made of in these hits. */
export async function heldTraits(db: Db, ids: readonly string[]) {
  const { rows } = await sql<Pick<HeldRow, "network" | "user_agent" | "referrer">>`
    select distinct network::text as network, user_agent, referrer from analytics_rejected
    where id = any(${ids}::bigint[]) order by 1, 2, 3`.execute(db);
  return rows;
}

/** Deletes hits from quarantine and returns them, except those that another process has taken. */
export async function takeHeld(db: Db, ids: readonly string[]): Promise<StoredHit[]> {
  const { rows } = await sql<{ hit: StoredHit }>`
    delete from analytics_rejected where id = any(${ids}::bigint[]) returning hit`.execute(db);
  return rows.map(({ hit }) => hit);
}
