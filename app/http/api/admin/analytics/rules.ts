import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { newRule } from "../../../../domain/analytics/schema.ts";
import { addRule, deleteRule, listRules } from "../../../../domain/analytics/traffic/traffic-rules.ts";
import { errorResponses, WRITE_REFUSALS } from "../../error-responses.ts";
import { id, noQuery } from "../../fields.ts";
import { createRoute, operation } from "../../operation.ts";
import { json, jsonBody, resource } from "../../resource.ts";
import { exampleRule, ruled, trafficRule } from "./rule-shapes.ts";

const list = createRoute({
  ...operation("Quarantine", analyticsPolicy.read),
  operationId: "listTrafficRules",
  method: "get",
  path: "/admin/analytics/rules",
  summary: "List rules",
  description:
    "Whom the owner lets through and whom not, the newest first. What is blocked isn't counted even when it is allowed.",
  request: { query: noQuery },
  responses: {
    200: json(z.object({ items: z.array(trafficRule) }).openapi("TrafficRules"), "All rules", { items: [exampleRule] }),
    ...errorResponses(401, 403),
  },
});

const add = createRoute({
  ...operation("Quarantine", analyticsPolicy.manageRules),
  operationId: "createTrafficRule",
  method: "post",
  path: "/admin/analytics/rules",
  summary: "Create a rule",
  description:
    "Holds from the next hit on. A block also takes the recorded visits of the last 30 days into quarantine. A rule about the same " +
    "value is turned around; 409 (`23505`) when the same is ruled already.",
  request: {
    query: noQuery,
    body: jsonBody(newRule, { kind: "user_agent" as const, value: "ExampleBot", verdict: "block" as const }),
  },
  responses: {
    201: json(ruled, "The rule, and what went into quarantine", { rules: [exampleRule], held_visits: 3 }),
    ...errorResponses(401, 404, 409, ...WRITE_REFUSALS),
  },
});

const remove = createRoute({
  ...operation("Quarantine", analyticsPolicy.manageRules),
  operationId: "deleteTrafficRule",
  method: "delete",
  path: "/admin/analytics/rules/{id}",
  summary: "Delete a rule",
  description: "What it held stays in quarantine until it is released.",
  request: { params: z.object({ id: id.openapi({ description: "The rule's id" }) }), query: noQuery },
  responses: { 204: { description: "It is gone" }, ...errorResponses(401, 403, 404, 429) },
});

/** Whom the owner lets through, and whom not. */
export const adminTrafficRules = () =>
  resource()
    .openapi(list, async (c) => c.json(await listRules(c.var.deps.context), 200))
    .openapi(add, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await addRule(context, c.var.actor, c.req.valid("json"), settings.site().timezone), 201);
    })
    .openapi(remove, async (c) => {
      await deleteRule(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    });
