import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import {
  analyticsBreakdown,
  analyticsOverview,
  analyticsPages,
  analyticsSessions,
  analyticsTimeline,
  campaignFunnel,
} from "../../../../domain/analytics/analytics.ts";
import { DIMENSION_WORDS, DIMENSIONS, PAGE_SORTS, PANEL_LIMIT } from "../../../../domain/analytics/analytics-rules.ts";
import { readCampaign } from "../../../../domain/analytics/panels/read-campaign.ts";
import { readBreakdown, readPages, readRecentSessions } from "../../../../domain/analytics/panels/read-lists.ts";
import { readOverview, readTimeline } from "../../../../domain/analytics/panels/read-overview.ts";
import { EXAMPLE } from "../../../../domain/schema-fields.ts";
import { readLong } from "../../../read-long.ts";
import { oneOf } from "../../fields.ts";
import { ok, resource, routesOf } from "../../operation.ts";
import { PANEL_QUERY, panelLimit, RANGE_QUERY, utm, withRange } from "./panel-fields.ts";

const createRoute = routesOf("Analytics");

const overview = createRoute("get", "/admin/analytics/overview", analyticsPolicy.readSite, {
  id: "readAnalyticsOverview",
  scope: "analytics:read",
  summary: "Read the figures of visits",
  description:
    "A period’s figures, each with its change from the previous period of the same length. If the period includes today, the previous one " +
    "ends at the same time of day.",
  query: z.strictObject(PANEL_QUERY),
  answer: ok(analyticsOverview, "Figures and their changes", {
    period: { from: "2025-02-13", to: "2025-03-14", days: 30 },
    previous: { from: "2025-01-14", to: "2025-02-12", until: "2025-02-12T13:05:00.000Z" },
    timezone: "Europe/Paris",
    as_of: EXAMPLE.date,
    total_visits: 18_204,
    visits: 1280,
    visitors: 1102,
    page_views: 2711,
    bounce_rate: 31.4,
    average_duration_seconds: 154,
    completed: 1276,
    active: 4,
    average_engaged_seconds: 71,
    changes: { visits: 12.5, visitors: 10.2, page_views: 8.1, bounce_rate: -3, average_duration_seconds: 4.8 },
    attribution: null,
  }),
});

const exampleDay = { date: "2025-03-14", visits: 42, visitors: 40, views: 88 };

const timeline = createRoute("get", "/admin/analytics/timeline", analyticsPolicy.readSite, {
  id: "readAnalyticsTimeline",
  scope: "analytics:read",
  summary: "Read visits by day",
  description: "A period’s visits by day, with those of the previous period and what happened meanwhile.",
  query: z.strictObject(PANEL_QUERY),
  answer: ok(analyticsTimeline, "The days of both periods, and what happened", {
    days: [exampleDay],
    previous: [{ ...exampleDay, date: "2025-03-13" }],
    marks: [{ date: "2025-03-14", kind: "published" as const, label: "Mood tracking", post_id: EXAMPLE.id }],
  }),
});

const pages = createRoute("get", "/admin/analytics/pages", analyticsPolicy.readSite, {
  id: "readAnalyticsPages",
  scope: "analytics:read",
  summary: "Read the most visited pages",
  description: "The pages with the most views, or those on which the most visits began or ended.",
  query: z.strictObject({
    ...PANEL_QUERY,
    sort: oneOf(PAGE_SORTS, `must be one of ${PAGE_SORTS.join(", ")}`, "Which pages come first", "views").optional(),
    limit: panelLimit,
  }),
  answer: ok(analyticsPages, "Pages, and how many there are", {
    items: [
      {
        path: "/story/mood-tracking",
        title: "Mood tracking",
        post_id: EXAMPLE.id,
        views: 420,
        visits: 390,
        visitors: 371,
        entries: 310,
        exits: 240,
        bounce_rate: 28.1,
        average_engaged_seconds: 94,
      },
    ],
    total: 1,
  }),
});

const words = new Intl.ListFormat("en", { type: "disjunction" }).format(Object.values(DIMENSION_WORDS)).replace(/, or /, " or ");

