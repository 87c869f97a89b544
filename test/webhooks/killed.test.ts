// slow: app/boot/start-webhooks.ts app/boot/start-rounds.ts app/domain/webhooks/ db/migrations/

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildPost } from "../builders.ts";
import { openTestContext } from "../context.ts";
import { buildWebhook } from "./build-webhook.ts";
import { type Receiver, receiveWebhooks } from "./receive-webhooks.ts";

/** More of them for a proof that takes a minute: `KILLED_WEBHOOKS=20`. */
const KILLS = Number(process.env.KILLED_WEBHOOKS ?? 2);
const POSTS_PER_KILL = 10;

/** Every sixth request is refused. */
const isTaken = (count: number) => count % 6 !== 0;

let opened: Awaited<ReturnType<typeof openTestContext>>;
let receiver: Receiver;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  opened = await openTestContext();
  receiver = await receiveWebhooks({
    "/in-order": (response, _, count) =>
      void setTimeout(() => response.writeHead(isTaken(count) ? 200 : 500).end(), 10 * (count % 4)),
    "/some": (response, _, count) => {
      if (count % 7 === 0) return void response.socket?.destroy();
      setTimeout(() => response.writeHead(count % 5 === 0 ? 500 : 200).end(), 30);
    },
  });
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await receiver.close();
  await opened.close();
});

async function start(): Promise<ChildProcess> {
  const script = join(import.meta.dirname, "run-webhooks.ts");
  const child = spawn(process.execPath, ["--no-warnings", script, JSON.stringify(opened.config)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: receiver.certificate },
  });
  children.add(child);
  await once(child.stdout as NonNullable<typeof child.stdout>, "data");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  children.delete(child);
}

test("no event is lost, however often the process is killed", { timeout: 180_000 + KILLS * 30_000 }, async ({ annotate }) => {
  const { db } = opened;
  const { id } = await buildWebhook(db, { url: receiver.urlOf("/some"), events: ["post.published"] });
  const posts: string[] = [];
  for (let kills = 0; kills < KILLS; kills++) {
    const child = await start();
    const before = receiver.received.length;
    for (let n = 0; n < POSTS_PER_KILL; n++) posts.push((await buildPost(db)).id);
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBeGreaterThan(before + 3);
    await kill(child);
  }
  const last = await start();
  const rows = () => db.selectFrom("webhook_deliveries").selectAll().where("webhook_id", "=", id).execute();
  const open = async () => (await rows()).filter(({ state }) => state === "waiting" || state === "claimed").length;
  await expect.poll(open, { timeout: 120_000, interval: 100 }).toBe(0);
  await kill(last);
  const all = await rows();
  expect(new Set(all.map(({ subject_id }) => subject_id))).toEqual(new Set(posts));
  expect(all).toHaveLength(posts.length);
  const arrived = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  const lost = all.filter(({ id: one, state }) => !arrived.has(one) && state !== "given up");
  expect(lost).toEqual([]);
  const given = all.filter(({ state }) => state === "given up").length;
  await annotate(`${KILLS} kills, ${posts.length} events, ${receiver.received.length} requests, ${given} given up`);
});

test("two processes deliver the events of a chain in order, each once", { timeout: 180_000 }, async () => {
  const { db } = opened;
  const { id } = await buildWebhook(db, { url: receiver.urlOf("/in-order"), events: ["post.published", "post.updated"] });
  const posts = await Promise.all(Array.from({ length: POSTS_PER_KILL }, () => buildPost(db)));
  const both = [await start(), await start()];
  for (let n = 0; n < 5; n++)
    for (const post of posts)
      await db
        .updateTable("posts")
        .set(({ eb }) => ({ version: eb("version", "+", 1) }))
        .where("id", "=", post.id)
        .execute();
  const rows = await db.selectFrom("webhook_deliveries").selectAll().where("webhook_id", "=", id).orderBy("position").execute();
  expect(rows).toHaveLength(6 * POSTS_PER_KILL);
  const taken = () => receiver.at("/in-order").filter(({ count }) => isTaken(count));
  await expect.poll(() => taken().length, { timeout: 120_000, interval: 100 }).toBe(rows.length);
  await Promise.all(both.map(kill));
  const arrived = taken().map(({ headers }) => headers["webhook-id"]);
  for (const post of posts) {
    const own = rows.filter(({ subject_id }) => subject_id === post.id).map((row) => row.id);
    expect(arrived.filter((one) => own.includes(one as string))).toEqual(own);
  }
});
