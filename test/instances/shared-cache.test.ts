import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { buildPost } from "../builders.ts";
import { openTestContext } from "../context.ts";
import { bootInstance } from "./boot-instance.ts";
import { startPassThrough } from "./pass-through.ts";
import { startSharedCache } from "./start-nginx.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

type Purge = { tags: string[]; authorization: string | undefined };

/** A purge hook, which drops what `drop` says. */
async function startHook(drop: () => Promise<void>) {
  const purges: Purge[] = [];
  const server = createServer(async (request, response) => {
    const { tags } = JSON.parse(await text(request));
    await drop();
    purges.push({ tags, authorization: request.headers.authorization });
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`, purges };
}

test("a cache in front keeps pages for everybody, and drops them as soon as they change", async () => {
  const { db, config } = opened;
  const DATABASE_URL = (await startPassThrough(config)).urlOf(config);
  const post = await buildPost(db, { title: "On larks", slug: "on-larks" });
  let empty = async () => {};
  const hook = await startHook(() => empty());
  const instance = await bootInstance({ DATABASE_URL, PURGE_URL: hook.url, PURGE_TOKEN: "hush" });
  await expect.poll(() => hook.purges).toContainEqual({ tags: ["site"], authorization: "Bearer hush" });
  const cache = await startSharedCache(instance.url);
  empty = cache.empty;
  const get = async (headers: Record<string, string> = {}, path = "/story/on-larks") => {
    const response = await fetch(cache.url + path, { headers: { "accept-encoding": "identity", ...headers } });
    const body = await response.text();
    return { status: response.status, headers: response.headers, title: body.match(/On (larks|wrens)/)?.[0] };
  };
  await get();
  const cached = await get({ cookie: "look=own" });
  expect([cached.headers.get("x-cache"), cached.title]).toEqual(["HIT", "On larks"]);
  // Browsers still ask each time, and are answered by the cache.
  expect(cached.headers.get("cache-control")).toBe("public, max-age=0, s-maxage=60, must-revalidate");
  expect(cached.headers.get("vary")).toBe("Accept-Encoding");
  expect(cached.headers.get("cdn-cache-control")).toBe("public, max-age=60, stale-while-revalidate=60, stale-if-error=86400");
  expect(cached.headers.get("cache-tag")?.split(",")).toEqual(["site", "articles", "post-on-larks"]);
  expect(cached.headers.get("surrogate-key")).toBe("site articles post-on-larks");
  const again = await get({ "if-none-match": cached.headers.get("etag") ?? "" });
  expect([again.status, again.headers.get("x-cache")]).toEqual([304, "HIT"]);

  await db.updateTable("posts").set({ title: "On wrens" }).where("id", "=", post.id).execute();
  await expect.poll(async () => (await get()).title, { timeout: 5000 }).toBe("On wrens");
  // What isn't a page for everybody isn't cached.
  for (const path of ["/no-such-page", "/api/admin/posts"]) {
    await get({}, path);
    expect((await get({}, path)).headers.get("x-cache")).toBe("MISS");
  }
});

test("without a purge hook no cache may use a page without asking", async () => {
  const { config } = opened;
  const instance = await bootInstance({ DATABASE_URL: (await startPassThrough(config)).urlOf(config) });
  await buildPost(opened.db, { slug: "on-terns" });
  const { headers } = await instance.get("/story/on-terns");
  expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  expect(headers.get("vary")).toBe("Accept-Encoding, Cookie");
  expect([headers.get("cdn-cache-control"), headers.get("cache-tag")]).toEqual([null, null]);
});
