import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { composeEvents } from "../../../app/domain/webhooks/claim-deliveries.ts";
import { deleteOldDeliveries } from "../../../app/domain/webhooks/manage-deliveries.ts";
import type {
  DeliveryDetails,
  DeliveryPage,
  Webhook,
  WebhookList,
  WebhookWithSecret,
} from "../../../app/domain/webhooks/webhook.ts";
import { WEBHOOK_MESSAGES } from "../../../app/domain/webhooks/webhook-rules.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { connectDatabase } from "../../../app/platform/database/connect.ts";
import type { DB } from "../../../db/schema.gen.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory, buildPost, buildSubscriber, buildUser } from "../../builders.ts";
import { buildIssue } from "../../newsletter/build-subscribers.ts";
import { silent } from "../../platform/test-postgres.ts";
import { buildWebhook } from "../../webhooks/build-webhook.ts";

const PATH = "/api/admin/webhooks";
const GOOD = { name: "Search index", url: "https://hooks.example/skylark?key=1", events: ["post.published", "comment.approved"] };

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());
afterEach(() => app.context.db.deleteFrom("webhooks").execute());

const db = () => app.context.db;
type Told = { id: string; type: string; time: string; note?: string; data: Record<string, unknown> };

/** Everything that a webhook would be told, in order. */
async function told(id: string): Promise<Told[]> {
  await composeEvents(app.context);
  const rows = await db()
    .selectFrom("webhook_deliveries")
    .select("body")
    .where("webhook_id", "=", id)
    .orderBy("position")
    .execute();
  return rows.map(({ body }) => JSON.parse(body ?? "null"));
}
const types = async (id: string) => (await told(id)).map(({ type }) => type);

describe("the form", () => {
  test.each([
    [{ url: "http://hooks.example/" }, "url", WEBHOOK_MESSAGES.urlHttps],
    [{ url: "https://me:secret@hooks.example/" }, "url", WEBHOOK_MESSAGES.urlCredentials],
    [{ url: "https://me@hooks.example/" }, "url", WEBHOOK_MESSAGES.urlCredentials],
    [{ url: "hooks.example" }, "url", WEBHOOK_MESSAGES.url],
    [{ url: "https://localhost/" }, "url", WEBHOOK_MESSAGES.urlPrivate],
    [{ url: "https://2130706433/" }, "url", WEBHOOK_MESSAGES.urlPrivate],
    [{ url: "https://10.1.2.3:8443/hook" }, "url", WEBHOOK_MESSAGES.urlPrivate],
    [{ url: "https://[::1]/" }, "url", WEBHOOK_MESSAGES.urlPrivate],
    [{ url: "https://printer.local/" }, "url", WEBHOOK_MESSAGES.urlPrivate],
    [{ url: `https://hooks.example/${"x".repeat(2000)}` }, "url", WEBHOOK_MESSAGES.urlLong],
    [{ name: " " }, "name", WEBHOOK_MESSAGES.name],
    [{ events: [] }, "events", WEBHOOK_MESSAGES.events],
    [{ events: ["post.liked"] }, "events.0", WEBHOOK_MESSAGES.event],
  ])("refuses %j and names the rule, also for a change", async (values, field, rule) => {
    const expected = { status: 400, body: { code: "invalid_input", details: [{ field, rule }] } };
    expect(await admin.post<ErrorBody>(PATH, { ...GOOD, ...values })).toMatchObject(expected);
    const { id } = await buildWebhook(db());
    expect(await admin.patch<ErrorBody>(`${PATH}/${id}`, values)).toMatchObject(expected);
  });

  test("keeps what is given, and shows the secret once; a new one takes its place", async () => {
    const made = await admin.post<WebhookWithSecret>(PATH, { ...GOOD, events: [...GOOD.events, "post.published"] });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...GOOD, includes_addresses: false, is_active: true, waiting: 0 });
    expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = await admin.get<WebhookList>(PATH);
    const { secret, ...shown } = made.body;
    expect(listed.body.items).toEqual([shown]);
    expect(listed.text).not.toContain("whsec_");
    const replaced = (await admin.post<WebhookWithSecret>(`${PATH}/${shown.id}/secret`)).body;
    expect(replaced.secret).not.toBe(secret);
    expect(Date.parse(replaced.previous_until ?? "") - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const log = await db().selectFrom("audit_log").selectAll().where("entity", "=", "webhook").execute();
    expect(log.map(({ action }) => action).sort()).toEqual(["created", "got a new secret"]);
    expect(JSON.stringify(log)).not.toMatch(/whsec_|key=1/);
  });

  test("the 21st webhook is refused", async () => {
    for (let n = 0; n < 20; n++) await buildWebhook(db());
    const refused = await admin.post<ErrorBody>(PATH, GOOD);
    expect(refused).toMatchObject({ status: 409, body: { code: "webhooks_full", message: WEBHOOK_MESSAGES.full } });
  });
});

