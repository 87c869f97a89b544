import { type RawBuilder, sql } from "kysely";
import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import type { Db } from "../../../platform/database/db.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { duplicate, invalid, notFound } from "../../errors.ts";
import { analyticsPolicy } from "../analytics.policy.ts";
import { HIT_LIMITS, type Reason, type Rule, type RuleKind } from "../hit-rules.ts";
import type { NewRule, RulesChange, TrafficRule } from "./traffic.ts";
import { BLOCK_REACH_DAYS, RULES_MAX, readRule, TRAFFIC_MESSAGES } from "./traffic-rules.ts";

type Traits = { network: string | null; user_agent: string; referrer: string | null };

/** Each value once; hits without the trait have none. @throws DomainError `invalid_input`, naming a value that can't be a rule */
export function ruleValues(kind: RuleKind, traits: readonly Traits[]): string[] {
  const values = new Set<string>();
  for (const traitsOfHit of traits) {
    const raw = traitsOfHit[kind]?.trim();
    if (!raw) continue;
    const read = readRule(kind, raw);
    if ("fault" in read) {
      throw invalid("Some of the input is invalid", [{ field: "ids", rule: `${TRAFFIC_MESSAGES[read.fault]}: ${raw}` }]);
    }
    values.add(read.value);
  }
  return [...values];
}

const DAY_MS = 86_400_000;

type RuleRow = Rule & { id: string; created_at: Date };

const present = ({ created_at, ...row }: RuleRow): TrafficRule => ({ ...row, created_at: created_at.toISOString() });
const audited = ({ kind, value, verdict }: Rule) => ({ kind, value, verdict });

const refused = (rule: string) => invalid("Some of the input is invalid", [{ field: "value", rule }]);

export async function listRules(ctx: Context): Promise<{ items: TrafficRule[] }> {
  return { items: (await ruleRows(ctx.db)).map(present) };
}

async function ruleRows(db: Db): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select id, kind, value, verdict, created_at from analytics_rules order by created_at desc, id desc`.execute(db);
  return rows;
}

const HOST = sql`regexp_replace(lower(o.referrer_url), '^[a-z][a-z0-9+.-]*://([^/:]*).*$', '\\1')`;

const HIT = sql`jsonb_build_object(
  'kind', 'view', 'at', to_char(visit_started_at(r.visit) at time zone 'UTC' + make_interval(secs => r.first_seconds), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'session', lpad(to_hex(r.visit), 32, '0'), 'visitor', r.visitor::text, 'path', p.path, 'search', null,
  'origin', to_jsonb(o) - 'id' - 'key', 'agent', to_jsonb(a) - 'id' - 'key', 'place', to_jsonb(l) - 'id' - 'key',
  'network', text(r.network), 'is_authenticated', r.is_authenticated, 'engaged', r.engaged_seconds, 'scroll', r.scroll_depth,
  'is_demo', r.is_demo,
  'record', jsonb_build_object('visit', r.visit::text, 'first_seconds', r.first_seconds, 'last_seconds', r.last_seconds,
    'ended_seconds', r.ended_seconds, 'views', r.views, 'is_bounce', r.is_bounce))`;

/** Call it under `TRAFFIC_WRITES`. A block also moves recorded visits to quarantine. @throws DomainError `invalid_input` at the limit */
export async function replaceRules(ctx: Context, actor: Actor, rules: readonly Rule[], timezone: string): Promise<RulesChange> {
  const at = ctx.clock.now();
  const since = new Date(at.getTime() - BLOCK_REACH_DAYS * DAY_MS);
  const made: TrafficRule[] = [];
  let held_visits = 0;
  for (const rule of rules) {
    const before = await ruleAbout(ctx.db, rule.kind, rule.value);
    if (!before && (await countRules(ctx.db)) >= RULES_MAX) throw refused(TRAFFIC_MESSAGES.full);
    const row = await putRule(ctx.db, rule, at);
    const moved = rule.verdict === "block" ? await takeBack(ctx.db, rule, { reason: "blocked", since, timezone }) : 0;
    const entry = {
      action: before ? "updated" : "created",
      entity: "traffic rule",
      entityId: row.id,
      label: rule.value,
    } as const;
    const after = { ...audited(rule), ...(moved > 0 && { visits_held: moved }) };
    await recordAudit(ctx, actor, { ...entry, before: before ? audited(before) : null, after });
    held_visits += moved;
    made.push(present(row));
  }
  return { rules: made, held_visits };
}

/** Records as `r`; `collect/compile-rules.ts` applies the same rules to hits. */
function concerned({ kind, value }: Pick<Rule, "kind" | "value">): RawBuilder<unknown> {
  if (kind === "network") return sql`r.network <<= ${value}::cidr`;
  if (kind === "user_agent") {
    return sql`r.agent_id in (select id from analytics_agents where strpos(lower(user_agent), lower(${value})) > 0)`;
  }
  return sql`r.origin_id in (
    select o.id from analytics_origins o where o.referrer_url is not null
      and (${HOST} = ${value} or right(${HOST}, length(${value}) + 1) = '.' || ${value}))`;
}

/** Moves matching records to quarantine and marks their days. Locks rows in the order in which hits are counted. @returns visits */
async function takeBack(
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
    ), quarantined as (
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

async function countRules(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from analytics_rules`.execute(db);
  return rows[0]?.n ?? 0;
}

async function ruleAbout(db: Db, kind: RuleKind, value: string): Promise<RuleRow | undefined> {
  const { rows } = await sql<RuleRow>`
    select id, kind, value, verdict, created_at from analytics_rules where kind = ${kind} and value = ${value}`.execute(db);
  return rows[0];
}

async function putRule(db: Db, { kind, value, verdict }: Rule, at: Date): Promise<RuleRow> {
  const { rows } = await sql<RuleRow>`
    insert into analytics_rules as r (kind, value, verdict, created_at) values (${kind}, ${value}, ${verdict}, ${at})
    on conflict (kind, value) do update set verdict = excluded.verdict, created_at = excluded.created_at
    returning id, kind, value, verdict, created_at`.execute(db);
  return rows[0] as RuleRow;
}

/** Nothing may be moved twice. */
export const TRAFFIC_WRITES = "analytics traffic";

/** A block also moves recorded visits to quarantine. @throws DomainError `forbidden`; `invalid_input`; 23505 for an existing rule */
export async function addRule(
  ctx: Context,
  actor: Actor,
  { kind, value, verdict }: NewRule,
  timezone: string,
): Promise<RulesChange> {
  authorize(actor, analyticsPolicy.manageRules);
  const read = readRule(kind, value);
  if ("fault" in read) throw refused(TRAFFIC_MESSAGES[read.fault]);
  return withAdvisoryLock(ctx.db, TRAFFIC_WRITES, async (db) => {
    const before = await ruleAbout(db, kind, read.value);
    if (before?.verdict === verdict) throw duplicate("This rule already exists");
    return replaceRules({ ...ctx, db }, actor, [{ kind, value: read.value, verdict }], timezone);
  });
}

/** Its hits stay in quarantine until they are released. @throws DomainError `forbidden`, or PGRST116 */
export async function deleteRule(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, analyticsPolicy.manageRules);
  await withAdvisoryLock(ctx.db, TRAFFIC_WRITES, async (db) => {
    const row = (
      await sql<RuleRow>`
      delete from analytics_rules where id = ${id}::uuid returning id, kind, value, verdict, created_at`.execute(db)
    ).rows[0];
    if (!row) throw notFound("Rule");
    const entry = { action: "deleted", entity: "traffic rule", entityId: id, label: row.value } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: audited(row), after: null });
  });
}
