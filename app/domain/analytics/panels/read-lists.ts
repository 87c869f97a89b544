import type { Context } from "../../context.ts";
import type { AnalyticsBreakdown, AnalyticsPages, AnalyticsSessions, PageFigures, RecentSession } from "../analytics.ts";
import {
  bounceRate,
  type Dimension,
  meanOf,
  type PageSort,
  type PanelQuery,
  RECENT_SESSIONS,
  share,
} from "../analytics-rules.ts";
import { singleDrill } from "../rollups/drill-tally.ts";
import { rolledDaysOf } from "../rollups/drills.sql.ts";
import { openPanel, type PanelView, readDrilled } from "./open-panel.ts";
import { type PageRow, rolledDays, rolledPages, rolledValues } from "./panel.sql.ts";
import { drilledPages, drilledValues, type LocalDays } from "./panel-drilled.sql.ts";
import { newestVisits, type VisitRow } from "./panel-visit.sql.ts";

const presentSession = (row: VisitRow): RecentSession => ({
  id: row.id,
  location: row.location,
  device: row.device_type,
  browser: row.browser,
  browser_version: row.browser_version,
  operating_system: row.operating_system,
  started_at: new Date(row.started_at).toISOString(),
  last_at: new Date(row.started_at + row.last_seconds * 1000).toISOString(),
  duration_seconds: row.is_active ? row.last_seconds : (row.ended_seconds ?? row.last_seconds),
  page_views: row.views,
  is_active: row.is_active,
  entry_path: row.entry_path,
  source: row.source,
});

/**
 * The days to read: for one page, source or country the rollups say on which days enough visits began, so that rare ones aren't
 * searched for among all records. The last day is always read, because it may not be rolled up yet.
 */
async function daysToSearch(ctx: Context, { period, timezone, drill }: PanelView): Promise<LocalDays | LocalDays[]> {
  const known = await rolledDaysOf(ctx.db, period, drill);
  if (!known) return { ...period, timezone };
  const days = new Set([period.to]);
  let visits = 0;
  for (const row of known.toReversed()) {
    if (visits >= RECENT_SESSIONS) break;
    visits += row.visits;
    days.add(row.day);
  }
  return [...days].map((day) => ({ from: day, to: day, timezone }));
}

/**
 * The visits of the period that began last, newest first; ten at most (specification, section 9).
 * @param timezone of the site, IANA name
 * @throws DomainError `invalid_input` for invalid days
 */
export async function readRecentSessions(ctx: Context, query: PanelQuery, timezone: string): Promise<AnalyticsSessions> {
  const view = await openPanel(ctx, query, timezone);
  const options = { now: ctx.clock.now(), limit: RECENT_SESSIONS };
  const rows = await newestVisits(ctx.db, await daysToSearch(ctx, view), view.narrowing, options);
  return { items: rows.map(presentSession) };
}

const presentPage = ({ bounces, engaged, total: _, ...row }: PageRow): PageFigures => ({
  ...row,
  bounce_rate: bounceRate(bounces, row.entries),
  average_engaged_seconds: meanOf(engaged, row.visits),
});

/**
 * The top pages by `sort`, without those that have a zero there. `total` counts them all.
 * @param timezone of the site, IANA name
 * @throws DomainError `invalid_input` for invalid days
 */
export async function readPages(
  ctx: Context,
  { sort, limit, ...query }: PanelQuery & { sort: PageSort; limit: number },
  timezone: string,
): Promise<AnalyticsPages> {
  const view = await openPanel(ctx, query, timezone);
  const { period, narrowing } = view;
  // A page alone is a row of the list of all.
  const isOneOfAll = !narrowing || singleDrill(view.drill)?.drill === "page";
  const rows = isOneOfAll
    ? await rolledPages(ctx.db, period, { sort, limit, path: narrowing?.path ?? null })
    : await readDrilled(ctx, view, "pages", (db, sources, narrowed) => drilledPages(db, sources, narrowed, { sort, limit }));
  return { items: rows.map(presentPage), total: rows[0]?.total ?? 0 };
}

type Part = { dimension: Dimension; limit: number };

async function valuesOf(ctx: Context, view: PanelView, { dimension, limit }: Part) {
  const { period } = view;
  if (view.narrowing) {
    const rows = await readDrilled(ctx, view, dimension, (db, sources, narrowing) =>
      drilledValues(db, sources, narrowing, { dimension, limit }),
    );
    return { rows, all: rows[0]?.all_visits ?? 0 };
  }
  const [rows, days] = await Promise.all([rolledValues(ctx.db, period, dimension, limit), rolledDays(ctx.db, period)]);
  return { rows, all: days.reduce((sum, { visits }) => sum + visits, 0) };
}

/**
 * What visits came from or with: the values that the most visits have, each with its part of all visits of the period in
 * percent. (Only a campaign is something that a visit may be without.) `total` counts all values.
 * @param timezone of the site, IANA name
 * @throws DomainError `invalid_input` for invalid days
 */
export async function readBreakdown(
  ctx: Context,
  { dimension, limit, ...query }: PanelQuery & Part,
  timezone: string,
): Promise<AnalyticsBreakdown> {
  const view = await openPanel(ctx, query, timezone);
  const { rows, all } = await valuesOf(ctx, view, { dimension, limit });
  const items = rows.map(({ value, visits, visitors, views }) => ({
    value,
    visits,
    visitors,
    views,
    percentage: share(visits, all),
  }));
  return { items, total: rows[0]?.total ?? 0 };
}
