import { z } from "zod";
import { component, count, date, EXAMPLE, exampleOf, id, line, pagedShape } from "../schema-fields.ts";
import {
  addressProblem,
  DELIVERY_STATES,
  EVENT_NAMES,
  OFF_REASONS,
  TEST_EVENT,
  WEBHOOK_MESSAGES,
  WEBHOOK_NAME_MAX,
  WEBHOOK_URL_MAX,
} from "./webhook-rules.ts";

const eventName = z.enum(EVENT_NAMES, WEBHOOK_MESSAGES.event);

export const webhook = component(
  "Webhook",
  z.object({
    id,
    name: z.string(),
    url: z.string(),
    events: z.array(z.enum(EVENT_NAMES)),
    includes_addresses: z.boolean().describe("Whether email and shortened IP addresses are sent to it"),
    is_active: z.boolean(),
    off_reason: z
      .enum(OFF_REASONS)
      .nullable()
      .describe("Why it was switched off by itself: `gone` if its receiver answered 410, `failing` after many failures in a row"),
    failures: count.describe("Attempts that failed in a row"),
    failing_since: date.nullable(),
    previous_until: date.nullable().describe("Until when deliveries are signed with the secret before, too"),
    waiting: count.describe("Deliveries that are on their way"),
    created_at: date,
  }),
  {
    id: EXAMPLE.id,
    name: "Search index",
    url: "https://hooks.example/skylark",
    events: ["post.published", "post.updated", "post.unpublished"],
    includes_addresses: false,
    is_active: true,
    off_reason: null,
    failures: 0,
    failing_since: null,
    previous_until: null,
    waiting: 0,
    created_at: EXAMPLE.date,
  },
);
export type Webhook = z.infer<typeof webhook>;

const EXAMPLE_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export const webhookWithSecret = component(
  "WebhookWithSecret",
  webhook.extend({ secret: z.string().describe("What its deliveries are signed with. It is never shown again") }),
  { ...exampleOf(webhook), secret: EXAMPLE_SECRET },
  webhook,
);
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

export const webhookList = component("WebhookList", z.object({ items: z.array(webhook) }), { items: [exampleOf(webhook)] });
export type WebhookList = z.infer<typeof webhookList>;

/** The server also refuses addresses in private networks. */
const fields = {
  name: line(WEBHOOK_MESSAGES.name, [(name) => name.length <= WEBHOOK_NAME_MAX, WEBHOOK_MESSAGES.nameLong]),
  url: z
    .string(WEBHOOK_MESSAGES.url)
    .trim()
    .max(WEBHOOK_URL_MAX, WEBHOOK_MESSAGES.urlLong)
    .superRefine((value, ctx) => {
      const problem = addressProblem(value);
      if (problem) ctx.addIssue({ code: "custom", message: problem });
    }),
  events: z
    .array(eventName, WEBHOOK_MESSAGES.events)
    .min(1, WEBHOOK_MESSAGES.events)
    .max(100)
    .transform((names) => EVENT_NAMES.filter((name) => names.includes(name))),
};
const includesAddresses = z.boolean("must be true or false");

export const newWebhook = z.strictObject({ ...fields, includes_addresses: includesAddresses.default(false) });
export type NewWebhook = z.infer<typeof newWebhook>;

export const webhookChanges = z
  .strictObject({ ...fields, includes_addresses: includesAddresses, is_active: z.boolean("must be true or false") })
  .partial();
export type WebhookChanges = z.infer<typeof webhookChanges>;

export const delivery = component(
  "WebhookDelivery",
  z.object({
    id: id.describe("The `webhook-id` of the request"),
    type: z.enum([...EVENT_NAMES, TEST_EVENT]),
    state: z.enum(DELIVERY_STATES),
    created_at: date.describe("When it happened"),
    attempts: count,
    next_at: date.nullable().describe("When it is tried next; null once it has ended"),
    tried_at: date.nullable().describe("When it was tried last"),
    status: z.number().int().nullable().describe("Of the last answer; null without one"),
    took_ms: count.nullable(),
    failure: z.string().nullable().describe("Why the last attempt failed"),
  }),
  {
    id: EXAMPLE.id,
    type: "post.published",
    state: "delivered",
    created_at: EXAMPLE.date,
    attempts: 1,
    next_at: null,
    tried_at: EXAMPLE.date,
    status: 200,
    took_ms: 84,
    failure: null,
  },
);
export type Delivery = z.infer<typeof delivery>;

export const deliveryPage = component("WebhookDeliveryPage", pagedShape(delivery));
export type DeliveryPage = z.infer<typeof deliveryPage>;

export const deliveryDetails = component(
  "WebhookDeliveryDetails",
  delivery.extend({
    body: z.string().nullable().describe("What is sent; null before it is written, or if it named somebody who is gone"),
    answer: z.string().nullable().describe("The first 2 kB of the last answer"),
  }),
  {
    ...exampleOf(delivery),
    body: `{"id":"${EXAMPLE.id}","type":"post.published","time":"${EXAMPLE.date}","data":{}}`,
    answer: "ok",
  },
  delivery,
);
export type DeliveryDetails = z.infer<typeof deliveryDetails>;
