import { Agent, request as ask, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenPort, openPort } from "../../app/boot/open-port.ts";
import { createFastPath } from "../../app/http/fast-path.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildPost } from "../builders.ts";

let app: TestApp;
let port: OpenPort;
let path: string;
beforeAll(async () => {
  app = await createTestApp();
  const words = Array.from({ length: 3000 }, (_, n) => `word${(n * 7919) % 601}`).join(" ");
  path = `/story/${(await buildPost(app.context.db, { content_html: `<p>${words}</p>` })).slug}`;
  const pageFastPath = createFastPath({
    pageAddress: app.app.pages.addressOf,
    cachedPage: app.app.pages.cached,
    file: () => undefined,
    securityHeaders: () => [],
    observe: () => {},
  });
  port = await openPort("127.0.0.1", 0, { fetch: app.app.fetch, fastPath: pageFastPath });
});
afterAll(async () => {
  await port.close();
  await app.close();
});

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer };
const get = (headers: Record<string, string>, method = "GET", agent: Agent | false = false): Promise<Answer> =>
  new Promise((resolve, reject) => {
    ask({ host: "127.0.0.1", port: port.port, path, headers, method, agent }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) });
    })
      .on("error", reject)
      .end();
  });

test("a page has the same content in each encoding, each with an ETag of its own", async () => {
  const [br, gzip, identity] = await Promise.all(
    ["br", "gzip", "identity"].map((encoding) => get({ "accept-encoding": encoding })),
  );
  expect(brotliDecompressSync(br?.body ?? "")).toEqual(identity?.body);
  expect(gunzipSync(gzip?.body ?? "")).toEqual(identity?.body);
  expect(new Set([br, gzip, identity].map((answer) => answer?.headers.etag)).size).toBe(3);
  const known = String(br?.headers.etag);
  const unchanged = await get({ "accept-encoding": "br", "if-none-match": known });
  expect([unchanged.status, unchanged.headers.etag, unchanged.body.length]).toEqual([304, known, 0]);
  expect((await get({ "accept-encoding": "br", "if-none-match": '"another"' })).status).toBe(200);
});

test("a page that is asked for often is sent as Node writes it, each time", async () => {
  const gzip = { "accept-encoding": "gzip" };
  const { date: _, ...headers } = (await get(gzip)).headers;
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  const bodies = new Set<string>();
  for (let n = 0; n < 200; n++) {
    const answer = await get(gzip, "GET", kept);
    expect(answer.status).toBe(200);
    expect(Math.abs(Date.now() - Date.parse(answer.headers.date ?? ""))).toBeLessThan(30_000);
    expect(answer.headers).toEqual({
      ...headers,
      date: answer.headers.date,
      connection: "keep-alive",
      "keep-alive": "timeout=65",
    });
    bodies.add(answer.body.toString("latin1"));
  }
  expect(bodies.size).toBe(1);
  const head = await get(gzip, "HEAD", kept);
  expect([head.headers["content-length"], head.body.length]).toEqual([headers["content-length"], 0]);
  const etag = String(headers.etag);
  expect((await get({ ...gzip, "if-none-match": etag }, "GET", kept)).status).toBe(304);
  kept.destroy();
});
