import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { listQuarantined } from "../../../../domain/analytics/traffic/list-quarantined.ts";
import {
  HELD_CAP,
  HELD_PAGE_MAX,
  HELD_REASON_CAP,
  HELD_REASONS,
  HELD_SEARCH_CAP,
  HELD_SEARCH_MAX,
  HELD_SEARCH_MIN,
} from "../../../../domain/analytics/traffic/traffic-model.ts";
import { errorResponses } from "../../error-responses.ts";
import { EXAMPLE, wholeNumber } from "../../fields.ts";
import { createRoute, operation } from "../../operation.ts";
import { json, resource } from "../../resource.ts";
import { LIST_LIMIT, listLimit, oneOf } from "../list-fields.ts";

const count = z.number().int().openapi({ minimum: 0 });

const heldHit = z
  .object({
    id: z.string().openapi({ description: "A number, in decimal" }),
    at: z.string().openapi({ format: "date-time" }),
    reason: z.string().openapi({ description: `Why it isn't counted: ${HELD_REASONS.join(", ")}` }),
    network: z.string().nullable().openapi({ description: "Where it came from, without the address's last part" }),
    user_agent: z.string(),
    path: z.string().openapi({ description: "The page that it was about, decoded" }),
    referrer: z.string().nullable(),
  })
  .openapi("HeldHit");

const heldPage = z
  .object({
    items: z.array(heldHit),
    total: count,
    total_is_capped: z.boolean().openapi({ description: `There are more than ${HELD_CAP}, or ${HELD_SEARCH_CAP} when searched` }),
    page: count,
    pages: count,
    limit: count,
    counts: z
      .array(z.object({ reason: z.string(), count }))
      .openapi({ description: `How many the whole quarantine has for each reason, up to ${HELD_REASON_CAP}` }),
  })
  .openapi("HeldHitPage");

const example = {
  id: "4711",
  at: EXAMPLE.date,
  reason: "bot_user_agent",
  network: "203.0.113.0/24",
  user_agent: "ExampleBot/1.0 (+https://bot.example)",
  path: "/about",
  referrer: null,
};

/** A blank search is none; a shorter one than the index knows is refused. */
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

const list = createRoute({
  ...operation("Quarantine", analyticsPolicy.read),
  operationId: "listQuarantine",
  method: "get",
  path: "/admin/analytics/rejected",
  summary: "List the quarantine",
  description:
    "Hits of the last 30 days that aren't counted, with the reason, the newest first. A page beyond the last is empty and tells " +
    "the right totals.",
  request: {
    query: z.strictObject({
      reason: oneOf(HELD_REASONS, `must be one of ${HELD_REASONS.join(", ")}`, "Only what is held for this", "burst").optional(),
      search,
      page: wholeNumber(HELD_PAGE_MAX, "Page, counted from 1", 1).optional(),
      limit: listLimit,
    }),
  },
  responses: {
    200: json(heldPage, "A page of held hits", {
      items: [example],
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

/** What is held in quarantine. */
export const adminHeldHits = () =>
  resource().openapi(list, async (c) => {
    const { page = 1, limit = LIST_LIMIT, ...asked } = c.req.valid("query");
    return c.json(await listQuarantined(c.var.deps.context, { ...asked, page, limit }), 200);
  });
