import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { DIMENSIONS, PANEL_LIMIT } from "../../../../domain/analytics/panels/panels-model.ts";
import { readBreakdown } from "../../../../domain/analytics/panels/read-breakdown.ts";
import { errorResponses } from "../../error-responses.ts";
import { createRoute, operation } from "../../operation.ts";
import { json, resource } from "../../resource.ts";
import { oneOf } from "../list-fields.ts";
import { PANEL_QUERY, panelLimit, viewsField, visitorsField, visitsField, wholeCount, withRange } from "./panel-fields.ts";

const item = z
  .object({
    value: z.string().openapi({ description: "`unknown` where nobody knows" }),
    visits: visitsField,
    visitors: visitorsField,
    views: viewsField,
    percentage: z.number().openapi({ description: "Of all visits of the period, one decimal" }),
  })
  .openapi("AnalyticsValue");

const breakdown = z
  .object({ items: z.array(item), total: wholeCount.openapi({ description: "Values of the whole list" }) })
  .openapi("AnalyticsBreakdown");

const read = createRoute({
  ...operation("Analytics", analyticsPolicy.read),
  operationId: "readAnalyticsBreakdown",
  method: "get",
  path: "/admin/analytics/breakdown",
  summary: "Read visits by a dimension",
  description: "Visits by source, channel, campaign, country, city, device, browser or operating system, for admins.",
  request: {
    query: z.strictObject({
      ...PANEL_QUERY,
      dimension: oneOf(DIMENSIONS, `must be one of ${DIMENSIONS.join(", ")}`, "By what visits are told apart", "source"),
      limit: panelLimit,
    }),
  },
  responses: {
    200: json(breakdown, "The values that the most visits have", {
      items: [{ value: "Google", visits: 640, visitors: 590, views: 1204, percentage: 50 }],
      total: 1,
    }),
    ...errorResponses(401, 403),
  },
});

/** Sources, channels, campaigns, places, devices, browsers and operating systems. */
export const analyticsBreakdown = () =>
  resource().openapi(read, async (c) => {
    const { context, settings } = c.var.deps;
    const { limit = PANEL_LIMIT, ...query } = c.req.valid("query");
    return c.json(await readBreakdown(context, { ...withRange(query), limit }, settings.site().timezone), 200);
  });
