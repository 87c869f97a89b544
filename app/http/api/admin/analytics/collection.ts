import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { readOptions, saveOptions } from "../../../../domain/analytics/options.ts";
import { readFreshness } from "../../../../domain/analytics/refresh-figures.ts";
import {
  collectingOptions,
  figuresFreshness,
  figuresRequested,
  trafficOptions,
} from "../../../../domain/analytics/traffic/traffic.ts";
import { errorResponses, WRITE_REFUSALS } from "../../error-responses.ts";
import { EXAMPLE, noQuery } from "../../fields.ts";
import { createRoute, json, jsonBody, operation, resource } from "../../operation.ts";

const example = { retention_months: 24, count_admins: false };

const read = createRoute({
  ...operation("Analytics", analyticsPolicy.read),
  operationId: "readAnalyticsOptions",
  method: "get",
  path: "/admin/analytics/options",
  summary: "Read the options of collection",
  description: "How long visits are kept, and whether admins are counted.",
  request: { query: noQuery },
  responses: { 200: json(collectingOptions, "The options in force", example), ...errorResponses(401, 403) },
});

const save = createRoute({
  ...operation("Analytics", analyticsPolicy.updateOptions),
  operationId: "updateAnalyticsOptions",
  method: "put",
  path: "/admin/analytics/options",
  summary: "Update the options of collection",
  description: "A shorter retention deletes older visits permanently; their rollups stay.",
  request: { query: noQuery, body: jsonBody(trafficOptions, example) },
  responses: { 200: json(collectingOptions, "The options in force", example), ...errorResponses(401, 404, ...WRITE_REFUSALS) },
});

const PATH = "/admin/analytics/refresh";

const refresh = createRoute({
  ...operation("Analytics", analyticsPolicy.refresh),
  operationId: "refreshAnalytics",
  method: "post",
  path: PATH,
  summary: "Refresh the figures",
  description:
    "Starts the next rollup immediately, and answers before it is done. Repeat `GET` on the same path until its " +
    "`as_of` reaches `requested_at`.",
  request: { query: noQuery },
  responses: {
    202: json(figuresRequested, "The rollup has started", { requested_at: EXAMPLE.date, as_of: EXAMPLE.date }),
    ...errorResponses(401, 403, 404, 429),
  },
});

const freshness = createRoute({
  ...operation("Analytics", analyticsPolicy.read),
  operationId: "readAnalyticsFreshness",
  method: "get",
  path: PATH,
  summary: "Read how fresh the figures are",
  description: "The time up to which the figures of both analytics screens count all visits, likes and comments.",
  request: { query: noQuery },
  responses: {
    200: json(figuresFreshness, "The time of the figures", { as_of: EXAMPLE.date }),
    ...errorResponses(401, 403),
  },
});

/** The options of collection, and the refresh of the figures. */
export const adminCollection = () =>
  resource()
    .openapi(read, async (c) => c.json(await readOptions(c.var.deps.context), 200))
    .openapi(save, async (c) => c.json(await saveOptions(c.var.deps.context, c.var.actor, c.req.valid("json")), 200))
    .openapi(refresh, async (c) => {
      const { figureRefresh, deps } = c.var;
      return c.json(await figureRefresh.begin(deps.settings.site().timezone), 202);
    })
    .openapi(freshness, async (c) => {
      const { context, replica } = c.var.deps;
      const fresh = await readFreshness(context);
      // The reader of this reads the figures next.
      replica?.expectLatest();
      return c.json(fresh, 200);
    });
