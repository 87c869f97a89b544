import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { heldBlock, heldRelease } from "../../../../domain/analytics/schema.ts";
import { blockQuarantined } from "../../../../domain/analytics/traffic/block-quarantined.ts";
import { releaseQuarantined } from "../../../../domain/analytics/traffic/release-quarantined.ts";
import { errorResponses, WRITE_REFUSALS } from "../../error-responses.ts";
import { noQuery } from "../../fields.ts";
import { createRoute, operation } from "../../operation.ts";
import { json, jsonBody, resource } from "../../resource.ts";
import { exampleRule, ruled, trafficRule } from "./rule-shapes.ts";

const released = z
  .object({
    released: z
      .number()
      .int()
      .openapi({ minimum: 0, description: "Hits that are counted now; ids of nothing count for nothing" }),
    rules: z.array(trafficRule).openapi({ description: "What is allowed from now on" }),
  })
  .openapi("HeldHitsReleased");

const release = createRoute({
  ...operation("Quarantine", analyticsPolicy.decide),
  operationId: "releaseHits",
  method: "post",
  path: "/admin/analytics/rejected/release",
  summary: "Release hits from quarantine",
  description:
    "Each is counted at its own time, once, and leaves the quarantine; the figures follow with the next roll-up. `allow` makes rules, so " +
    "that whoever has the same user agent or network is counted from now on.",
  request: { query: noQuery, body: jsonBody(heldRelease, { ids: ["4711"] }) },
  responses: {
    200: json(released, "What is counted now", { released: 1, rules: [] }),
    ...errorResponses(401, 404, ...WRITE_REFUSALS),
  },
});

const block = createRoute({
  ...operation("Quarantine", analyticsPolicy.decide),
  operationId: "blockHits",
  method: "post",
  path: "/admin/analytics/rejected/block",
  summary: "Block the senders of hits in quarantine",
  description:
    "Makes rules of their user agents, networks or referrers. The recorded visits of the last 30 days that these are about go into " +
    "quarantine, from where they can be released.",
  request: { query: noQuery, body: jsonBody(heldBlock, { ids: ["4711"], by: "network" as const }) },
  responses: {
    200: json(ruled, "The rules, and what went into quarantine", { rules: [exampleRule], held_visits: 3 }),
    ...errorResponses(401, 404, ...WRITE_REFUSALS),
  },
});

/** What the owner decides about held hits. */
export const adminHeldDecisions = () =>
  resource()
    .openapi(release, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await releaseQuarantined(context, c.var.actor, c.req.valid("json"), settings.site().timezone), 200);
    })
    .openapi(block, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await blockQuarantined(context, c.var.actor, c.req.valid("json"), settings.site().timezone), 200);
    });
