// slow: app/boot/start-webhooks.ts app/domain/posts/ app/domain/webhooks/ db/migrations/

import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startWebhooks } from "../../app/boot/start-webhooks.ts";
import { WEBHOOKS_MAX } from "../../app/domain/webhooks/webhook-rules.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import type { DB } from "../../db/schema.gen.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildContext } from "../builders.ts";
import { SETTINGS, SITE } from "../newsletter/sender-options.ts";
import { silent } from "../platform/test-postgres.ts";
import { buildWebhook } from "./build-webhook.ts";
import { isLoopback } from "./receive-webhooks.ts";

/** More of them to measure how long each takes, with and without webhooks: `DEAD_WEBHOOKS_POSTS=50`. */
const POSTS = Number(process.env.DEAD_WEBHOOKS_POSTS ?? 5);
/** Then deliveries fail meanwhile, and not only afterwards. */
const PAUSE_MS = process.env.DEAD_WEBHOOKS_POSTS ? 200 : 0;
const CONTENT = `<p>${"The first light is theirs, and they sing before the sun is up. ".repeat(50)}</p>`;

let app: TestApp;
let site: ReturnType<typeof serve>;
let publish: (title: string) => Promise<{ id: string; ms: number }>;
beforeAll(async () => {
  app = await createTestApp({ allowsAddress: isLoopback });
  site = serve({ fetch: app.fetch as never, port: 0, hostname: "127.0.0.1" });
  await once(site, "listening");
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/api/admin/posts`;
  const { token } = await signedInUser(app, { role: "admin" });
  const { id: category_id } = await buildCategory(app.context.db);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  publish = (title) =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const slug = title.toLowerCase().replaceAll(" ", "-");
      const body = { title, slug, description: "How the day begins.", content: CONTENT, category_id, status: "published" };
      const sent = request(url, { method: "POST", headers }, async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString();
        const ms = performance.now() - began;
        if (answer.statusCode === 201) resolve({ id: JSON.parse(text).id, ms });
        else reject(new Error(text));
      });
      sent.once("error", reject).end(JSON.stringify(body));
    });
  await publish("The first takes longer");
});
afterAll(async () => {
  await new Promise((resolve) => site.close(resolve));
  await app.close();
});

async function publishAll(title: string): Promise<{ ids: string[]; summary: string }> {
  const [ids, times]: [string[], number[]] = [[], []];
  for (let n = 0; n < POSTS; n++) {
    const { id, ms } = await publish(`${title} ${n}`);
    ids.push(id);
    times.push(ms);
    await pause(PAUSE_MS);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => `${times[Math.ceil(share * times.length) - 1]?.toFixed(1)} ms`;
  return { ids, summary: `${at(0.5)} median, ${at(0.95)} for 95 %, ${at(1)} at most` };
}

/** Takes connections and never says a word. */
async function listenInSilence(): Promise<{ server: Server; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on("error", () => {}))).listen(0, "0.0.0.0");
  await once(server, "listening");
  return { server, sockets };
}

test.for(["never answer", "refuse connections"])(
  "articles are published while twenty receivers %s",
  { timeout: 120_000 },
  async (how, { annotate }) => {
    const { server, sockets } = await listenInSilence();
    const { port } = server.address() as AddressInfo;
    const hangUp = async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    };
    if (how === "never answer") onTestFinished(hangUp);
    else await hangUp();
    const without = await publishAll(`Before they ${how}`);

    const { db, close } = connectDatabase<DB>(app.database.config, { log: silent });
    onTestFinished(close);
    for (let n = 1; n <= WEBHOOKS_MAX; n++) await buildWebhook(db, { url: `https://127.0.0.${n}:${port}/hook` });
    const running = startWebhooks(buildContext(db), { site: () => SITE, settings: () => SETTINGS, allows: isLoopback });
    onTestFinished(async () => {
      await db.deleteFrom("webhooks").execute();
      await running.stop();
    });
    const dead = await publishAll(`While they ${how}`);
    const told = db.selectFrom("webhook_deliveries").select(["webhook_id", "subject_id", "state"]);
    const rows = await told.where("type", "=", "post.published").execute();
    expect(rows.filter(({ state }) => state === "delivered")).toEqual([]);
    for (const id of dead.ids)
      expect(new Set(rows.filter((row) => row.subject_id === id).map((row) => row.webhook_id)).size).toBe(WEBHOOKS_MAX);
    const isTried = async () =>
      (await db.selectFrom("webhook_deliveries").select("id").where("tried_at", "is not", null).execute()).length;
    await expect.poll(isTried).toBeGreaterThan(0);
    await annotate(`${POSTS} articles without webhooks: ${without.summary}; with them: ${dead.summary}`);
  },
);
