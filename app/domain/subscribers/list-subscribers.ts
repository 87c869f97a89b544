import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { containsText } from "../../platform/database/text-search.ts";
import { type ActorOrOperator, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { paged } from "../schema-fields.ts";
import { subscriberPolicy } from "./subscriber.policy.ts";
import type { SubscriberCounts, SubscriberPage, SubscriberSort } from "./subscriber.ts";
import { SUBSCRIBER_STATES, SUPPRESSION_REASONS, type SubscriberState, type SuppressionReason } from "./subscriber-rules.ts";
import { presentSubscriber, SUBSCRIBER_COLUMNS, type SubscriberRow } from "./subscribers.sql.ts";

export type SubscriberFilter = {
  search?: string | undefined;
  state?: SubscriberState | undefined;
  suppressed_for?: SuppressionReason | undefined;
};

type SubscribersQuery = SubscriberFilter & { sort: SubscriberSort; page: number; limit: number };

const termOf = (search = "") => search.replaceAll("\0", " ").toWellFormed().trim();

export function matching({ search, state, suppressed_for }: SubscriberFilter): RawBuilder<unknown> {
  const rules: RawBuilder<unknown>[] = [sql`true`];
  const term = termOf(search);
  if (term) rules.push(containsText(sql`words`, term));
  if (state) rules.push(sql`state = ${state}`);
  if (suppressed_for) rules.push(sql`suppressed_for = ${suppressed_for}`);
  return sql.join(rules, sql` and `);
}

const ORDER: Record<SubscriberSort, RawBuilder<unknown>> = {
  "-created_at": sql`created_at desc, id desc`,
  created_at: sql`created_at, id`,
  email: sql`lower(email)`,
  "-email": sql`lower(email) desc`,
};

/** Of all subscribers, in one scan. */
async function countByState(db: Db): Promise<SubscriberCounts> {
  const { rows } = await sql<{ state: string; suppressed_for: string | null; count: number }>`
    select state, suppressed_for, count(*)::int as count from subscribers group by state, suppressed_for`.execute(db);
  const sumOf = (isMeant: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isMeant).reduce((sum, { count }) => sum + count, 0);
  const byState = SUBSCRIBER_STATES.map((state) => [state, sumOf((row) => row.state === state)]);
  const byReason = SUPPRESSION_REASONS.map((reason) => [reason, sumOf((row) => row.suppressed_for === reason)]);
  return { all: sumOf(() => true), ...Object.fromEntries(byState), suppressed_for: Object.fromEntries(byReason) };
}

async function countMatching(db: Db, filter: SubscriberFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from subscribers where ${matching(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** A page beyond the end is empty but has the right totals. @throws DomainError `forbidden` */
export async function listSubscribers(ctx: Context, actor: ActorOrOperator, query: SubscribersQuery): Promise<SubscriberPage> {
  authorize(actor, subscriberPolicy.read);
  const { sort, page, limit, ...filter } = query;
  const [counts, matches, { rows }] = await Promise.all([
    countByState(ctx.db),
    termOf(filter.search) ? countMatching(ctx.db, filter) : undefined,
    sql<SubscriberRow>`select ${SUBSCRIBER_COLUMNS} from subscribers where id = any(array(
      select id from subscribers where ${matching(filter)} order by ${ORDER[sort]} limit ${limit} offset ${(page - 1) * limit}
    )) order by ${ORDER[sort]}`.execute(ctx.db),
  ]);
  const total = matches ?? knownTotal(filter, counts);
  return { ...paged(rows.map(presentSubscriber), total, page, limit), counts };
}

/** Without a search, the counts have it. */
function knownTotal({ state, suppressed_for }: SubscriberFilter, counts: SubscriberCounts): number {
  if (suppressed_for) return state === undefined || state === "suppressed" ? counts.suppressed_for[suppressed_for] : 0;
  return state ? counts[state] : counts.all;
}
