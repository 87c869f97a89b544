import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import { paged } from "../schema-fields.ts";
import { webhookPolicy } from "./webhook.policy.ts";
import type { Delivery, DeliveryDetails, DeliveryPage } from "./webhook.ts";
import { DELIVERY_DAYS, type DeliveryState, TEST_EVENT, WEBHOOK_MESSAGES } from "./webhook-rules.ts";

const COLUMNS = ["id", "type", "state", "created_at", "attempts", "next_at", "tried_at", "status", "took_ms", "failure"] as const;

const rowsOf = (db: Db, webhookId: string) =>
  db.selectFrom("webhook_deliveries").select(COLUMNS).where("webhook_id", "=", webhookId);

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>["executeTakeFirstOrThrow"]>>;

/** One that is being delivered counts as waiting. */
function present({ type, state, created_at, attempts, next_at, tried_at, ...row }: Row): Delivery {
  const isOpen = state === "waiting" || state === "claimed";
  return {
    ...row,
    type: type as Delivery["type"],
    state: isOpen ? "waiting" : (state as DeliveryState),
    created_at: created_at.toISOString(),
    attempts,
    next_at: isOpen ? next_at.toISOString() : null,
    tried_at: tried_at?.toISOString() ?? null,
  };
}

async function requireWebhook(db: Db, id: string): Promise<{ name: string; is_active: boolean }> {
  const row = await db.selectFrom("webhooks").select(["name", "is_active"]).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Webhook");
  return row;
}

/** Newest first. A page (from 1) beyond the end is empty but has the right totals. @throws DomainError `forbidden`; not found */
export async function listDeliveries(
  { db }: Context,
  actor: Actor,
  { webhookId, page, limit }: { webhookId: string; page: number; limit: number },
): Promise<DeliveryPage> {
  authorize(actor, webhookPolicy.read);
  await requireWebhook(db, webhookId);
  const { total } = await db
    .selectFrom("webhook_deliveries")
    .select(sql<number>`count(*)::int`.as("total"))
    .where("webhook_id", "=", webhookId)
    .executeTakeFirstOrThrow();
  const offset = (page - 1) * limit;
  const rows = await rowsOf(db, webhookId).orderBy("position", "desc").limit(limit).offset(offset).execute();
  return paged(rows.map(present), total, page, limit);
}

type Which = { webhookId: string; id: string };

/** @throws DomainError `forbidden`; not found */
export async function readDelivery({ db }: Context, actor: Actor, { webhookId, id }: Which): Promise<DeliveryDetails> {
  authorize(actor, webhookPolicy.read);
  const row = await rowsOf(db, webhookId).select(["body", "answer"]).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Delivery");
  const { body, answer, ...rest } = row;
  return { ...present(rest), body, answer };
}

const webhookOff = () => new DomainError("conflict", "webhook_off", WEBHOOK_MESSAGES.off);

/** It goes out like any event. @throws DomainError `forbidden`; not found; a conflict (`webhook_off`) */
export async function createTestDelivery(ctx: Context, actor: Actor, webhookId: string): Promise<DeliveryDetails> {
  authorize(actor, webhookPolicy.send);
  return ctx.db.transaction().execute(async (db) => {
    const webhook = await requireWebhook(db, webhookId);
    if (!webhook.is_active) throw webhookOff();
    const { id } = await db
      .insertInto("webhook_deliveries")
      .values({
        webhook_id: webhookId,
        type: TEST_EVENT,
        chain: sql<string>`'test:' || gen_random_uuid()`,
        facts: JSON.stringify({ message: "A test by an admin" }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const entry = { action: "tested", entity: "webhook", entityId: webhookId, label: webhook.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after: null });
    return readDelivery({ ...ctx, db }, actor, { webhookId, id });
  });
}

/** Once more, with the same id. @throws DomainError `forbidden`; not found; a conflict (`webhook_off`, `delivery_waiting`) */
export async function replayDelivery(ctx: Context, actor: Actor, { webhookId, id }: Which): Promise<DeliveryDetails> {
  authorize(actor, webhookPolicy.send);
  return ctx.db.transaction().execute(async (db) => {
    const webhook = await requireWebhook(db, webhookId);
    const within = { ...ctx, db };
    await readDelivery(within, actor, { webhookId, id });
    if (!webhook.is_active) throw webhookOff();
    const queued = await db
      .updateTable("webhook_deliveries")
      .set({ state: "waiting", attempts: 0, next_at: sql<Date>`now()`, status: null, answer: null, failure: null, took_ms: null })
      .where("id", "=", id)
      .where("state", "in", ["delivered", "given up"])
      .returning("type")
      .executeTakeFirst();
    if (!queued) throw new DomainError("conflict", "delivery_waiting", WEBHOOK_MESSAGES.waiting);
    const entry = { action: "delivered again", entity: "webhook", entityId: webhookId, label: webhook.name } as const;
    await recordAudit(within, actor, { ...entry, before: null, after: { type: queued.type, id } });
    return readDelivery(within, actor, { webhookId, id });
  });
}

export async function deleteOldDeliveries({ db }: Context): Promise<void> {
  const before = sql<Date>`now() - make_interval(days => ${DELIVERY_DAYS})`;
  await db.deleteFrom("webhook_deliveries").where("created_at", "<", before).execute();
}
