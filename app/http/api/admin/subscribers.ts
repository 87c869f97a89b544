import { z } from "@hono/zod-openapi";
import { exampleOf } from "../../../domain/schema-fields.ts";
import { listSubscribers } from "../../../domain/subscribers/list-subscribers.ts";
import { subscriberPolicy } from "../../../domain/subscribers/subscriber.policy.ts";
import { SUBSCRIBER_SORTS, subscriber, subscriberCounts, subscriberPage } from "../../../domain/subscribers/subscriber.ts";
import { SUBSCRIBER_STATES, SUPPRESSION_REASONS } from "../../../domain/subscribers/subscriber-rules.ts";
import { LIST_LIMIT, listLimit, listPage, listSearch, onePage } from "../fields.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Newsletter", "subscriber");

const filter = {
  search: listSearch,
  state: z
    .enum(SUBSCRIBER_STATES, `must be one of ${SUBSCRIBER_STATES.join(", ")}`)
    .optional()
    .openapi({ description: "Only subscribers in this state" }),
  suppressed_for: z
    .enum(SUPPRESSION_REASONS, `must be one of ${SUPPRESSION_REASONS.join(", ")}`)
    .optional()
    .openapi({ description: "Only those who were suppressed for this reason" }),
};

const list = createRoute("get", "/admin/newsletter/subscribers", subscriberPolicy.read, {
  id: "listSubscribers",
  summary: "List subscribers",
  description:
    "Also those who left or are suppressed: they stay on record, so that nobody adds them again. Searches email addresses. `counts` is about all of them. A page beyond the last is empty and has the right totals.",
  query: z.strictObject({
    ...filter,
    sort: z
      .enum(SUBSCRIBER_SORTS, `must be one of ${SUBSCRIBER_SORTS.join(", ")}`)
      .optional()
      .openapi({ description: "A field, with `-` before it for descending; the newest first unless given" }),
    page: listPage,
    limit: listLimit,
  }),
  answer: ok(subscriberPage, "A page of subscribers", {
    ...onePage(subscriber, LIST_LIMIT),
    counts: exampleOf(subscriberCounts),
  }),
});

export const adminSubscribers = () =>
  resource().openapi(list, async (c) => {
    const { sort = "-created_at", page = 1, limit = LIST_LIMIT, ...filters } = c.req.valid("query");
    return c.json(await listSubscribers(c.var.deps.context, c.var.actor, { ...filters, sort, page, limit }), 200);
  });
