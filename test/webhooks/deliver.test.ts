// slow: app/boot/start-webhooks.ts app/boot/start-rounds.ts app/domain/webhooks/ app/platform/guarded-fetch.ts db/migrations/

import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Rounds } from "../../app/boot/start-rounds.ts";
import { startWebhooks } from "../../app/boot/start-webhooks.ts";
import type { DeliveryTools } from "../../app/domain/webhooks/deliver-event.ts";
import { buildPost } from "../builders.ts";
import { openTestContext } from "../context.ts";
import { SETTINGS, SITE } from "../newsletter/sender-options.ts";
import { buildWebhook, SECRET } from "./build-webhook.ts";
import { isLoopback, type Receiver, receiveWebhooks } from "./receive-webhooks.ts";

const MB = Buffer.alloc(1024 ** 2, "x");

let opened: Awaited<ReturnType<typeof openTestContext>>;
let receiver: Receiver;
let running: Rounds | undefined;
let sentBytes = 0;
beforeAll(async () => {
  opened = await openTestContext();
  receiver = await receiveWebhooks({
    "/slow": () => {},
    "/slow/again": () => {},
    "/refuses-twice": (response, _, count) => void response.writeHead(count < 3 ? 500 : 200).end(`answer ${count}`),
    "/breaks-off": (response, _, count) => (count < 3 ? void response.socket?.destroy() : void response.end("whole")),
    "/endless": async (response) => {
      for (let mb = 0; mb < 1024 && !response.destroyed; mb++) {
        sentBytes += MB.length;
        if (!response.write(MB)) await new Promise((done) => response.once("drain", done).once("close", done));
      }
      response.end();
    },
    "/gone": (response) => void response.writeHead(410).end(),
    "/other-protocol": (response) =>
      void response.socket?.end("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"),
    "/moved": (response) => void response.writeHead(302, { location: "/elsewhere" }).end(),
    "/first-refused": (response, _, count) => void response.writeHead(count < 3 ? 500 : 200).end(),
    "/refuses": (response) => void response.writeHead(503).end("Out of order"),
  });
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  receiver.received.length = 0;
  await opened.db.deleteFrom("webhooks").execute();
  await opened.db.deleteFrom("admin_notices").execute();
});
afterAll(async () => {
  await receiver.close();
  await opened.close();
});

const start = (tools: Partial<DeliveryTools> = {}) => {
  const all = { site: () => SITE, settings: () => SETTINGS, allows: isLoopback, answerMs: 60_000, pauses: [0.1, 0.1, 0.1] };
  running = startWebhooks(opened.ctx, { ...all, ...tools }, { busyMs: 50, idleMs: 50 });
};
const deliveries = (webhookId: string) =>
  opened.db.selectFrom("webhook_deliveries").selectAll().where("webhook_id", "=", webhookId).orderBy("position").execute();
const ended = async (webhookId: string, count = 1) => {
  await expect
    .poll(async () => (await deliveries(webhookId)).filter(({ state }) => state === "delivered" || state === "given up").length)
    .toBe(count);
  return deliveries(webhookId);
};

