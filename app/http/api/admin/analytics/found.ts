import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { missingPages, searchedTerms } from "../../../../domain/analytics/analytics.ts";
import { FOUND, PANEL_LIMIT } from "../../../../domain/analytics/analytics-rules.ts";
import { readMissing } from "../../../../domain/analytics/found/read-missing.ts";
import { readSearches } from "../../../../domain/analytics/found/read-searches.ts";
import { readLong } from "../../../read-long.ts";
import { oneOf } from "../../fields.ts";
import { ok, resource, routesOf } from "../../operation.ts";
import { panelLimit, RANGE_QUERY, withRange } from "./panel-fields.ts";

const createRoute = routesOf("Analytics");

const searches = createRoute("get", "/admin/analytics/searches", analyticsPolicy.readSite, {
  id: "readAnalyticsSearches",
  scope: "analytics:read",
  summary: "Read what readers searched for",
  description:
    "Terms by how often they were searched for, with the number of articles for each. Searches can’t be narrowed to a source or country.",
  query: z.strictObject({
    ...RANGE_QUERY,
    found: oneOf(FOUND, `must be one of ${FOUND.join(", ")}`, "`none`: only terms without results", "any").optional(),
    limit: panelLimit,
  }),
  answer: ok(searchedTerms, "Terms, and how many there are", { items: [{ term: "sleep", searches: 12, results: 0 }], total: 1 }),
});

const readMissingPages = createRoute("get", "/admin/analytics/missing", analyticsPolicy.readSite, {
  id: "readAnalyticsMissingPages",
  scope: "analytics:read",
  summary: "Read missing pages",
  description: "Paths without a page, by how often they were requested. Paths that have a redirect or page now are left out.",
  query: z.strictObject({ ...RANGE_QUERY, limit: panelLimit }),
  answer: ok(missingPages, "Paths, and how many there are", {
    items: [
      {
        path: "/2019/05/mood-diary.html",
        hits: 7,
        referrer: "https://news.example/links",
        nearest: { path: "/story/mood-diary", title: "Mood diary" },
      },
    ],
    total: 1,
  }),
});

export const analyticsFound = () =>
  resource()
    .openapi(searches, async (c) => {
      const { settings } = c.var.deps;
      const { found = "any", limit = PANEL_LIMIT, ...query } = c.req.valid("query");
      const asked = { ...withRange(query), isFutile: found === "none", limit };
      return c.json(await readLong(c.var.deps, (ctx) => readSearches(ctx, asked, settings.site().timezone)), 200);
    })
    .openapi(readMissingPages, async (c) => {
      const { settings } = c.var.deps;
      const { limit = PANEL_LIMIT, ...query } = c.req.valid("query");
      return c.json(
        await readLong(c.var.deps, (ctx) => readMissing(ctx, { ...withRange(query), limit }, settings.site().timezone)),
        200,
      );
    });
