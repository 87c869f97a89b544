import { z } from "@hono/zod-openapi";
import { exampleOf, id } from "../../../domain/schema-fields.ts";
import { createTestDelivery, listDeliveries, readDelivery, replayDelivery } from "../../../domain/webhooks/manage-deliveries.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  replaceSecret,
  updateWebhook,
} from "../../../domain/webhooks/manage-webhooks.ts";
import { webhookPolicy } from "../../../domain/webhooks/webhook.policy.ts";
import {
  delivery,
  deliveryDetails,
  deliveryPage,
  newWebhook,
  webhook,
  webhookChanges,
  webhookList,
  webhookWithSecret,
} from "../../../domain/webhooks/webhook.ts";
import { DELIVERIES_ON_PAGE, DELIVERY_DAYS, WEBHOOKS_MAX } from "../../../domain/webhooks/webhook-rules.ts";
import { listLimit, listPage, onePage } from "../fields.ts";
import { accepted, created, done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Webhooks", "webhook");

const list = createRoute("get", "/admin/webhooks", webhookPolicy.read, {
  id: "listWebhooks",
  scope: "never",
  summary: "List webhooks",
  description: "All of them, by name, without their secrets.",
  answer: ok(webhookList, "The webhooks"),
});

const example = exampleOf(webhook);

const create = createRoute("post", "/admin/webhooks", webhookPolicy.create, {
  id: "createWebhook",
  scope: "never",
  summary: "Create a webhook",
  description:
    "Its address is told of every event that it wants, from now on. Only HTTPS and only the public internet. The answer has the secret " +
    `that verifies the requests, which is never shown again. 409 (\`webhooks_full\`) if there are ${WEBHOOKS_MAX} already.`,
  body: newWebhook,
  example: { name: example.name, url: example.url, events: example.events, includes_addresses: false },
  answer: created(webhookWithSecret, "The webhook and its secret"),
  refuses: [409],
});

const update = createRoute("patch", "/admin/webhooks/{id}", webhookPolicy.update, {
  id: "updateWebhook",
  scope: "never",
  summary: "Update a webhook",
  description:
    "Changes the given fields. Switching it off gives up what is on its way. Switching it on again doesn’t bring back what happened " +
    "meanwhile.",
  body: webhookChanges,
  example: { is_active: false },
  answer: ok(webhook, "The webhook as it is stored"),
});

const remove = createRoute("delete", "/admin/webhooks/{id}", webhookPolicy.delete, {
  id: "deleteWebhook",
  scope: "never",
  summary: "Delete a webhook",
  description: "With its log. What is on its way isn’t delivered any more.",
  answer: done("The webhook is deleted"),
});

const replace = createRoute("post", "/admin/webhooks/{id}/secret", webhookPolicy.update, {
  id: "createWebhookSecret",
  scope: "never",
  summary: "Replace the secret of a webhook",
  description: "For another day, requests are signed with both secrets, so that the receiver can change it meanwhile.",
  answer: created(webhookWithSecret, "The webhook and its new secret, which is never shown again"),
});

const test = createRoute("post", "/admin/webhooks/{id}/test", webhookPolicy.send, {
  id: "createWebhookTest",
  scope: "never",
  summary: "Test a webhook",
  description:
    "Sends the event `webhook.test`, once. Its delivery says what became of it. 409 (`webhook_off`) while the webhook is off.",
  answer: accepted(deliveryDetails, "The delivery, which is on its way"),
  refuses: [409],
});

const log = createRoute("get", "/admin/webhooks/{id}/deliveries", webhookPolicy.read, {
  id: "listWebhookDeliveries",
  scope: "never",
  summary: "List the deliveries of a webhook",
  description: `The newest first, from the last ${DELIVERY_DAYS} days.`,
  query: z.strictObject({ page: listPage, limit: listLimit }),
  answer: ok(deliveryPage, "A page of deliveries", onePage(delivery, DELIVERIES_ON_PAGE)),
});

const deliveryId = z.object({
  id: id.meta({ description: "The webhook’s id" }),
  delivery: id.meta({ description: "The delivery’s id" }),
});

const read = createRoute("get", "/admin/webhooks/{id}/deliveries/{delivery}", webhookPolicy.read, {
  id: "readWebhookDelivery",
  scope: "never",
  summary: "Read a delivery",
  description: "With what was sent, and the beginning of the last answer.",
  params: deliveryId,
  answer: ok(deliveryDetails, "The delivery"),
});

const replay = createRoute("post", "/admin/webhooks/{id}/deliveries/{delivery}/replay", webhookPolicy.send, {
  id: "createWebhookReplay",
  scope: "never",
  summary: "Deliver again",
  description:
    "With the same `webhook-id`, so that the receiver can recognize it. 409 (`webhook_off`) while the webhook is off, " +
    "409 (`delivery_waiting`) while the delivery is on its way.",
  params: deliveryId,
  answer: accepted(deliveryDetails, "The delivery, which is on its way"),
  refuses: [409],
});

const deliveries = () =>
  resource()
    .openapi(test, async (c) => {
      const { deps, actor } = c.var;
      const sent = await createTestDelivery(deps.context, actor, c.req.valid("param").id);
      deps.wakeWebhooks?.();
      return c.json(sent, 202);
    })
    .openapi(log, async (c) => {
      const { page = 1, limit = DELIVERIES_ON_PAGE } = c.req.valid("query");
      const which = { webhookId: c.req.valid("param").id, page, limit };
      return c.json(await listDeliveries(c.var.deps.context, c.var.actor, which), 200);
    })
    .openapi(read, async (c) => {
      const { id: webhookId, delivery: one } = c.req.valid("param");
      return c.json(await readDelivery(c.var.deps.context, c.var.actor, { webhookId, id: one }), 200);
    })
    .openapi(replay, async (c) => {
      const { deps, actor } = c.var;
      const { id: webhookId, delivery: one } = c.req.valid("param");
      const sent = await replayDelivery(deps.context, actor, { webhookId, id: one });
      deps.wakeWebhooks?.();
      return c.json(sent, 202);
    });

export const adminWebhooks = () =>
  resource()
    .openapi(list, async (c) => c.json(await listWebhooks(c.var.deps.context, c.var.actor), 200))
    .openapi(create, async (c) => {
      const { deps, actor } = c.var;
      const made = await createWebhook(deps.context, actor, c.req.valid("json"), { allows: deps.allowsAddress });
      deps.wakeWebhooks?.();
      return c.json(made, 201);
    })
    .openapi(update, async (c) => {
      const { deps, actor } = c.var;
      const reach = { allows: deps.allowsAddress };
      const changed = await updateWebhook(deps.context, actor, c.req.valid("param").id, c.req.valid("json"), reach);
      deps.wakeWebhooks?.();
      return c.json(changed, 200);
    })
    .openapi(remove, async (c) => {
      await deleteWebhook(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    })
    .openapi(replace, async (c) => c.json(await replaceSecret(c.var.deps.context, c.var.actor, c.req.valid("param").id), 201))
    .route("/", deliveries());
