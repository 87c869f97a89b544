import { buildWebhook } from "../webhooks/build-webhook.ts";
import type { Fixture } from "./operation-fixture.ts";
import type { Row } from "./operation-row.ts";

const newWebhook = ({ db }: Pick<Fixture, "db">) => buildWebhook(db);

async function newDelivery({ db }: Pick<Fixture, "db">) {
  const { id } = await buildWebhook(db);
  const row = { webhook_id: id, type: "user.created", chain: "user:1", facts: "{}", state: "given up" };
  const delivery = await db.insertInto("webhook_deliveries").values(row).returning("id").executeTakeFirstOrThrow();
  return { path: { id, delivery: delivery.id } };
}

const at = (path = "") => `/api/admin/webhooks${path}`;

export const WEBHOOK_OPERATIONS: Record<string, Row> = {
  listWebhooks: { at: `get ${at()}`, who: "admins" },
  createWebhook: { at: `post ${at()}`, who: "admins", leaves: ["webhook created"] },
  updateWebhook: { at: `patch ${at("/{id}")}`, who: "admins", leaves: ["webhook updated"], call: newWebhook },
  deleteWebhook: { at: `delete ${at("/{id}")}`, who: "admins", leaves: ["webhook deleted"], call: newWebhook },
  createWebhookSecret: {
    at: `post ${at("/{id}/secret")}`,
    who: "admins",
    leaves: ["webhook got a new secret"],
    call: newWebhook,
  },
  createWebhookTest: { at: `post ${at("/{id}/test")}`, who: "admins", leaves: ["webhook tested"], call: newWebhook },
  listWebhookDeliveries: { at: `get ${at("/{id}/deliveries")}`, who: "admins", call: newWebhook },
  readWebhookDelivery: { at: `get ${at("/{id}/deliveries/{delivery}")}`, who: "admins", call: newDelivery },
  createWebhookReplay: {
    at: `post ${at("/{id}/deliveries/{delivery}/replay")}`,
    who: "admins",
    leaves: ["webhook delivered again"],
    call: newDelivery,
  },
};
