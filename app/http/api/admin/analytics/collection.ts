import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { readOptions, saveOptions } from "../../../../domain/analytics/options.ts";
import { readFreshness } from "../../../../domain/analytics/refresh-figures.ts";
import {
  collectingOptions,
  figuresFreshness,
  figuresRequested,
  trafficOptions,
} from "../../../../domain/analytics/traffic/traffic.ts";
import { EXAMPLE } from "../../../../domain/schema-fields.ts";
import { accepted, ok, resource, routesOf } from "../../operation.ts";

const createRoute = routesOf("Analytics");

const example = { retention_months: 24, count_admins: false };

const read = createRoute("get", "/admin/analytics/options", analyticsPolicy.readCollection, {
  id: "readAnalyticsOptions",
  scope: "never",
  summary: "Read the options of collection",
  description: "How long visits are kept, and whether admins are counted.",
  answer: ok(collectingOptions, "The options in force", example),
});

const save = createRoute("put", "/admin/analytics/options", analyticsPolicy.updateOptions, {
  id: "updateAnalyticsOptions",
  scope: "never",
  summary: "Update the options of collection",
  description: "A shorter retention deletes older visits permanently; their rollups stay.",
  body: trafficOptions,
  example: example,
  answer: ok(collectingOptions, "The options in force", example),
});

const PATH = "/admin/analytics/refresh";

const refresh = createRoute("post", PATH, analyticsPolicy.refresh, {
  id: "refreshAnalytics",
  scope: "analytics:read",
  summary: "Refresh the figures",
  description:
    "Starts the next rollup immediately, and answers before it is done. Repeat `GET` on the same path until its " +
    "`as_of` reaches `requested_at`.",
  answer: accepted(figuresRequested, "The rollup has started", { requested_at: EXAMPLE.date, as_of: EXAMPLE.date }),
});

const freshness = createRoute("get", PATH, analyticsPolicy.readPosts, {
  id: "readAnalyticsFreshness",
  scope: "analytics:read",
  summary: "Read how fresh the figures are",
  description: "The time up to which the figures of both analytics screens count all visits, likes and comments.",
  answer: ok(figuresFreshness, "The time of the figures", { as_of: EXAMPLE.date }),
});

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
