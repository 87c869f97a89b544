import { createRoute, z } from "@hono/zod-openapi";
import { readOptions, saveOptions } from "../../../../domain/analytics/options.ts";
import { refreshFigures } from "../../../../domain/analytics/refreshing.ts";
import { trafficOptions } from "../../../../domain/analytics/schema.ts";
import { EXAMPLE, noQuery } from "../../fields.ts";
import { refusals, WRITE_REFUSALS } from "../../refusals.ts";
import { json, jsonBody, resource } from "../../resource.ts";
import { ADMIN } from "../admin-operation.ts";

const options = z
  .object({
    retention_months: z.number().int().openapi({ description: "For so long single visits are kept; rolled-up figures stay" }),
    count_admins: z.boolean().openapi({ description: "Whether admins' own visits count" }),
  })
  .openapi("CollectingOptions");
const example = { retention_months: 24, count_admins: false };

const read = createRoute({
  ...ADMIN,
  operationId: "readCollectingOptions",
  method: "get",
  path: "/admin/analytics/options",
  summary: "Read the options of collecting",
  description: "How long visits are kept, and whose.",
  request: { query: noQuery },
  responses: { 200: json(options, "The options in force", example), ...refusals(401, 403) },
});

const save = createRoute({
  ...ADMIN,
  operationId: "saveCollectingOptions",
  method: "put",
  path: "/admin/analytics/options",
  summary: "Save the options of collecting",
  description: "A shorter retention takes older visits away for good; their rolled-up figures stay.",
  request: { query: noQuery, body: jsonBody(trafficOptions, example) },
  responses: { 200: json(options, "The options in force", example), ...refusals(401, 404, ...WRITE_REFUSALS) },
});

const refresh = createRoute({
  ...ADMIN,
  operationId: "refreshFigures",
  method: "post",
  path: "/admin/analytics/refresh",
  summary: "Bring the figures up to date",
  description: "Works out at once what would be worked out within seconds anyway, for 10 seconds at most.",
  request: { query: noQuery },
  responses: {
    200: json(
      z
        .object({ as_of: z.string().openapi({ format: "date-time", description: "Up to when the figures are complete" }) })
        .openapi("FiguresRefreshed"),
      "Up to when the figures are complete",
      { as_of: EXAMPLE.date },
    ),
    ...refusals(401, 403, 404, 429),
  },
});

/** How visits are collected, and when they are counted. */
export const adminCollecting = () =>
  resource()
    .openapi(read, async (c) => c.json(await readOptions(c.var.deps.context), 200))
    .openapi(save, async (c) => c.json(await saveOptions(c.var.deps.context, c.var.actor, c.req.valid("json")), 200))
    .openapi(refresh, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await refreshFigures(context, settings.site().timezone), 200);
    });
