import type { Context } from "../../context.ts";
import { openPanel } from "./opening-panels.ts";
import { newestVisits, type VisitRow } from "./panel-visit-queries.ts";
import { type AnalyticsSessions, type PanelQuery, RECENT_SESSIONS, type RecentSession } from "./panels-model.ts";

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
 * The visits of the period that began last, newest first; ten at most (specification, section 9).
 * @param timezone of the site, IANA name
 * @throws DomainError `invalid_input` for days that can't be asked for
 */
export async function readRecentSessions(ctx: Context, query: PanelQuery, timezone: string): Promise<AnalyticsSessions> {
  const { period, narrowing } = await openPanel(ctx, query, timezone);
  const options = { now: ctx.clock.now(), limit: RECENT_SESSIONS };
  const rows = await newestVisits(ctx.db, { ...period, timezone }, narrowing, options);
  return { items: rows.map(present) };
}
