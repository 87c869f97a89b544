import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { PAGE_SORTS, PANEL_LIMIT } from "../../../../domain/analytics/panels/panels-model.ts";
import { readPages } from "../../../../domain/analytics/panels/read-pages.ts";
import { errorResponses } from "../../error-responses.ts";
import { EXAMPLE } from "../../fields.ts";
import { createRoute, operation } from "../../operation.ts";
import { json, resource } from "../../resource.ts";
import { oneOf } from "../list-fields.ts";
import { PANEL_QUERY, panelLimit, viewsField, visitorsField, visitsField, wholeCount, withRange } from "./panel-fields.ts";

const page = z
  .object({
    path: z.string(),
    title: z.string().openapi({ description: "The article's title of today; else the page's, or its path" }),
    post_id: z.string().nullable().openapi({ description: "The article that it is an address of" }),
    views: viewsField,
    visits: visitsField,
    visitors: visitorsField,
    entries: wholeCount.openapi({ description: "Visits that began here" }),
    exits: wholeCount.openapi({ description: "Visits that ended here" }),
    bounce_rate: z.number().openapi({ description: "Of the visits that began here: those that saw nothing else, in percent" }),
    average_engaged_seconds: z.number().openapi({ description: "Visible and active, per visit" }),
  })
  .openapi("AnalyticsPage");

const pages = z
  .object({ items: z.array(page), total: wholeCount.openapi({ description: "Pages of the whole list" }) })
  .openapi("AnalyticsPages");

const read = createRoute({
  ...operation("Analytics", analyticsPolicy.read),
  operationId: "readAnalyticsPages",
  method: "get",
  path: "/admin/analytics/pages",
  summary: "Read the most visited pages",
  description: "The pages with the most views, or those on which the most visits began or ended, for admins.",
  request: {
    query: z.strictObject({
      ...PANEL_QUERY,
      sort: oneOf(PAGE_SORTS, `must be one of ${PAGE_SORTS.join(", ")}`, "Which come first", "views").optional(),
      limit: panelLimit,
    }),
  },
  responses: {
    200: json(pages, "Pages, and how many there are", {
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
    ...errorResponses(401, 403),
  },
});

/** Top pages, entry pages and exit pages. */
export const analyticsPages = () =>
  resource().openapi(read, async (c) => {
    const { context, settings } = c.var.deps;
    const { sort = "views", limit = PANEL_LIMIT, ...query } = c.req.valid("query");
    return c.json(await readPages(context, { ...withRange(query), sort, limit }, settings.site().timezone), 200);
  });