test("one that is switched off is told nothing, and what waits is given up", async () => {
  const { id } = await buildWebhook(db());
  await buildPost(db());
  expect((await admin.patch<Webhook>(`${PATH}/${id}`, { is_active: false })).body).toMatchObject({
    is_active: false,
    waiting: 0,
  });
  await buildPost(db());
  const { body } = await admin.get<DeliveryPage>(`${PATH}/${id}/deliveries`);
  expect(body.items).toMatchObject([{ type: "post.published", state: "given up", failure: "The webhook was switched off" }]);
  const [one] = body.items;
  for (const path of [`${PATH}/${id}/test`, `${PATH}/${id}/deliveries/${one?.id}/replay`]) {
    expect(await admin.post<ErrorBody>(path)).toMatchObject({ status: 409, body: { code: "webhook_off" } });
  }
  await admin.patch(`${PATH}/${id}`, { is_active: true });
  const replayed = await admin.post<DeliveryDetails>(`${PATH}/${id}/deliveries/${one?.id}/replay`);
  expect(replayed).toMatchObject({ status: 202, body: { id: one?.id, state: "waiting", attempts: 0, failure: null } });
  const again = await admin.post<ErrorBody>(`${PATH}/${id}/deliveries/${one?.id}/replay`);
  expect(again).toMatchObject({ status: 409, body: { code: "delivery_waiting" } });
  expect((await admin.post<DeliveryDetails>(`${PATH}/${id}/test`)).body).toMatchObject({
    type: "webhook.test",
    state: "waiting",
  });
});

describe("what happens to a post is told", () => {
  test("from its publication to the trash and back", async () => {
    const { id } = await buildWebhook(db());
    const category = await buildCategory(db());
    const content = "<p>They sing at dawn, long before anybody else is awake to hear them.</p>";
    const writing = { title: "On larks", content, category_id: category.id };
    const whole = { ...writing, slug: "on-larks", description: "Of larks at dawn", excerpt: "Larks", status: "draft" };
    const { body: post } = await admin.post<{ id: string; version: number }>("/api/admin/posts", whole);
    expect(post).toMatchObject({ version: 1 });
    const save = async (values: object) => {
      const { body } = await admin.get<{ version: number }>(`/api/admin/posts/${post.id}`);
      const saved = await admin.patch(`/api/admin/posts/${post.id}`, { ...values, version: body.version });
      expect([saved.status, saved.status === 200 ? "" : saved.text]).toEqual([200, ""]);
    };
    await save({ title: "On larks at dawn" });
    expect(await types(id)).toEqual([]);
    await save({ status: "published" });
    await save({ title: "Larks", tags: ["Birds", "Dawn"] });
    await admin.delete(`/api/admin/posts/${post.id}`);
    await admin.post("/api/admin/trash/restore", { items: [{ kind: "post", id: post.id }] });
    await admin.post("/api/admin/posts/bulk", { ids: [post.id], action: "archive" });
    const events = await told(id);
    expect(events.map(({ type }) => type)).toEqual([
      "post.published",
      "post.updated",
      "post.unpublished",
      "post.published",
      "post.unpublished",
    ]);
    const { body: asAdminSees } = await admin.get<object>(`/api/admin/posts/${post.id}`);
    expect(events[4]?.data).toEqual({ ...asAdminSees, author: expect.objectContaining({ email: null }) });
  });

  test("by what identifies it, if it is in the trash before anybody looks", async () => {
    const { id } = await buildWebhook(db(), { events: ["post.unpublished"] });
    const post = await buildPost(db(), { title: "Gone", slug: "gone-larks" });
    await admin.delete(`/api/admin/posts/${post.id}`);
    const [event] = await told(id);
    expect(event?.data).toEqual({ id: post.id, kind: "post", title: "Gone", slug: "gone-larks" });
  });

  test("in at most 64 kB, with a note of what was cut", async () => {
    const { id } = await buildWebhook(db());
    await buildPost(db(), { content: `<p>${"Ä“lark” ".repeat(20_000)}</p>` });
    await composeEvents(app.context);
    const row = await db().selectFrom("webhook_deliveries").select("body").where("webhook_id", "=", id).executeTakeFirstOrThrow();
    const bytes = Buffer.byteLength(row.body ?? "");
    expect(bytes).toBeLessThanOrEqual(64_000);
    expect(bytes).toBeGreaterThan(63_900);
    expect(JSON.parse(row.body ?? "")).toMatchObject({ note: "content is cut, because an event has at most 64000 bytes" });
  });

  test("unless an import brings it", async () => {
    const { id } = await buildWebhook(db());
    const importing = connectDatabase<DB>({ ...app.database.config, application_name: "skylark import" }, { log: silent });
    await buildPost(importing.db);
    await importing.close();
    expect(await types(id)).toEqual([]);
  });
});

