import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { readOverview } from "../../../../domain/analytics/panels/read-overview.ts";
import { errorResponses } from "../../error-responses.ts";
import { EXAMPLE } from "../../fields.ts";
import { createRoute, operation } from "../../operation.ts";
import { json, resource } from "../../resource.ts";
import {
  isoDate,
  isoTime,
  PANEL_QUERY,
  untilField,
  viewsField,
  visitorsField,
  visitsField,
  wholeCount,
  withRange,
} from "./panel-fields.ts";

const compared = {
  visits: visitsField,
  visitors: visitorsField,
  page_views: viewsField,
  bounce_rate: z.number().openapi({
    description: "Visits that saw one page once, for less than 10 s, in percent of all; of a page: of those that began there",
  }),
  average_duration_seconds: z.number().openapi({ description: "The mean of the completed visits" }),
};
const change = z.number().openapi({ description: "Against the previous period, in percent" });
const NOTHING = "null where either period has nothing to take it from";

const overview = z
  .object({
    period: z.object({ from: isoDate, to: isoDate, days: wholeCount }),
    previous: z
      .object({ from: isoDate, to: isoDate, until: untilField })
      .openapi({ description: "As many days, immediately before" }),
    timezone: z.string().openapi({ description: "By whose clocks days begin, as IANA names it" }),
    as_of: isoTime.openapi({ description: "Up to when everything is counted" }),
    total_visits: wholeCount.openapi({ description: "Of all time, whatever is asked for" }),
    ...compared,
    completed: wholeCount.openapi({ description: "Visits that have ended" }),
    active: wholeCount.openapi({ description: "Visits that go on, with activity in the last 30 minutes" }),
    average_engaged_seconds: z.number().openapi({ description: "Visible and active, per visit" }),
    changes: z.object({
      visits: change,
      visitors: change,
      page_views: change,
      bounce_rate: z
        .number()
        .nullable()
        .openapi({ description: `In percentage points; ${NOTHING}` }),
      average_duration_seconds: z
        .number()
        .nullable()
        .openapi({ description: `In percent; ${NOTHING}` }),
    }),
    attribution: z.string().nullable().openapi({ description: "What the database of places wants to be said of it" }),
  })
  .openapi("AnalyticsOverview");

const read = createRoute({
  ...operation("Analytics", analyticsPolicy.read),
  operationId: "readAnalyticsOverview",
  method: "get",
  path: "/admin/analytics/overview",
  summary: "Read the figures of visits",
  description:
    "A period's figures, each with its change against the previous period of the same length, for admins. As long as today is one of the days, the previous period counts up to the same time of day.",
  request: { query: z.strictObject(PANEL_QUERY) },
  responses: {
    200: json(overview, "Figures and their changes", {
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
    ...errorResponses(401, 403),
  },
});

/** The cards of the analytics of visits. */
export const analyticsOverview = () =>
  resource().openapi(read, async (c) => {
    const { context, settings, places } = c.var.deps;
    const site = { timezone: settings.site().timezone, attribution: places.attribution ?? null };
    return c.json(await readOverview(context, withRange(c.req.valid("query")), site), 200);
  });
