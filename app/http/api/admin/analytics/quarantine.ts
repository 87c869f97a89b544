import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { blockQuarantined, listQuarantined, releaseQuarantined } from "../../../../domain/analytics/traffic/manage-quarantine.ts";
import { addRule, deleteRule, listRules } from "../../../../domain/analytics/traffic/manage-rules.ts";
import {
  heldBlock,
  heldPage,
  heldRelease,
  heldReleased,
  newRule,
  trafficRuled,
  trafficRules,
} from "../../../../domain/analytics/traffic/traffic.ts";
import {
  HELD_PAGE_MAX,
  HELD_REASONS,
  HELD_SEARCH_MAX,
  HELD_SEARCH_MIN,
} from "../../../../domain/analytics/traffic/traffic-rules.ts";
import { errorResponses, WRITE_REFUSALS } from "../../error-responses.ts";
import { EXAMPLE, id, LIST_LIMIT, listLimit, noQuery, oneOf, wholeNumber } from "../../fields.ts";
import { createRoute, json, jsonBody, operation, resource } from "../../operation.ts";

const exampleHit = {
  id: "4711",
  at: EXAMPLE.date,
  reason: "bot_user_agent",
  network: "203.0.113.0/24",
  user_agent: "ExampleBot/1.0 (+https://bot.example)",
  path: "/about",
  referrer: null,
};

/** A blank search finds everything; one that is too short for the index is refused. */
const search = z
  .string()
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .max(HELD_SEARCH_MAX, `must have at most ${HELD_SEARCH_MAX} characters`)
      .refine((text) => text === "" || [...text].length >= HELD_SEARCH_MIN, `must have at least ${HELD_SEARCH_MIN} characters`),
  )
  .optional()
  .openapi({ type: "string", description: "Part of the user agent, the page or the referrer; or a network", example: "bot" });

const held = createRoute({
  ...operation("Quarantine", analyticsPolicy.read),
  operationId: "listQuarantine",
  method: "get",
  path: "/admin/analytics/rejected",
  summary: "List the quarantine",
  description:
    "Hits of the last 30 days that weren't counted, with the reason, the newest first. A page beyond the last is empty and has " +
    "the right totals.",
  request: {
    query: z.strictObject({
      reason: oneOf(HELD_REASONS, `must be one of ${HELD_REASONS.join(", ")}`, "Only hits with this reason", "burst").optional(),
      search,
      page: wholeNumber(HELD_PAGE_MAX, "Page, counted from 1", 1).optional(),
      limit: listLimit,
    }),
  },
  responses: {
    200: json(heldPage, "A page of hits in quarantine", {
      items: [exampleHit],
      total: 1,
      total_is_capped: false,
      page: 1,
      pages: 1,
      limit: LIST_LIMIT,
      counts: [{ reason: "bot_user_agent", count: 1 }],
    }),
    ...errorResponses(401, 403),
  },
});

const exampleRule = {
  id: EXAMPLE.id,
  kind: "user_agent" as const,
  value: "ExampleBot",
  verdict: "block" as const,
  created_at: EXAMPLE.date,
};

const release = createRoute({
  ...operation("Quarantine", analyticsPolicy.decide),
  operationId: "releaseHits",
  method: "post",
  path: "/admin/analytics/rejected/release",
  summary: "Release hits from quarantine",
  description:
    "Counts each hit once, at its own time, and removes it from the quarantine; the figures include it after the next rollup. `allow` " +
    "creates rules, so that hits with the same user agent or network are counted from now on.",
  request: { query: noQuery, body: jsonBody(heldRelease, { ids: ["4711"] }) },
  responses: {
    200: json(heldReleased, "The released hits and the new rules", { released: 1, rules: [] }),
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
    "Creates rules for their user agents, networks or referrers. Recorded visits of the last 30 days that match go into " +
    "quarantine, where they can be released.",
  request: { query: noQuery, body: jsonBody(heldBlock, { ids: ["4711"], by: "network" as const }) },
  responses: {
    200: json(trafficRuled, "The new rules, and how many visits went into quarantine", { rules: [exampleRule], held_visits: 3 }),
    ...errorResponses(401, 404, ...WRITE_REFUSALS),
  },
});

const rules = createRoute({
  ...operation("Quarantine", analyticsPolicy.read),
  operationId: "listTrafficRules",
  method: "get",
  path: "/admin/analytics/rules",
  summary: "List rules",
  description: "The rules that allow or block, the newest first. Hits that match both kinds aren't counted.",
  request: { query: noQuery },
  responses: {
    200: json(trafficRules, "All rules", { items: [exampleRule] }),
    ...errorResponses(401, 403),
  },
});

const addTrafficRule = createRoute({
  ...operation("Quarantine", analyticsPolicy.manageRules),
  operationId: "createTrafficRule",
  method: "post",
  path: "/admin/analytics/rules",
  summary: "Create a rule",
  description:
    "Applies from the next hit on. A block also moves matching visits of the last 30 days into quarantine. Replaces the opposite rule for " +
    "the same value; 409 (`23505`) if the rule exists.",
  request: {
    query: noQuery,
    body: jsonBody(newRule, { kind: "user_agent" as const, value: "ExampleBot", verdict: "block" as const }),
  },
  responses: {
    201: json(trafficRuled, "The new rule, and how many visits went into quarantine", { rules: [exampleRule], held_visits: 3 }),
    ...errorResponses(401, 404, 409, ...WRITE_REFUSALS),
  },
});

const removeTrafficRule = createRoute({
  ...operation("Quarantine", analyticsPolicy.manageRules),
  operationId: "deleteTrafficRule",
  method: "delete",
  path: "/admin/analytics/rules/{id}",
  summary: "Delete a rule",
  description: "Hits and visits that it put into quarantine stay there until they are released.",
  request: { params: z.object({ id: id.openapi({ description: "The rule's id" }) }), query: noQuery },
  responses: { 204: { description: "The rule is deleted" }, ...errorResponses(401, 403, 404, 429) },
});

/** The quarantine, decisions about its hits, and the rules. */
export const adminQuarantine = () =>
  resource()
    .openapi(release, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await releaseQuarantined(context, c.var.actor, c.req.valid("json"), settings.site().timezone), 200);
    })
    .openapi(block, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await blockQuarantined(context, c.var.actor, c.req.valid("json"), settings.site().timezone), 200);
    })
    .openapi(held, async (c) => {
      const { page = 1, limit = LIST_LIMIT, ...asked } = c.req.valid("query");
      return c.json(await listQuarantined(c.var.deps.context, { ...asked, page, limit }), 200);
    })
    .openapi(rules, async (c) => c.json(await listRules(c.var.deps.context), 200))
    .openapi(addTrafficRule, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await addRule(context, c.var.actor, c.req.valid("json"), settings.site().timezone), 201);
    })
    .openapi(removeTrafficRule, async (c) => {
      await deleteRule(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    });
