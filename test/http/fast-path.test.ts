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

test("a page that is asked for often gets smaller, with the same content, and its former ETag still counts", async () => {
  const br = { "accept-encoding": "br" };
  await get(br);
  const before = await get(br);
  for (let n = 0; n < 60; n++) await get(br);
  await expect.poll(async () => (await get(br)).body.length).toBeLessThan(before.body.length);
  const after = await get(br);
  expect(after.headers["content-length"]).toBe(String(after.body.length));
  expect(brotliDecompressSync(after.body)).toEqual(brotliDecompressSync(before.body));
  expect(after.headers.etag).not.toBe(before.headers.etag);
  for (const { etag } of [before.headers, after.headers]) {
    const { status, headers } = await get({ ...br, "if-none-match": String(etag) });
    expect([status, headers.etag]).toEqual([304, etag]);
  }
  expect((await get({ ...br, "if-none-match": '"another"' })).status).toBe(200);
  const head = await get(br, "HEAD");
  expect([head.headers["content-length"], head.body.length]).toEqual([String(after.body.length), 0]);
  // The other encodings are as before, however often they are asked for.
  const gzips: Answer[] = [];
  for (let n = 0; n < 60; n++) gzips.push(await get({ "accept-encoding": "gzip" }));
  expect(new Set(gzips.map(({ headers }) => headers.etag)).size).toBe(1);
  expect(gunzipSync(gzips.at(-1)?.body ?? Buffer.alloc(0))).toEqual(brotliDecompressSync(after.body));
  expect((await get({ "accept-encoding": "identity" })).body).toEqual(brotliDecompressSync(after.body));
  // A changed page starts over.
  await app.app.contentChanged();
  await get(br);
  expect((await get(br)).headers.etag).toBe(before.headers.etag);
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