const breakdown = createRoute("get", "/admin/analytics/breakdown", analyticsPolicy.readSite, {
  id: "readAnalyticsBreakdown",
  scope: "analytics:read",
  summary: "Read visits by a dimension",
  description: `Visits by ${words}.`,
  query: z.strictObject({
    ...PANEL_QUERY,
    dimension: oneOf(DIMENSIONS, `must be one of ${DIMENSIONS.join(", ")}`, "What to group visits by", "source"),
    limit: panelLimit,
  }),
  answer: ok(analyticsBreakdown, "The values with the most visits", {
    items: [{ value: "Google", visits: 640, visitors: 590, views: 1204, percentage: 50 }],
    total: 1,
  }),
});

const campaign = createRoute("get", "/admin/analytics/campaign", analyticsPolicy.readSite, {
  id: "readAnalyticsCampaign",
  scope: "analytics:read",
  summary: "Read how far the visits of a campaign got",
  description: "Visits that began with links of the campaign, counted from the visits themselves, without waiting for rollups.",
  query: z.strictObject({ ...RANGE_QUERY, utm_campaign: utm("campaign", EXAMPLE.id), utm_source: utm("source", "newsletter") }),
  answer: ok(campaignFunnel, "Visits, and how many of them read", { visits: 640, half: 410, finished: 288, is_whole: true }),
});

const sessions = createRoute("get", "/admin/analytics/sessions", analyticsPolicy.readSite, {
  id: "readAnalyticsVisits",
  scope: "analytics:read",
  summary: "Read the latest visits",
  description: "The ten visits of the period that began last, newest first.",
  query: z.strictObject(PANEL_QUERY),
  answer: ok(analyticsSessions, "Visits, newest first", {
    items: [
      {
        id: "195937b1a9a00001",
        location: "Berlin, Germany",
        device: "desktop",
        browser: "Firefox",
        browser_version: "140.0",
        operating_system: "Linux",
        started_at: EXAMPLE.date,
        last_at: EXAMPLE.date,
        duration_seconds: 94,
        page_views: 3,
        is_active: true,
        entry_path: "/",
        source: "Direct",
      },
    ],
  }),
});

export const analyticsPanels = () =>
  resource()
    .openapi(overview, async (c) => {
      const { settings, places } = c.var.deps;
      const site = { timezone: settings.site().timezone, attribution: places.attribution ?? null };
      return c.json(await readLong(c.var.deps, (ctx) => readOverview(ctx, withRange(c.req.valid("query")), site)), 200);
    })
    .openapi(timeline, async (c) => {
      const { settings } = c.var.deps;
      return c.json(
        await readLong(c.var.deps, (ctx) => readTimeline(ctx, withRange(c.req.valid("query")), settings.site().timezone)),
        200,
      );
    })
    .openapi(pages, async (c) => {
      const { settings } = c.var.deps;
      const { sort = "views", limit = PANEL_LIMIT, ...query } = c.req.valid("query");
      return c.json(
        await readLong(c.var.deps, (ctx) => readPages(ctx, { ...withRange(query), sort, limit }, settings.site().timezone)),
        200,
      );
    })
    .openapi(breakdown, async (c) => {
      const { settings } = c.var.deps;
      const { limit = PANEL_LIMIT, ...query } = c.req.valid("query");
      return c.json(
        await readLong(c.var.deps, (ctx) => readBreakdown(ctx, { ...withRange(query), limit }, settings.site().timezone)),
        200,
      );
    })
    .openapi(campaign, async (c) => {
      const { settings } = c.var.deps;
      return c.json(
        await readLong(c.var.deps, (ctx) => readCampaign(ctx, withRange(c.req.valid("query")), settings.site().timezone)),
        200,
      );
    })
    .openapi(sessions, async (c) => {
      const { settings } = c.var.deps;
      return c.json(
        await readLong(c.var.deps, (ctx) => readRecentSessions(ctx, withRange(c.req.valid("query")), settings.site().timezone)),
        200,
      );
    });