test("what was committed arrives, signed by both secrets while one takes the place of the other; nothing of what was rolled back", async () => {
  const { db } = opened;
  const [former, ended_] = ["whsec_Zm9ybWVyIHNlY3JldCBvZiBhIGxhcms=", "whsec_ZW5kZWQgc2VjcmV0IG9mIGEgbGFyay4="];
  const hour = 3_600_000;
  const { id } = await buildWebhook(db, {
    url: receiver.urlOf("/taken"),
    previous_secret: former,
    previous_until: new Date(Date.now() + hour),
  });
  const other = { url: receiver.urlOf("/other"), previous_secret: ended_, previous_until: new Date(Date.now() - hour) };
  const { id: otherId } = await buildWebhook(db, other);
  await expect(
    db.transaction().execute(async (trx) => {
      await buildPost(trx);
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  const post = await buildPost(db, { title: "On larks" });
  start();
  const [row] = await ended(id);
  await ended(otherId);
  const [request] = receiver.at("/taken");
  for (const secret of [SECRET, former]) {
    expect(new Webhook(secret).verify(request?.body ?? "", request?.headers as Record<string, string>)).toMatchObject({
      id: row?.id,
      type: "post.published",
      data: { id: post.id, title: "On larks", status: "published" },
    });
  }
  const [second] = receiver.at("/other");
  expect(() => new Webhook(ended_).verify(second?.body ?? "", second?.headers as Record<string, string>)).toThrow("No matching");
  expect(receiver.received).toHaveLength(2);
  expect(row).toMatchObject({ state: "delivered", status: 200, answer: "taken", attempts: 1, failure: null });
});

test.each([
  ["/refuses-twice", "answer 3"],
  ["/breaks-off", "whole"],
])("%s: it is tried again with the same id until it is taken", async (path, answer) => {
  const { id } = await buildWebhook(opened.db, { url: receiver.urlOf(path) });
  await buildPost(opened.db);
  start();
  const [row] = await ended(id);
  expect(row).toMatchObject({ state: "delivered", attempts: 3, answer, failure: null });
  expect(receiver.at(path).map(({ headers }) => headers["webhook-id"])).toEqual([row?.id, row?.id, row?.id]);
});

test("a receiver that never answers is given up in the end", async () => {
  const { id } = await buildWebhook(opened.db, { url: receiver.urlOf("/slow") });
  await buildPost(opened.db);
  start({ answerMs: 300 });
  expect((await ended(id))[0]).toMatchObject({
    state: "given up",
    attempts: 4,
    status: null,
    failure: "The receiver took too long",
  });
});

test("five deliveries at once wait for a host, and those to others go out meanwhile", async () => {
  const { db } = opened;
  await buildWebhook(db, { url: receiver.urlOf("/slow", "127.0.0.2") });
  await buildWebhook(db, { url: receiver.urlOf("/slow/again", "127.0.0.2") });
  const { id: quick } = await buildWebhook(db, { url: receiver.urlOf("/quick") });
  for (let n = 0; n < 12; n++) await buildPost(db);
  start();
  await ended(quick, 12);
  const waiting = () => receiver.at("/slow").length + receiver.at("/slow/again").length;
  await expect.poll(waiting).toBe(5);
  const claimed = await db.selectFrom("webhook_deliveries").select("id").where("state", "=", "claimed").execute();
  expect(claimed).toHaveLength(5);
  await db.deleteFrom("webhooks").execute();
  receiver.hangUp();
});

test("of 1 GB it reads the beginning, and hangs up", async () => {
  const { id } = await buildWebhook(opened.db, { url: receiver.urlOf("/endless") });
  await buildPost(opened.db);
  start();
  const [row] = await ended(id);
  expect(row).toMatchObject({ state: "delivered", answer: "x".repeat(2048) });
  expect(sentBytes).toBeLessThan(20 * MB.length);
});

test("410 switches it off and gives up what waits; the owner is told", async () => {
  const { db } = opened;
  const { id } = await buildWebhook(db, { url: receiver.urlOf("/gone"), name: "Mirror" });
  const post = await buildPost(db);
  await db.updateTable("posts").set({ status: "draft", published_at: null }).where("id", "=", post.id).execute();
  start();
  const rows = await ended(id, 2);
  expect(rows.map(({ type, state, status, failure }) => ({ type, state, status, failure }))).toEqual([
    { type: "post.published", state: "given up", status: 410, failure: "Answered 410" },
    { type: "post.unpublished", state: "given up", status: null, failure: "The webhook was switched off" },
  ]);
  expect(receiver.at("/gone")).toHaveLength(1);
  const webhook = await db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(webhook).toMatchObject({ is_active: false, off_reason: "gone" });
  const mails = await db.selectFrom("outbox").select(["kind", "body_text"]).execute();
  expect(mails.filter(({ body_text }) => body_text.includes("The webhook “Mirror” is switched off"))).toHaveLength(1);
});

test("fifty failures in a row switch it off once they last for more than a day", async () => {
  const { db } = opened;
  const failing = (hours: number) => ({ failures: 49, failing_since: new Date(Date.now() - hours * 3_600_000) });
  const { id: long } = await buildWebhook(db, { url: receiver.urlOf("/refuses"), ...failing(25) });
  const { id: short } = await buildWebhook(db, { url: receiver.urlOf("/refuses", "127.0.0.2"), ...failing(23) });
  const { id: better } = await buildWebhook(db, { url: receiver.urlOf("/fine"), ...failing(25) });
  await buildPost(db);
  start();
  await Promise.all([ended(long), ended(short), ended(better)]);
  const state = async (id: string) =>
    db.selectFrom("webhooks").select(["is_active", "off_reason", "failures"]).where("id", "=", id).executeTakeFirst();
  expect(await state(long)).toEqual({ is_active: false, off_reason: "failing", failures: 50 });
  expect(await state(short)).toEqual({ is_active: true, off_reason: null, failures: 53 });
  expect(await state(better)).toEqual({ is_active: true, off_reason: null, failures: 0 });
});

test("an answer that changes the protocol is a failure like others", async () => {
  const { id } = await buildWebhook(opened.db, { url: receiver.urlOf("/other-protocol") });
  await buildPost(opened.db);
  start({ pauses: [] });
  expect((await ended(id))[0]).toMatchObject({ state: "given up", attempts: 1, failure: "The receiver broke off" });
});

test("an event whose body can't be written delays its chain alone", async () => {
  const { db } = opened;
  const { id } = await buildWebhook(db, { url: receiver.urlOf("/taken") });
  const broken = await buildPost(db);
  const whole = await buildPost(db);
  // A body that the database refuses.
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(db);
  await sql`create trigger refuse before update of body on webhook_deliveries
    for each row when (new.body like ${sql.lit(`%${broken.id}%`)}) execute function refuse()`.execute(db);
  start();
  await ended(id);
  await sql`drop function refuse cascade`.execute(db);
  expect(await deliveries(id)).toMatchObject([
    { subject_id: broken.id, state: "waiting", attempts: 0, failure: "Its body could not be written" },
    { subject_id: whole.id, state: "delivered" },
  ]);
  await db
    .updateTable("webhook_deliveries")
    .set({ next_at: new Date(0) })
    .execute();
  expect((await ended(id, 2))[0]).toMatchObject({ state: "delivered", failure: null });
});

test("one that is deleted during a delivery takes it along, and others go on", async () => {
  const { db } = opened;
  const { id } = await buildWebhook(db, { url: receiver.urlOf("/slow") });
  await buildPost(db);
  start();
  await expect.poll(() => receiver.at("/slow").length).toBe(1);
  await db.deleteFrom("webhooks").where("id", "=", id).execute();
  receiver.hangUp();
  const { id: other } = await buildWebhook(db, { url: receiver.urlOf("/taken") });
  await buildPost(db);
  expect(await ended(other)).toMatchObject([{ state: "delivered" }]);
  expect(await deliveries(id)).toEqual([]);
  expect(receiver.at("/slow")).toHaveLength(1);
});

test("redirects aren’t followed", async () => {
  const { id } = await buildWebhook(opened.db, { url: receiver.urlOf("/moved") });
  await buildPost(opened.db);
  start({ pauses: [] });
  expect((await ended(id))[0]).toMatchObject({ status: 302, failure: "Answered 302, and redirects aren’t followed" });
  expect(receiver.at("/elsewhere")).toEqual([]);
});

test("a name that leads into a private network the second time isn’t reached then", async () => {
  const { db } = opened;
  const { id } = await buildWebhook(db, { url: receiver.urlOf("/taken", "localhost") });
  let lookups = 0;
  // What it resolves to is allowed at the first lookup only.
  start({ allows: (address) => isLoopback(address) && ++lookups === 1, pauses: [] });
  await buildPost(db);
  expect((await ended(id))[0]).toMatchObject({ state: "delivered" });
  await buildPost(db);
  expect((await ended(id, 2))[1]).toMatchObject({
    state: "given up",
    failure: "The receiver localhost leads into a private network",
  });
  expect(receiver.at("/taken")).toHaveLength(1);
});

test("events about one post arrive in order, however often the first is refused", async () => {
  const { db } = opened;
  const { id } = await buildWebhook(db, { url: receiver.urlOf("/first-refused") });
  const [first, second] = [await buildPost(db), await buildPost(db)];
  const setTitle = (title: string) =>
    db
      .updateTable("posts")
      .set(({ eb }) => ({ title, version: eb("version", "+", 1) }))
      .where("id", "=", first.id)
      .execute();
  await setTitle("One");
  await setTitle("Two");
  await db.deleteFrom("posts").where("id", "=", first.id).execute();
  start({ pauses: [0.3, 0.3, 0.3] });
  await ended(id, 5);
  const events = receiver.received.map(({ body }) => JSON.parse(body));
  // Each once, in the order of their last arrival.
  const typesOf = (post: { id: string }) => {
    const own = events.filter(({ data }) => data.id === post.id);
    return own.filter((event, n) => own.findLastIndex((other) => other.id === event.id) === n).map(({ type }) => type);
  };
  expect(typesOf(first)).toEqual(["post.published", "post.updated", "post.updated", "post.unpublished"]);
  expect(typesOf(second)).toEqual(["post.published"]);
  expect(events.length).toBe(7);
});