test("comments, users, subscribers and issues are told about, without their addresses unless the webhook asks for them", async () => {
  const post = await buildPost(db());
  const { id } = await buildWebhook(db());
  const { id: asking } = await buildWebhook(db(), { includes_addresses: true });
  const author = await buildUser(db(), { email: "grace@mail.example", full_name: "Grace" });
  const comment = await db()
    .insertInto("comments")
    .values({ post_id: post.id, author_id: author.id, content: "So it is.", status: "pending" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await admin.patch(`/api/admin/comments/${comment.id}`, { status: "approved" });
  const subscriber = await buildSubscriber(db(), {
    email: "sub@mail.example",
    state: "pending",
    consent_network: "203.0.113.0/24",
  });
  await db().updateTable("subscribers").set({ state: "confirmed" }).where("id", "=", subscriber.id).execute();
  await composeEvents(app.context);
  await db().updateTable("subscribers").set({ state: "left", ended_at: new Date() }).where("id", "=", subscriber.id).execute();
  await buildSubscriber(db(), { source: "import" });
  const issue = await buildIssue(db(), { state: "sending" });
  await db().updateTable("newsletter_issues").set({ state: "sent" }).where("id", "=", issue.id).execute();
  const [without, with_] = [await told(id), await told(asking)];
  const expected = [
    ["user.created", author.id],
    ["comment.created", comment.id],
    ["comment.approved", comment.id],
    ["subscriber.confirmed", subscriber.id],
    ["subscriber.left", subscriber.id],
    ["newsletter.sent", issue.id],
  ];
  for (const events of [without, with_]) expect(events.map(({ type, data }) => [type, data.id])).toEqual(expected);
  expect(JSON.stringify(without)).not.toMatch(/@|203\.0\.113/);
  const addresses = [...JSON.stringify(with_).matchAll(/[a-z]+@mail\.example|203\.0\.113\.0\/24/g)].map(([one]) => one);
  expect(addresses).toEqual([
    "grace@mail.example",
    "grace@mail.example",
    "grace@mail.example",
    "sub@mail.example",
    "203.0.113.0/24",
    "sub@mail.example",
    "203.0.113.0/24",
  ]);
});

test("bodies forget who is deleted, and addresses when the webhook may no longer have them", async () => {
  const { id } = await buildWebhook(db(), { includes_addresses: true });
  const subscriber = await buildSubscriber(db(), { email: "erased@mail.example" });
  await buildUser(db(), { email: "stays@mail.example" });
  expect(JSON.stringify(await told(id))).toContain("erased@mail.example");
  await admin.delete(`/api/admin/newsletter/subscribers/${subscriber.id}`);
  const events = await told(id);
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ["subscriber.confirmed", { id: subscriber.id }],
    ["user.created", expect.objectContaining({ email: "stays@mail.example" })],
    ["subscriber.left", { id: subscriber.id }],
  ]);
  await admin.patch(`${PATH}/${id}`, { includes_addresses: false });
  expect(JSON.stringify(await told(id))).not.toContain("@mail.example");
});

test("a change isn't refused because a webhook that wants to know it is being deleted", async () => {
  const { id } = await buildWebhook(db(), { name: "Deleted" });
  const { id: kept } = await buildWebhook(db());
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let publishing: Promise<{ id: string }> | undefined;
  await db()
    .transaction()
    .execute(async (trx) => {
      await trx.deleteFrom("webhooks").where("id", "=", id).execute();
      publishing = buildPost(db());
      await expect.poll(async () => (await waiting.execute(db())).rows.length).toBeGreaterThan(0);
    });
  const post = await publishing;
  expect((await told(kept)).map(({ data }) => data.id)).toEqual([post?.id]);
});

test("what was noted while a webhook went off isn't told once it is on again", async () => {
  const { id } = await buildWebhook(db(), { is_active: false });
  const late = { webhook_id: id, type: "post.published", chain: "post:1", facts: JSON.stringify({ id: "1" }) };
  await db().insertInto("webhook_deliveries").values(late).execute();
  expect((await admin.patch<Webhook>(`${PATH}/${id}`, { is_active: true })).body.waiting).toBe(0);
  const { items } = (await admin.get<DeliveryPage>(`${PATH}/${id}/deliveries`)).body;
  expect(items).toMatchObject([{ state: "given up", failure: "The webhook was switched off" }]);
});

test("the log keeps deliveries for thirty days", async () => {
  const { id } = await buildWebhook(db());
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const kept = { webhook_id: id, type: "post.published", chain: "post:1", facts: "{}", state: "delivered" };
  for (const days of [31, 29])
    await db()
      .insertInto("webhook_deliveries")
      .values({ ...kept, created_at: daysAgo(days) })
      .execute();
  await deleteOldDeliveries(app.context);
  const { items } = (await admin.get<DeliveryPage>(`${PATH}/${id}/deliveries`)).body;
  expect(items.map(({ created_at }) => new Date(created_at) > daysAgo(30))).toEqual([true]);
});
