import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { readRecentSessions } from "../../../../domain/analytics/panels/read-recent-sessions.ts";
import { errorResponses } from "../../error-responses.ts";
import { EXAMPLE } from "../../fields.ts";
import { createRoute, operation } from "../../operation.ts";
import { json, resource } from "../../resource.ts";
import { isoTime, PANEL_QUERY, wholeCount, withRange } from "./panel-fields.ts";

const session = z
  .object({
    id: z.string(),
    location: z.string().openapi({ description: "City and country, or `unknown`" }),
    device: z.string(),
    browser: z.string(),
    browser_version: z.string(),
    operating_system: z.string(),
    started_at: isoTime,
    last_at: isoTime.openapi({ description: "The last sign of life" }),
    duration_seconds: wholeCount.openapi({ description: "So far, where the visit goes on" }),
    page_views: wholeCount,
    is_active: z.boolean().openapi({ description: "Goes on: it hasn't ended, and was active within 30 minutes" }),
    entry_path: z.string().openapi({ description: "The page that it began on" }),
    source: z.string(),
  })
  .openapi("AnalyticsSession");

const sessions = z.object({ items: z.array(session) }).openapi("AnalyticsSessions");

const read = createRoute({
  ...operation("Analytics", analyticsPolicy.read),
  operationId: "readAnalyticsVisits",
  method: "get",
  path: "/admin/analytics/sessions",
  summary: "Read the latest visits",
  description: "The ten visits of the period that began last, newest first, for admins.",
  request: { query: z.strictObject(PANEL_QUERY) },
  responses: {
    200: json(sessions, "Visits, newest first", {
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
    ...errorResponses(401, 403),
  },
});

/** Recent sessions. */
export const analyticsSessions = () =>
  resource().openapi(read, async (c) => {
    const { context, settings } = c.var.deps;
    return c.json(await readRecentSessions(context, withRange(c.req.valid("query")), settings.site().timezone), 200);
  });
