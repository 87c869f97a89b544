import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type {
  AnalyticsBreakdown,
  AnalyticsOverview,
  AnalyticsPages,
  AnalyticsSessions,
  AnalyticsTimeline,
} from "../../../domain/analytics/analytics.ts";
import {
  type Dimension,
  type Found,
  PANEL_LIMIT,
  type PageSort,
  type PanelQuery,
} from "../../../domain/analytics/analytics-rules.ts";
import { body, query } from "../../../http/api/admin/client.ts";
import type { AskedRange } from "../charts/range.tsx";

const FRESH = 2 * 60_000;

const caching = { placeholderData: keepPreviousData, staleTime: FRESH };

const readOverview = (asked: PanelQuery): Promise<AnalyticsOverview> =>
  body(adminApi.analytics.overview.$get({ query: query(asked) }));
export const readTimeline = (asked: PanelQuery): Promise<AnalyticsTimeline> =>
  body(adminApi.analytics.timeline.$get({ query: query(asked) }));
export const readPages = (asked: PanelQuery, sort: PageSort, limit: number): Promise<AnalyticsPages> =>
  body(adminApi.analytics.pages.$get({ query: query({ ...asked, sort, limit }) }));
export const readBreakdown = (asked: PanelQuery, dimension: Dimension, limit: number): Promise<AnalyticsBreakdown> =>
  body(adminApi.analytics.breakdown.$get({ query: query({ ...asked, dimension, limit }) }));
export const readSessions = (asked: PanelQuery): Promise<AnalyticsSessions> =>
  body(adminApi.analytics.sessions.$get({ query: query(asked) }));

export const overviewQuery = (asked: PanelQuery) =>
  queryOptions({ queryKey: ["admin", "analytics", "overview", asked], queryFn: () => readOverview(asked), ...caching });

export const timelineQuery = (asked: PanelQuery) =>
  queryOptions({ queryKey: ["admin", "analytics", "timeline", asked], queryFn: () => readTimeline(asked), ...caching });

export const pagesQuery = (asked: PanelQuery, sort: PageSort) =>
  queryOptions({
    queryKey: ["admin", "analytics", "pages", { ...asked, sort }],
    queryFn: () => readPages(asked, sort, PANEL_LIMIT),
    ...caching,
  });

export const breakdownQuery = (asked: PanelQuery, dimension: Dimension) =>
  queryOptions({
    queryKey: ["admin", "analytics", "breakdown", { ...asked, dimension }],
    queryFn: () => readBreakdown(asked, dimension, PANEL_LIMIT),
    ...caching,
  });

export const sessionsQuery = (asked: PanelQuery) =>
  queryOptions({ queryKey: ["admin", "analytics", "sessions", asked], queryFn: () => readSessions(asked), ...caching });

/** The days alone: searches and missing pages have neither source nor country. */
const daysOf = ({ range, from, to }: AskedRange) => ({ range, from, to });

export const readSearches = (asked: AskedRange, found: Found, limit: number) =>
  body(adminApi.analytics.searches.$get({ query: query({ ...daysOf(asked), found, limit }) }));
export const readMissing = (asked: AskedRange, limit: number) =>
  body(adminApi.analytics.missing.$get({ query: query({ ...daysOf(asked), limit }) }));

export const searchesQuery = (asked: AskedRange, found: Found, limit: number) =>
  queryOptions({
    queryKey: ["admin", "analytics", "searches", { ...daysOf(asked), found, limit }],
    queryFn: () => readSearches(asked, found, limit),
    ...caching,
  });

export const missingQuery = (asked: AskedRange, limit: number) =>
  queryOptions({
    queryKey: ["admin", "analytics", "missing", { ...daysOf(asked), limit }],
    queryFn: () => readMissing(asked, limit),
    ...caching,
  });

/** How often to ask whether the figures are new, and when to give up, in ms. */
const ASK_EVERY = 500;
const PATIENCE = 2 * 60_000;

/** Requests a refresh of the figures. @returns once they are up to date. @throws Error when that takes too long */
export async function refreshFigures(): Promise<void> {
  const { requested_at } = await body(adminApi.analytics.refresh.$post({ query: {} }));
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; ) {
    const { as_of } = await body(adminApi.analytics.refresh.$get({ query: {} }));
    if (as_of >= requested_at) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
  }
  throw new Error("This takes longer than usual. The figures will be up to date soon.");
}

export const openLive = (signal: AbortSignal) => adminApi.analytics.live.$get({ query: {} }, { init: { signal } });
