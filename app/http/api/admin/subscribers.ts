import { z } from "@hono/zod-openapi";
import { exampleOf } from "../../../domain/schema-fields.ts";
import { exportSubscribers } from "../../../domain/subscribers/export-subscribers.ts";
import { listSubscribers } from "../../../domain/subscribers/list-subscribers.ts";
import {
  addSubscriber,
  deleteSubscriber,
  liftSuppression,
  suppressAddresses,
  suppressSubscriber,
} from "../../../domain/subscribers/manage-subscribers.ts";
import { subscriberPolicy } from "../../../domain/subscribers/subscriber.policy.ts";
import {
  newSubscriber,
  SUBSCRIBER_SORTS,
  subscriber,
  subscriberCounts,
  subscriberPage,
  suppressed,
  suppression,
  suppressionList,
} from "../../../domain/subscribers/subscriber.ts";
import { SUBSCRIBER_STATES, SUPPRESSION_REASONS } from "../../../domain/subscribers/subscriber-rules.ts";
import { LIST_LIMIT, listLimit, listPage, listSearch, onePage } from "../fields.ts";
import { created, done, file, ok, resource, routesOf } from "../operation.ts";
import { csvDownload } from "./csv-download.ts";

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
  scope: "subscribers:read",
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

const add = createRoute("post", "/admin/newsletter/subscribers", subscriberPolicy.add, {
  id: "createSubscriber",
  scope: "subscribers:write",
  summary: "Add a subscriber",
  description:
    "Someone who agreed elsewhere, with your statement of how. With `ask`, they are pending and get an email with a link that confirms; 409 (`asked_lately`) if they had one within the limits of the form, and " +
    "409 (`newsletter_off`) while the newsletter is off. 409 (`23505`) if they are subscribed; 409 (`has_left`) if the address left or was erased; 409 (`suppressed`) if nothing may be sent to it.",
  body: newSubscriber,
  example: { email: "grace@blog.example", consent_text: "Asked at our reading on March 14." },
  answer: created(subscriber, "The subscriber"),
  refuses: [409],
});

const suppress = createRoute("put", "/admin/newsletter/subscribers/{id}/suppression", subscriberPolicy.suppress, {
  id: "updateSuppression",
  scope: "subscribers:write",
  summary: "Suppress a subscriber",
  description: "Nothing is sent to the address any more. 409 (`has_left`) for one that left.",
  body: suppression,
  example: { suppressed_for: "by hand" },
  answer: ok(subscriber, "The subscriber"),
  refuses: [409],
});

const lift = createRoute("delete", "/admin/newsletter/subscribers/{id}/suppression", subscriberPolicy.suppress, {
  id: "deleteSuppression",
  scope: "subscribers:write",
  summary: "Lift a suppression",
  description:
    "The address gets issues again if it had been confirmed. Who complained counts as someone who left, and an address that was never confirmed is deleted. 409 (`not_suppressed`) if it isn’t suppressed.",
  answer: done("The suppression is lifted"),
  refuses: [409],
});

const suppressMany = createRoute("post", "/admin/newsletter/suppressions", subscriberPolicy.suppress, {
  id: "createSuppressions",
  scope: "subscribers:write",
  summary: "Suppress email addresses",
  description:
    "All that are found in a text, such as a report of bounces. Unknown ones are kept, so that no import brings them in.",
  body: suppressionList,
  example: { text: "ada@blog.example, grace@blog.example", suppressed_for: "hard bounce" },
  answer: ok(suppressed, "How many were suppressed"),
});

const erase = createRoute("delete", "/admin/newsletter/subscribers/{id}", subscriberPolicy.erase, {
  id: "deleteSubscriber",
  scope: "subscribers:write",
  summary: "Erase a subscriber",
  description: "Deletes everything about the address. Only a hash of it stays, so that no import brings it back.",
  answer: done("The subscriber is erased"),
});

const exported = createRoute("get", "/admin/newsletter/subscribers.csv", subscriberPolicy.export, {
  id: "exportSubscribers",
  scope: "never",
  summary: "Export subscribers as CSV",
  description: "With their records of consent, by the filters of the list; in UTF-8 with a byte order mark.",
  query: z.strictObject(filter),
  answer: file("The subscribers", "text/csv", "email,state…"),
});

export const adminSubscribers = () =>
  resource()
    .openapi(list, async (c) => {
      const { sort = "-created_at", page = 1, limit = LIST_LIMIT, ...filters } = c.req.valid("query");
      return c.json(await listSubscribers(c.var.deps.context, c.var.actor, { ...filters, sort, page, limit }), 200);
    })
    .openapi(add, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await addSubscriber(context, c.var.actor, c.req.valid("json"), settings.site()), 201);
    })
    .openapi(suppress, async (c) =>
      c.json(await suppressSubscriber(c.var.deps.context, c.var.actor, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(lift, async (c) => {
      await liftSuppression(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    })
    .openapi(erase, async (c) => {
      await deleteSubscriber(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    })
    .openapi(suppressMany, async (c) =>
      c.json(await suppressAddresses(c.var.deps.context, c.var.actor, c.req.valid("json")), 200),
    )
    .openapi(exported, (c) =>
      csvDownload(c, "subscribers", () => exportSubscribers(c.var.deps.context, c.var.actor, c.req.valid("query"))),
    );
