// slow: app/boot/start-webhooks.ts app/domain/webhooks/ app/platform/guarded-fetch.ts deploy/nginx-https.conf test/several/

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { startWebhooks } from "../../app/boot/start-webhooks.ts";
import { buildPost } from "../builders.ts";
import { openTestContext } from "../context.ts";
import { SETTINGS, SITE } from "../newsletter/sender-options.ts";
import { makeCertificate } from "../several/make-certificate.ts";
import { startNginx } from "../several/start-nginx.ts";
import { buildWebhook, SECRET } from "./build-webhook.ts";
import { isLoopback } from "./receive-webhooks.ts";

test("a receiver behind nginx verifies what arrives, and nginx's own answer is a failure like others", async () => {
  const certificate = makeCertificate();
  onTestFinished(certificate.forget);
  const opened = await openTestContext();
  onTestFinished(opened.close);
  const verified: unknown[] = [];
  const receiver = createServer(async (request, response) => {
    const event = new Webhook(SECRET).verify(await text(request), request.headers as Record<string, string>);
    verified.push({ path: request.url, event });
    response.end("taken");
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  const nginx = await startNginx(readFileSync("deploy/nginx-https.conf", "utf8"), [port], certificate.folder);
  onTestFinished(nginx.stop);

  const url = `${nginx.secureAddress}/hooks/skylark?for=search`;
  const { id } = await buildWebhook(opened.db, { url, events: ["post.published"] });
  const tools = { site: () => SITE, settings: () => SETTINGS, allows: isLoopback, answerMs: 60_000, pauses: [] };
  const running = startWebhooks(opened.ctx, tools, { busyMs: 50, idleMs: 50 });
  onTestFinished(running.stop);
  const deliveries = () =>
    opened.db
      .selectFrom("webhook_deliveries")
      .select(["id", "state", "status", "answer"])
      .where("webhook_id", "=", id)
      .orderBy("position")
      .execute();
  const longest = await buildPost(opened.db, {
    title: "On “larks”",
    content: `<p>${"Früh singt die Lerche. ".repeat(4000)}</p>`,
  });
  await expect.poll(deliveries).toEqual([{ id: expect.any(String), state: "delivered", status: 200, answer: "taken" }]);
  const [delivery] = await deliveries();
  const event = { id: delivery?.id, type: "post.published", data: { id: longest.id, title: "On “larks”" } };
  expect(verified).toEqual([{ path: "/hooks/skylark?for=search", event: expect.objectContaining({ note: expect.any(String) }) }]);
  expect(verified).toMatchObject([{ event }]);

  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await buildPost(opened.db);
  await expect.poll(async () => (await deliveries())[1]).toMatchObject({ state: "given up", status: 502 });
});
