import { sql } from "kysely";
import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import type { Db } from "../../../platform/database/db.ts";
import { containsLetters } from "../../../platform/database/text-search.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { type Actor, authorize } from "../../authorize.ts";
import type { Context } from "../../context.ts";
import { invalid, notFound } from "../../errors.ts";
import { analyticsPolicy } from "../analytics.policy.ts";
import { countHits } from "../collect/count-hits.ts";
import type { StoredHit } from "../hit-rules.ts";
import { replaceRules, ruleValues, TRAFFIC_WRITES } from "./manage-rules.ts";
import type { QuarantineBlock, QuarantinePage, QuarantineRelease, Released, RulesChange } from "./traffic.ts";
import {
  networkMeant,
  QUARANTINE_CAP,
  QUARANTINE_REASON_CAP,
  QUARANTINE_REASONS,
  QUARANTINE_SEARCH_CAP,
  type QuarantineReason,
} from "./traffic-rules.ts";

type QuarantineQuery = { reason?: QuarantineReason | undefined; search?: string | undefined; page: number; limit: number };

type QuarantineFilter = { reason?: string | undefined; search?: string | undefined };

type QuarantinedRow = {
  id: string;
  at: Date;
  reason: string;
  network: string | null;
  user_agent: string;
  path: string;
  referrer: string | null;
};

const columns = sql`id::text as id, at, reason, network::text as network, user_agent, path, referrer`;

/** Newest first, with counts by reason. @param asked `search`: part of the user agent, the page, the referrer or the network */
export async function listQuarantined(ctx: Context, { page, limit, ...asked }: QuarantineQuery): Promise<QuarantinePage> {
  const filter = { ...asked, search: asked.search?.trim() || undefined };
  const cap = filter.search === undefined ? QUARANTINE_CAP : QUARANTINE_SEARCH_CAP;
  const [counted, counts] = await Promise.all([
    countQuarantined(ctx.db, filter, cap + 1),
    countReasons(ctx.db, QUARANTINE_REASONS, QUARANTINE_REASON_CAP),
  ]);
  const total = Math.min(counted, cap);
  const offset = (page - 1) * limit;
  const rows = offset < total ? await quarantinedRows(ctx.db, filter, { limit: Math.min(limit, total - offset), offset }) : [];
  const items = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
  return { items, total, total_is_capped: counted > total, page, pages: Math.ceil(total / limit), limit, counts };
}

function filtered({ reason, search }: QuarantineFilter) {
  const ofReason = reason === undefined ? sql`true` : sql`reason = ${reason}`;
  if (search === undefined) return ofReason;
  const network = networkMeant(search);
  if (network !== null) return sql`${ofReason} and network <<= ${network}::cidr`;
  return sql`${ofReason} and ${containsLetters(sql`rejected_words(user_agent, path, referrer)`, search)}`;
}

async function countQuarantined(db: Db, filter: QuarantineFilter, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (select from analytics_rejected where ${filtered(filter)}
    limit ${most}) found`.execute(db);
  return rows[0]?.n ?? 0;
}

async function quarantinedRows(db: Db, filter: QuarantineFilter, { limit, offset }: { limit: number; offset: number }) {
  const { rows } = await sql<QuarantinedRow>`
    select ${columns} from analytics_rejected where ${filtered(filter)}
    order by at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

async function countReasons(db: Db, reasons: readonly string[], most: number) {
  const { rows } = await sql<{ reason: string; count: number }>`
    select w.reason, f.count from unnest(${reasons}::text[]) with ordinality w(reason, place)
    cross join lateral (
      select count(*)::integer as count from (select from analytics_rejected r where r.reason = w.reason limit ${most}) found
    ) f where f.count > 0 order by w.place`.execute(db);
  return rows;
}

const NONE = {
  user_agent: "None of these hits has a user agent",
  network: "None of these hits has a network",
  referrer: "None of these hits came from another site",
} as const;

/**
 * The senders' recorded visits of the last 30 days go into quarantine, too.
 * @throws DomainError `forbidden`; PGRST116 when no hit is left; `invalid_input` when there is nothing to make a rule of, or it would
 * concern everybody
 */
export async function blockQuarantined(
  ctx: Context,
  actor: Actor,
  { ids, by }: QuarantineBlock,
  timezone: string,
): Promise<RulesChange> {
  authorize(actor, analyticsPolicy.decide);
  return withAdvisoryLock(ctx.db, TRAFFIC_WRITES, async (db) => {
    const traits = await traitsOf(db, ids);
    if (traits.length === 0) throw notFound("Quarantined hit");
    const values = ruleValues(by, traits);
    if (values.length === 0) throw invalid("Some of the input is invalid", [{ field: "by", rule: NONE[by] }]);
    const rules = values.map((value) => ({ kind: by, value, verdict: "block" }) as const);
    return replaceRules({ ...ctx, db }, actor, rules, timezone);
  });
}

async function traitsOf(db: Db, ids: readonly string[]) {
  const { rows } = await sql<Pick<QuarantinedRow, "network" | "user_agent" | "referrer">>`
    select distinct network::text as network, user_agent, referrer from analytics_rejected
    where id = any(${ids}::bigint[]) order by 1, 2, 3`.execute(db);
  return rows;
}

const figures = new Intl.NumberFormat("en-US");
const labelOf = (count: number) => (count === 1 ? "1 quarantined hit" : `${figures.format(count)} quarantined hits`);
const pagesOf = (hits: readonly StoredHit[]) => [...new Set(hits.map(({ path }) => path))].sort();

/**
 * Counts each hit once, at its own time.
 * @param input `allow`: from now on, the same user agent or network is counted @throws DomainError `forbidden`; `invalid_input` when that
 * would concern everybody
 */
export async function releaseQuarantined(
  ctx: Context,
  actor: Actor,
  { ids, allow }: QuarantineRelease,
  timezone: string,
): Promise<Released> {
  authorize(actor, analyticsPolicy.decide);
  return withAdvisoryLock(ctx.db, TRAFFIC_WRITES, async (db) => {
    const inside = { ...ctx, db };
    const values = allow ? ruleValues(allow, await traitsOf(db, ids)) : [];
    const hits = await takeFromQuarantine(db, ids);
    if (hits.length === 0) return { released: 0, rules: [] };
    await countHits(db, hits, { timezone });
    const entry = { action: "released", entity: "visits", entityId: null, label: labelOf(hits.length) } as const;
    await recordAudit(inside, actor, { ...entry, before: null, after: { hits: hits.length, pages: pagesOf(hits) } });
    const rules = values.map((value) => ({ kind: allow ?? "network", value, verdict: "allow" }) as const);
    return { released: hits.length, rules: (await replaceRules(inside, actor, rules, timezone)).rules };
  });
}

async function takeFromQuarantine(db: Db, ids: readonly string[]): Promise<StoredHit[]> {
  const { rows } = await sql<{ hit: StoredHit }>`
    delete from analytics_rejected where id = any(${ids}::bigint[]) returning hit`.execute(db);
  return rows.map(({ hit }) => hit);
}
