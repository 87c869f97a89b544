import { isIP } from "node:net";
import { type Selectable, sql } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Db } from "../../platform/database/db.ts";
import { isPublicAddress } from "../../platform/ip-address.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, invalid, notFound } from "../errors.ts";
import { giveUpWaiting } from "./deliver-event.ts";
import { webhookPolicy } from "./webhook.policy.ts";
import type { NewWebhook, Webhook, WebhookChanges, WebhookList, WebhookWithSecret } from "./webhook.ts";
import { OLD_SECRET_SECONDS, WEBHOOK_MESSAGES, WEBHOOKS_MAX } from "./webhook-rules.ts";

/** `allows`: the IP addresses that may be reached; the public internet unless given. */
type Reach = { allows?: ((address: string) => boolean) | undefined };

type Row = Omit<Selectable<DB["webhooks"]>, "secret" | "previous_secret"> & { waiting: number };

const rowsOf = (db: Db) =>
  db
    .selectFrom("webhooks as w")
    .select([
      "w.id",
      "w.name",
      "w.url",
      "w.host",
      "w.events",
      "w.includes_addresses",
      "w.is_active",
      "w.off_reason",
      "w.failures",
    ])
    .select(["w.failing_since", "w.created_at"])
    .select(sql<Date | null>`case when w.previous_until > now() then w.previous_until end`.as("previous_until"))
    .select(
      sql<number>`(select count(*) from webhook_deliveries d where d.webhook_id = w.id and d.state in ('waiting', 'claimed'))::int`.as(
        "waiting",
      ),
    );

const present = (row: Row): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: row.events as Webhook["events"],
  includes_addresses: row.includes_addresses,
  is_active: row.is_active,
  off_reason: row.off_reason as Webhook["off_reason"],
  failures: row.failures,
  failing_since: row.failing_since?.toISOString() ?? null,
  previous_until: row.previous_until?.toISOString() ?? null,
  waiting: row.waiting,
  created_at: row.created_at.toISOString(),
});

/** Paths and queries of such addresses are often secret. */
const audited = ({ name, host, events, includes_addresses, is_active }: Row) => ({
  name,
  host,
  events,
  includes_addresses,
  is_active,
});

async function find(db: Db, id: string): Promise<Row> {
  const row = await rowsOf(db).where("w.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Webhook");
  return row;
}

const refusal = (field: string, rule: string) => invalid("Some of the input is invalid", [{ field, rule }]);

/** What it resolves to is checked whenever something is sent. @throws DomainError invalid_input */
function hostOf(url: string, { allows = isPublicAddress }: Reach): string {
  const { hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isPublic = isIP(host) ? allows(host) : host.includes(".") && !/\.(local|localhost|internal)\.?$/.test(host);
  if (!isPublic) throw refusal("url", WEBHOOK_MESSAGES.urlPrivate);
  return host;
}

/** As Standard Webhooks writes them. */
const newSecret = ({ random }: Pick<Context, "random">): string =>
  `whsec_${Buffer.from(random.hex(32), "hex").toString("base64")}`;

/** By name. @throws DomainError `forbidden` */
export async function listWebhooks({ db }: Context, actor: Actor): Promise<WebhookList> {
  authorize(actor, webhookPolicy.read);
  return { items: (await rowsOf(db).orderBy(sql`lower(w.name)`).orderBy("w.id").execute()).map(present) };
}

/** @throws DomainError `forbidden`; invalid_input; a conflict (`webhooks_full`) */
export async function createWebhook(ctx: Context, actor: Actor, input: NewWebhook, reach: Reach): Promise<WebhookWithSecret> {
  authorize(actor, webhookPolicy.create);
  const values = { ...input, host: hostOf(input.url, reach), secret: newSecret(ctx) };
  return withAdvisoryLock(ctx.db, "webhooks", async (db) => {
    const { count } = await db.selectFrom("webhooks").select(sql<number>`count(*)::int`.as("count")).executeTakeFirstOrThrow();
    if (count >= WEBHOOKS_MAX) throw new DomainError("conflict", "webhooks_full", WEBHOOK_MESSAGES.full);
    const { id } = await db.insertInto("webhooks").values(values).returning("id").executeTakeFirstOrThrow();
    const row = await find(db, id);
    const entry = { action: "created", entity: "webhook", entityId: id, label: row.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after: audited(row) });
    return { ...present(row), secret: values.secret };
  });
}

/** What waits, or is delivered again, is written again. */
const forgetBodies = (db: Db, webhookId: string) =>
  db.updateTable("webhook_deliveries").set({ body: null }).where("webhook_id", "=", webhookId).execute();

/** Switching it off gives up what waits, and switching it on what was noted while it went off. @throws DomainError `forbidden`; not found; invalid_input */
export async function updateWebhook(
  ctx: Context,
  actor: Actor,
  id: string,
  changes: WebhookChanges,
  reach: Reach,
): Promise<Webhook> {
  authorize(actor, webhookPolicy.update);
  const host = changes.url === undefined ? undefined : hostOf(changes.url, reach);
  return ctx.db.transaction().execute(async (db) => {
    const before = await find(db, id);
    const { is_active: turned } = changes;
    const isTurned = turned !== undefined && turned !== before.is_active;
    const set = {
      ...changes,
      ...(host && { host }),
      ...(isTurned && { off_reason: null, failures: 0, failing_since: null }),
    };
    if (Object.keys(set).length > 0) await db.updateTable("webhooks").set(set).where("id", "=", id).execute();
    if (isTurned) await giveUpWaiting(db, id);
    if (before.includes_addresses && changes.includes_addresses === false) await forgetBodies(db, id);
    const after = await find(db, id);
    const sides = { before: audited(before), after: audited(after) };
    await recordAudit({ ...ctx, db }, actor, { action: "updated", entity: "webhook", entityId: id, label: after.name, ...sides });
    return present(after);
  });
}

/** With its log. @throws DomainError `forbidden`; not found */
export async function deleteWebhook(ctx: Context, actor: Actor, id: string): Promise<void> {
  authorize(actor, webhookPolicy.delete);
  await ctx.db.transaction().execute(async (db) => {
    const row = await find(db, id);
    await db.deleteFrom("webhooks").where("id", "=", id).execute();
    const entry = { action: "deleted", entity: "webhook", entityId: id, label: row.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: audited(row), after: null });
  });
}

/** The secret before signs for another day, so that the receiver can change it meanwhile. @throws DomainError `forbidden`; not found */
export async function replaceSecret(ctx: Context, actor: Actor, id: string): Promise<WebhookWithSecret> {
  authorize(actor, webhookPolicy.update);
  const secret = newSecret(ctx);
  return ctx.db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable("webhooks")
      .set({
        previous_secret: sql`secret`,
        previous_until: sql`now() + make_interval(secs => ${OLD_SECRET_SECONDS})`,
        secret,
      })
      .where("id", "=", id)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw notFound("Webhook");
    const row = await find(db, id);
    const entry = { action: "got a new secret", entity: "webhook", entityId: id, label: row.name } as const;
    await recordAudit({ ...ctx, db }, actor, { ...entry, before: null, after: null });
    return { ...present(row), secret };
  });
}
