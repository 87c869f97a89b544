import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { blockQuarantined, listQuarantined, releaseQuarantined } from "../../../../domain/analytics/traffic/manage-quarantine.ts";
import { addRule, deleteRule, listRules } from "../../../../domain/analytics/traffic/manage-rules.ts";
import {
  newRule,
  quarantineBlock,
  quarantinePage,
  quarantineRelease,
  quarantineReleased,
  trafficRuled,
  trafficRules,
} from "../../../../domain/analytics/traffic/traffic.ts";
import {
  QUARANTINE_PAGE_MAX,
  QUARANTINE_REASONS,
  QUARANTINE_SEARCH_MAX,
  QUARANTINE_SEARCH_MIN,
} from "../../../../domain/analytics/traffic/traffic-rules.ts";
import { EXAMPLE } from "../../../../domain/schema-fields.ts";
import { LIST_LIMIT, listLimit, oneOf, wholeNumber } from "../../fields.ts";
import { created, done, ok, resource, routesOf } from "../../operation.ts";

const createRoute = routesOf("Quarantine", "rule");

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
      .max(QUARANTINE_SEARCH_MAX, `must have at most ${QUARANTINE_SEARCH_MAX} characters`)
      .refine(
        (text) => text === "" || [...text].length >= QUARANTINE_SEARCH_MIN,
        `must have at least ${QUARANTINE_SEARCH_MIN} characters`,
      ),
  )
  .optional()
  .openapi({ type: "string", description: "Part of the user agent, the page or the referrer; or a network", example: "bot" });

const list = createRoute("get", "/admin/analytics/rejected", analyticsPolicy.readCollection, {
  id: "listQuarantine",
  scope: "analytics:read",
  summary: "List the quarantine",
  description:
    "Hits of the last 30 days that weren’t counted, with the reason, the newest first. A page beyond the last is empty and has " +
    "the right totals.",
  query: z.strictObject({
    reason: oneOf(
      QUARANTINE_REASONS,
      `must be one of ${QUARANTINE_REASONS.join(", ")}`,
      "Only hits with this reason",
      "burst",
    ).optional(),
    search,
    page: wholeNumber(QUARANTINE_PAGE_MAX, "Page, counted from 1", 1).optional(),
    limit: listLimit,
  }),
  answer: ok(quarantinePage, "A page of hits in quarantine", {
    items: [exampleHit],
    total: 1,
    total_is_capped: false,
    page: 1,
    pages: 1,
    limit: LIST_LIMIT,
    counts: [{ reason: "bot_user_agent", count: 1 }],
  }),
});

const exampleRule = {
  id: EXAMPLE.id,
  kind: "user_agent" as const,
  value: "ExampleBot",
  verdict: "block" as const,
  created_at: EXAMPLE.date,
};

const release = createRoute("post", "/admin/analytics/rejected/release", analyticsPolicy.decide, {
  id: "releaseHits",
  scope: "never",
  summary: "Release hits from quarantine",
  description:
    "Counts each hit once, at its own time, and removes it from the quarantine; the figures include it after the next rollup. `allow` " +
    "creates rules, so that hits with the same user agent or network are counted from now on.",
  body: quarantineRelease,
  example: { ids: ["4711"] },
  answer: ok(quarantineReleased, "The released hits and the new rules", { released: 1, rules: [] }),
});

const block = createRoute("post", "/admin/analytics/rejected/block", analyticsPolicy.decide, {
  id: "blockHits",
  scope: "never",
  summary: "Block the senders of hits in quarantine",
  description:
    "Creates rules for their user agents, networks or referrers. Recorded visits of the last 30 days that match go into " +
    "quarantine, where they can be released.",
  body: quarantineBlock,
  example: { ids: ["4711"], by: "network" },
  answer: ok(trafficRuled, "The new rules, and how many visits went into quarantine", { rules: [exampleRule], held_visits: 3 }),
});

const rules = createRoute("get", "/admin/analytics/rules", analyticsPolicy.readCollection, {
  id: "listTrafficRules",
  scope: "analytics:read",
  summary: "List rules",
  description: "The rules that allow or block, the newest first. Hits that match both kinds aren’t counted.",
  answer: ok(trafficRules, "All rules", { items: [exampleRule] }),
});

const addTrafficRule = createRoute("post", "/admin/analytics/rules", analyticsPolicy.manageRules, {
  id: "createTrafficRule",
  scope: "never",
  summary: "Create a rule",
  description:
    "Applies from the next hit on. A block also moves matching visits of the last 30 days into quarantine. Replaces the opposite rule for " +
    "the same value; 409 (`23505`) if the rule exists.",
  body: newRule,
  example: { kind: "user_agent", value: "ExampleBot", verdict: "block" },
  answer: created(trafficRuled, "The new rule, and how many visits went into quarantine", {
    rules: [exampleRule],
    held_visits: 3,
  }),
  refuses: [409],
});

const removeTrafficRule = createRoute("delete", "/admin/analytics/rules/{id}", analyticsPolicy.manageRules, {
  id: "deleteTrafficRule",
  scope: "never",
  summary: "Delete a rule",
  description: "Hits and visits that it put into quarantine stay there until they are released.",
  answer: done("The rule is deleted"),
});

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
    .openapi(list, async (c) => {
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
