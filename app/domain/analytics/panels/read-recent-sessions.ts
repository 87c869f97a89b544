import type { Context } from "../../context.ts";
import type { AnalyticsSessions, RecentSession } from "../analytics.ts";
import { type PanelQuery, RECENT_SESSIONS } from "../analytics-rules.ts";
import { rolledDaysOf } from "../rollups/rolled-drill.sql.ts";
import { openPanel, type PanelView } from "./open-panel.ts";
import type { LocalDays } from "./panel-drilled.sql.ts";
import { newestVisits, type VisitRow } from "./panel-visit.sql.ts";

const present = (row: VisitRow): RecentSession => ({
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
 * Where to look for them: of one page, source or country the rollups know on which days enough visits began last, so that what is
 * rare isn't searched for among all. The last day is looked at in any case, for it may not be rolled up yet.
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
 * @throws DomainError `invalid_input` for days that can't be asked for
 */
export async function readRecentSessions(ctx: Context, query: PanelQuery, timezone: string): Promise<AnalyticsSessions> {
  const view = await openPanel(ctx, query, timezone);
  const options = { now: ctx.clock.now(), limit: RECENT_SESSIONS };
  const rows = await newestVisits(ctx.db, await daysToSearch(ctx, view), view.narrowing, options);
  return { items: rows.map(present) };
}
