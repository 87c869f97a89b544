import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPort } from "../../../app/boot/open-port.ts";
import type { ReadersNow } from "../../../app/domain/analytics/analytics.ts";
import { followReaders, readReadersNow, shareReadersNow } from "../../../app/domain/analytics/panels/read-live.ts";
import { LISTENERS_MAX } from "../../../app/http/api/admin/analytics/live.ts";
import { TEST_ORIGIN } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost, buildSession } from "../../builders.ts";
import { buildVisit } from "../../visits.ts";

let app: TestApp;
let token: string;
const stopping = new AbortController();
beforeAll(async () => {
  app = await createTestApp({ stopping: stopping.signal });
  token = (await signedInUser(app, { role: "admin" })).token;
});
afterAll(() => app.close());

const listen = (init: RequestInit = {}) =>
  app.fetch(
    new Request(`${TEST_ORIGIN}/api/admin/analytics/live`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, "accept-encoding": "br, gzip" },
    }),
  ) as Promise<Response>;

/** The next piece of the response, as text. */
const readerOf = (response: Response) => response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
const next = async (reader: ReadableStreamDefaultReader<Uint8Array>) => new TextDecoder().decode((await reader.read()).value);

test("readers of the last five minutes are reported at once, by the page that each saw last", async () => {
  const { db } = app.context;
  await buildPost(db, { slug: "lark", title: "The lark" });
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const page = (path: string, values = {}) => ({ path, ...values });
  // Two on the article, one of them after the first page; one who began long ago; one who left six minutes ago.
  await buildVisit(db, { at: ago(1), session: buildSession(), pages: [page("/story/lark")] });
  await buildVisit(db, { at: ago(4), session: buildSession(), pages: [page("/"), page("/story/lark", { after: 90 })] });
  await buildVisit(db, { at: ago(40), session: buildSession(), pages: [page("/about", { last: 38 * 60 })] });
  await buildVisit(db, { at: ago(6), session: buildSession(), pages: [page("/")] });
  const response = await listen();
  const { headers } = response;
  expect([response.status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
    200,
    "text/event-stream",
    "no-store",
  ]);
  expect([headers.get("content-encoding"), headers.get("etag"), headers.get("x-accel-buffering")]).toEqual([null, null, "no"]);
  expect(headers.get("connection")).toBe("close");
  const reader = readerOf(response);
  const [event = "", data = "", ...rest] = (await next(reader)).split("\n");
  expect([event, rest]).toEqual(["event: readers", ["", ""]]);
  expect(JSON.parse(data.replace("data: ", ""))).toEqual({
    readers: 3,
    pages: [
      { path: "/story/lark", title: "The lark", readers: 2 },
      { path: "/about", title: "/about", readers: 1 },
    ],
  });
  await reader.cancel();
});

test("twenty can follow at once; when one leaves, another is admitted", async () => {
  const readers = [];
  for (let n = 0; n < LISTENERS_MAX; n++) readers.push(readerOf(await listen()));
  for (const reader of readers) expect(await next(reader)).toContain("event: readers");
  const tooMany = await listen();
  expect([tooMany.status, tooMany.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await tooMany.json()).toMatchObject({
    code: "rate_limited",
    message: "Only 20 can follow at once. Please try again later.",
  });
  await readers[0]?.cancel();
  await expect.poll(async () => (await listen({ method: "HEAD" })).status).toBe(200);
  await expect
    .poll(async () => {
      const response = await listen();
      if (response.status === 200) readers.push(readerOf(response));
      return response.status;
    })
    .toBe(200);
  for (const reader of readers) await reader.cancel();
});

test("HEAD responds without following", async () => {
  for (let n = 0; n <= LISTENERS_MAX; n++) {
    const response = await listen({ method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  }
});

test("over the network, too, a client that leaves makes room for another, and a stopping server waits for nobody", async () => {
  const port = await openPort("127.0.0.1", 0);
  port.serve({ fetch: app.fetch, fastPath: () => false });
  const connect = async () => {
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`http://127.0.0.1:${port.port}/api/admin/analytics/live`, { headers, signal: gone.signal });
    return { response, gone };
  };
  const all = await Promise.all(Array.from({ length: LISTENERS_MAX }, connect));
  for (const { response } of all) expect([response.status, await next(readerOf(response))]).toEqual([200, expect.any(String)]);
  const refused = await connect();
  expect([refused.response.status, (await refused.response.text()).length > 0]).toEqual([429, true]);
  for (const { gone } of all.slice(0, 5)) gone.abort();
  await expect.poll(async () => (await connect()).response.status).toBe(200);

  const began = performance.now();
  stopping.abort();
  await port.close();
  // Clients that haven't finished after ten seconds are disconnected.
  expect(performance.now() - began).toBeLessThan(8000);
});

describe("the stream", () => {
  const someone: ReadersNow = { readers: 1, pages: [] };
  const follow = (values: Partial<Parameters<typeof followReaders>[0]> = {}) =>
    followReaders({
      read: async () => someone,
      isAllowed: async () => true,
      signal: new AbortController().signal,
      everyMs: 2,
      recheckMs: 60_000,
      ...values,
    });

  test("ends once the listener is no longer an admin", async () => {
    let asked = 0;
    const seen = [];
    for await (const now of follow({ recheckMs: 10, isAllowed: async () => ++asked < 3 })) seen.push(now);
    expect(asked).toBe(3);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen[0]).toEqual(someone);
  });

  test("ends at once when the server stops, in the middle of a pause", async () => {
    const stopping = new AbortController();
    const feed = follow({ everyMs: 3_600_000, signal: stopping.signal });
    expect((await feed.next()).value).toEqual(someone);
    const end = feed.next();
    stopping.abort();
    expect((await end).done).toBe(true);
  });

  test("continues after the database has failed for a while", async () => {
    let times = 0;
    const feed = follow({ read: () => (++times === 1 ? Promise.reject(new Error("gone")) : Promise.resolve(someone)) });
    expect([(await feed.next()).value, (await feed.next()).value]).toEqual([null, someone]);
    await feed.return(null);
  });

  test("is one query for all clients within the pause", async () => {
    const read = shareReadersNow(app.context, 3_600_000);
    const [first, second] = await Promise.all([read(), read()]);
    expect(second).toBe(first);
    const { db } = app.context;
    await buildVisit(db, { at: new Date(), session: buildSession(), pages: [{ path: "/later" }] });
    expect(await read()).toBe(first);
    expect((await readReadersNow(app.context)).pages).toContainEqual({ path: "/later", title: "/later", readers: 1 });
  });
});
