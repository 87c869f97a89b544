import { request as ask, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type OpenPort, openPort } from "../../app/boot/open-port.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildCategory, buildPost, buildTag } from "../builders.ts";

let app: TestApp;
let port: OpenPort;
/** Whether the last request was answered from memory. */
let isFast = false;
let slug: string;
beforeAll(async () => {
  app = await createTestApp();
  const category_id = (await buildCategory(app.context.db)).id;
  const tag = await buildTag(app.context.db);
  const content_html = `<p>${"Words of larks. ".repeat(200)}</p>`;
  slug = (await buildPost(app.context.db, { category_id, content_html, tags: [tag.id] })).slug;
  port = await openPort("127.0.0.1", 0, {
    fetch: app.app.fetch,
    fastPath: (request, response) => {
      isFast = app.app.readFastPath(request, response);
      return isFast;
    },
  });
});
afterAll(async () => {
  await port.close();
  await app.close();
});
beforeEach(() => app.app.contentChanged());

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer; isFast: boolean };
const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = ask({ host: "127.0.0.1", port: port.port, path, headers, method, agent: false }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts), isFast });
    });
    sent.on("error", reject).end();
  });
/** What must be the same in both lanes. */
const ofBoth = ({ status, headers: { date: _, "x-request-id": __, ...headers }, body }: Answer) => ({ status, headers, body });

const READS = () => [
  "/api/posts",
  "/api/posts?limit=15&page=1",
  `/api/posts/${slug}`,
  "/api/categories",
  "/api/tags",
  "/api/site",
];

test.each(["br, gzip", "gzip", "identity", ""])("answers are the same again, byte for byte, for “%s”", async (accept) => {
  for (const path of [...READS(), "/api/site/home", "/api/site/about"]) {
    const headers: Record<string, string> = accept ? { "accept-encoding": accept } : {};
    const first = await get(path, headers);
    const second = await get(path, headers);
    expect([path, first.status, first.isFast, second.isFast]).toEqual([path, 200, false, true]);
    expect(ofBoth(second)).toEqual(ofBoth(first));
    const etag = String(first.headers.etag);
    const unchanged = [
      await get(path, { ...headers, "if-none-match": etag }),
      await get(path, { ...headers, "if-none-match": etag }),
    ];
    expect(unchanged.map(({ status, isFast, body }) => [status, isFast, body.length])).toEqual([
      [304, false, 0],
      [304, true, 0],
    ]);
    expect(ofBoth(unchanged[1] as Answer)).toEqual(ofBoth(unchanged[0] as Answer));
    expect(ofBoth(await get(path, { ...headers, "if-none-match": 'W/"other"' }))).toEqual(ofBoth(first));
  }
});

test("requests count under their route, whichever way they are answered", async () => {
  const countOf = async (route: string) => {
    const text = await app.app.metrics.registry.metrics();
    const line = text
      .split("\n")
      .find((one) => one.startsWith(`http_requests_total{method="GET",route="${route}",status="200"}`));
    return Number(line?.split(" ")[1] ?? 0);
  };
  for (const [path, route] of [
    [`/api/posts/${slug}`, "/api/posts/:slug"],
    ["/api/posts?limit=7", "/api/posts"],
    ["/api/site/home", "/api/site/home"],
  ] as const) {
    const before = await countOf(route);
    const answers = [await get(path), await get(path), await get(path)];
    expect(answers.map(({ isFast }) => isFast)).toEqual([false, true, true]);
    expect([route, await countOf(route)]).toEqual([route, before + 3]);
  }
});

test("each answer has the id of its own request", async () => {
  await get("/api/posts");
  const named = await get("/api/posts", { "x-request-id": "my-own-id-1" });
  const [one, other] = [await get("/api/posts"), await get("/api/posts", { "x-request-id": "not safe" })];
  expect([named.isFast, named.headers["x-request-id"]]).toEqual([true, "my-own-id-1"]);
  expect([one, other].every(({ isFast, headers }) => isFast && /^[0-9a-f]{32}$/.test(String(headers["x-request-id"])))).toBe(
    true,
  );
  expect(one.headers["x-request-id"]).not.toBe(other.headers["x-request-id"]);
});

test("a change of content is in the next answer, also when an answer is being made meanwhile", async () => {
  const path = `/api/posts/${slug}`;
  await get(path);
  expect((await get(path)).isFast).toBe(true);
  await app.context.db.updateTable("posts").set({ title: "Another title" }).where("slug", "=", slug).execute();
  const making = get("/api/posts");
  await app.app.contentChanged();
  await making;
  const after = await get(path, { "accept-encoding": "br" });
  expect([after.isFast, JSON.parse(String(brotliDecompressSync(after.body))).title]).toEqual([false, "Another title"]);
  const list = JSON.parse(String((await get("/api/posts")).body));
  expect(list.posts.map(({ title }: { title: string }) => title)).toEqual(["Another title"]);
});

test("a read that began before a change isn't cached", async () => {
  const [begun, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The database answers only after the change.
  const locking = app.context.db.transaction().execute(async (trx) => {
    await trx.schema
      .alterTable("categories")
      .alterColumn("color", (column) => column.setNotNull())
      .execute();
    begun.resolve();
    await changed.promise;
  });
  await begun.promise;
  const making = get("/api/categories");
  const waiting = async () =>
    (await sql`select from pg_locks where not granted and relation = 'categories'::regclass`.execute(app.context.db)).rows.length;
  await expect.poll(waiting).toBe(1);
  await app.app.contentChanged();
  changed.resolve();
  await Promise.all([locking, making]);
  expect((await get("/api/categories")).isFast).toBe(false);
  expect((await get("/api/categories")).isFast).toBe(true);
});

test("requests with a token, searches, writes, refusals and reads of one's own go the whole way", async () => {
  for (const path of READS()) await get(path);
  for (const path of [
    "/api/posts?search=lark",
    "/api/posts?limit=0",
    "/api/posts/unknown-one",
    "/api/likes/stats",
    "/api/nothing",
  ]) {
    await get(path);
    expect([path, (await get(path)).isFast]).toEqual([path, false]);
  }
  const auth = { authorization: `Bearer ${"x".repeat(20)}` };
  for (const path of READS()) expect([path, (await get(path, auth)).isFast]).toEqual([path, false]);
  expect((await get("/api/posts", {}, "HEAD")).isFast).toBe(false);
  expect((await get("/api/posts", {}, "POST")).status).toBe(405);
  await get("/api/posts/unknown-one", auth);
  expect((await get("/api/posts")).isFast).toBe(true);
});

test("a site that closes for maintenance answers nothing from memory", async () => {
  const store = async (settings: object) => {
    await app.context.db
      .updateTable("settings")
      .set({ value: JSON.stringify(settings) })
      .execute();
    await app.app.contentChanged();
  };
  await get("/api/posts");
  await store({ maintenanceMode: true });
  for (const path of ["/api/posts", "/api/posts"]) {
    const answer = await get(path);
    expect([answer.status, answer.isFast]).toEqual([503, false]);
  }
  await store({});
  expect((await get("/api/posts")).status).toBe(200);
});
