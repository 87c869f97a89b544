import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { ErrorBody } from "../../app/http/errors.ts";
import { healthRoutes } from "../../app/http/health.ts";
import { createMetrics } from "../../app/http/middleware/metrics.ts";
import { openMigrationCheck } from "../../app/platform/database/migrate.ts";
import { buildFailedJob } from "../app/build-failed-job.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { session } from "../app/session.ts";
import { silent } from "../platform/test-postgres.ts";

/** A response of /readyz is cached for a second. */
const CACHED_MS = 1100;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("the process responds, and is ready while the schema is current", async () => {
  expect((await app.actors.anonymous.get("/healthz")).body).toEqual({ status: "ok" });
  const ready = await app.actors.anonymous.get("/readyz");
  expect([ready.status, ready.body]).toEqual([200, { status: "ready", database: "reached", migrations: "current" }]);
  expect(ready.headers.get("cache-control")).toBe("no-store");
});

test("they can only be read", async () => {
  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    const { status, headers } = await app.actors.anonymous.post(path);
    expect([path, status, headers.get("allow")]).toEqual([path, 405, "GET, HEAD, OPTIONS"]);
  }
});

test("a database that lacks a migration, or has an unknown one, makes it not ready", async () => {
  const { db } = app.context;
  const last = await db
    .selectFrom("schema_migrations" as never)
    .selectAll()
    .orderBy("version" as never, "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom("schema_migrations" as never)
    .where("version" as never, "=", (last as { version: number }).version as never)
    .execute();
  await pause(CACHED_MS);
  const pending = await app.actors.anonymous.get("/readyz");
  expect([pending.status, pending.body]).toEqual([503, { status: "not ready", database: "reached", migrations: "pending" }]);
  await db
    .insertInto("schema_migrations" as never)
    .values(last as never)
    .execute();
  const unknown = { ...(last as object), version: 9999, name: "9999_of_tomorrow.sql" };
  await db
    .insertInto("schema_migrations" as never)
    .values(unknown as never)
    .execute();
  await pause(CACHED_MS);
  const newer = await app.actors.anonymous.get("/readyz");
  expect([newer.status, newer.body]).toEqual([503, { status: "not ready", database: "reached", migrations: "unknown" }]);
});

test("a newer schema keeps it ready, unless a migration breaks earlier releases", async () => {
  const site = await createTestApp();
  const add = (name: string, breaks: boolean) =>
    sql`insert into schema_migrations (version, name, checksum, breaks)
      select max(version) + 1, ${name}, 'of tomorrow', ${breaks} from schema_migrations`.execute(site.context.db);
  const ask = async () => {
    const { status, body } = await site.actors.anonymous.get("/readyz");
    return [status, body];
  };
  await add("compatible.sql", false);
  expect(await ask()).toEqual([200, { status: "ready", database: "reached", migrations: "newer" }]);
  await add("breaking.sql", true);
  await add("compatible_again.sql", false);
  await pause(CACHED_MS);
  expect(await ask()).toEqual([503, { status: "not ready", database: "reached", migrations: "incompatible" }]);
  await site.close();
});

test("it isn't ready once it is about to stop, and is alive", async () => {
  const leaving = new AbortController();
  const routes = healthRoutes({ schemaState: async () => "current", metrics: createMetrics(), leaving: leaving.signal });
  expect((await routes.request("/readyz")).status).toBe(200);
  leaving.abort();
  const answer = await routes.request("/readyz");
  expect([answer.status, await answer.json()]).toEqual([503, { status: "leaving", database: "reached", migrations: "current" }]);
  expect((await routes.request("/healthz")).status).toBe(200);
});

test("it is ready while everything else uses the database", async () => {
  const busy = await createTestApp();
  // All ten connections that requests share.
  const sleeping = Array.from({ length: 10 }, () => sql`select pg_sleep(4)`.execute(busy.context.db));
  await pause(200);
  const { status, body } = await busy.actors.anonymous.get("/readyz");
  expect([status, body]).toEqual([200, { status: "ready", database: "reached", migrations: "current" }]);
  await Promise.all(sleeping);
  await busy.close();
});

test("it is ready while sixteen connections request uncached pages", async () => {
  const busy = await createTestApp();
  let isOver = false;
  let rendered = 0;
  const askers = Array.from({ length: 16 }, async (_, asker) => {
    for (let n = 0; !isOver; n++, rendered++) await busy.actors.anonymous.get(`/view-all?search=made+up+${asker}+${n}`);
  });
  const answers: number[] = [];
  while (answers.length < 20) {
    answers.push((await busy.actors.anonymous.get("/readyz")).status);
    await pause(100);
  }
  isOver = true;
  await Promise.all(askers);
  expect(rendered).toBeGreaterThan(16);
  expect(answers).toEqual(Array(20).fill(200));
  await busy.close();
});

test("many requests at once, or within a second, cost the database one query", async () => {
  let questions = 0;
  const check = await openMigrationCheck(app.database.config, { dir: join(process.cwd(), "db", "migrations"), log: silent });
  const counted = () => {
    questions++;
    return check.state();
  };
  const routes = healthRoutes({ schemaState: counted, metrics: createMetrics() });
  const ask = () => Promise.all(Array.from({ length: 50 }, () => routes.request("/readyz")));
  // On a slow machine, a hundred requests can take longer than a second.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await ask();
  await ask();
  expect(questions).toBe(1);
  vi.advanceTimersByTime(CACHED_MS);
  await ask();
  expect(questions).toBe(2);
  vi.useRealTimers();
  await check.close();
});

test("metrics count responses by the pattern of their route, and are for this machine only", async () => {
  const site = await createTestApp({ siteUrl: "http://127.0.0.1:3000" });
  const host = "127.0.0.1:3000";
  const local = site.actors.from({ address: "127.0.0.1", headers: { host } });
  await site.actors.anonymous.get("/api/posts/some-article");
  await site.actors.anonymous.get("/api/posts/another-article");
  const { status, headers, text } = await local.get("/metrics");
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  expect(text).toContain('http_requests_total{method="GET",route="/api/posts/:slug",status="404"} 2');
  expect(text).toContain("http_request_duration_seconds_bucket");
  expect(text).toContain("process_resident_memory_bytes");
  expect(text).not.toContain("some-article");
  const mapped = { address: "::ffff:127.0.0.1", headers: { host: "localhost:3000" } };
  expect((await site.actors.from(mapped).get("/metrics")).status).toBe(200);
  expect((await site.actors.from({ address: "203.0.113.5", headers: { host } }).get("/metrics")).status).toBe(404);
  await site.close();
  const open = await createTestApp({ publicMetrics: true });
  expect((await open.actors.from({ address: "203.0.113.5" }).get("/metrics")).status).toBe(200);
  await open.close();
});

test("metrics are open to other machines with the token only", async () => {
  const token = "early-lark-0123456789";
  const site = await createTestApp({ env: { METRICS_TOKEN: token } });
  const far = site.actors.from({ address: "203.0.113.5" });
  for (const [header, status] of [
    [`Bearer ${token}`, 200],
    [`bearer  ${token} `, 200],
    ["Bearer early-lark-0123456788", 404],
    [token, 404],
    [`Basic ${token}`, 404],
  ] as const)
    expect([header, (await far.get("/metrics", { authorization: header })).status]).toEqual([header, status]);
  await site.close();
});

test("metrics of the site itself: jobs, mails, cache and disk; without the database only what doesn't need it", async () => {
  const site = await createTestApp({ siteUrl: "http://127.0.0.1:3000" });
  const local = site.actors.from({ address: "127.0.0.1", headers: { host: "127.0.0.1:3000" } });
  await buildFailedJob(site);
  await sql`insert into outbox (recipient, kind, subject, body_text, body_html, created_at, useful_until)
    values ('ada@blog.example', 'confirm', 's', 't', 'h', now() - interval '3 hours', now() + interval '1 day')`.execute(
    site.context.db,
  );
  for (let n = 0; n < 3; n++) await site.actors.anonymous.get("/view-all");
  const { text } = await local.get("/metrics");
  for (const line of [
    "skylark_jobs_failed 1",
    "skylark_mails_waiting 1",
    "skylark_mails_given_up 0",
    "skylark_page_cache_hits_total 2",
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).toMatch(/^skylark_mails_oldest_waiting_seconds 108\d\d$/m);
  expect(text).toMatch(/^skylark_disk_free_bytes\{folder="data"\} \d+$/m);
  expect(text).toMatch(/^skylark_page_cache_bytes [1-9]\d+$/m);
  await site.database.drop();
  await pause(2100);
  const lost = (await local.get("/metrics")).text;
  expect(lost).toMatch(/^skylark_database_up 0$/m);
  expect(lost).not.toMatch(/^skylark_(jobs|mails)_\w+ /m);
  expect(lost).toMatch(/^skylark_disk_free_bytes\{folder="data"\} \d+$/m);
  await site.close();
});

describe("a proxy on this machine doesn't open the metrics", () => {
  const sites: TestApp[] = [];
  beforeAll(async () => {
    for (const trustProxy of [0, 1]) sites.push(await createTestApp({ siteUrl: "http://127.0.0.1:3000", trustProxy }));
  });
  afterAll(async () => {
    for (const site of sites) await site.close();
  });

  test.each([
    ["for another name", { host: "blog.example" }],
    ["for a name that begins as an address", { host: "127.evil.example" }],
    ["for a name that holds an address", { host: "127.0.0.1.evil.example:3000" }],
    ["for no name", { host: "" }],
    ["for a page of another name", { origin: "https://blog.example" }],
    ["with X-Forwarded-For", { "x-forwarded-for": "203.0.113.5" }],
    ["with X-Forwarded-Host", { "x-forwarded-host": "blog.example" }],
    ["with X-Forwarded-Proto", { "x-forwarded-proto": "https" }],
    ["with Forwarded", { forwarded: "for=203.0.113.5" }],
    ["with X-Real-IP", { "x-real-ip": "203.0.113.5" }],
    ["with Via", { via: "1.1 proxy" }],
    ["with CF-Connecting-IP", { "cf-connecting-ip": "203.0.113.5" }],
    ["with X-Forwarded-Port", { "x-forwarded-port": "443" }],
    ["with X-Client-IP", { "x-client-ip": "203.0.113.5" }],
  ])("%s", async (_, headers) => {
    for (const site of sites) {
      const actor = site.actors.from({ address: "127.0.0.1", headers: { host: "127.0.0.1:3000", ...headers } });
      expect((await actor.get<ErrorBody>("/metrics")).status).toBe(404);
    }
  });
});

test("nginx with nothing but `proxy_pass` doesn't open the metrics of a site without a configured host: it speaks HTTP/1.0", async () => {
  const site = await createTestApp({ siteUrl: "http://127.0.0.1:3000" });
  const bare = { address: "127.0.0.1", headers: { host: "127.0.0.1:3000" } };
  expect((await site.actors.from({ ...bare, httpVersion: "1.0" }).get("/metrics")).status).toBe(404);
  expect((await site.actors.from({ ...bare, httpVersion: "1.1" }).get("/metrics")).status).toBe(200);
  await site.close();
});

test("a site with a configured host shows its metrics to this machine once its proxies are declared", async () => {
  // What nginx sends with nothing but `proxy_pass`: no forwarding header, and this machine as the host.
  const bare = { address: "127.0.0.1", headers: { host: "127.0.0.1:3000" } };
  for (const [trustProxy, status] of [
    [0, 404],
    [1, 200],
  ] as const) {
    const site = await createTestApp({ siteUrl: "https://blog.example", trustProxy });
    expect((await site.actors.from(bare).get("/metrics")).status).toBe(status);
    await site.close();
  }
});

test("without the database: alive, not ready, and every operation says so without further details", async () => {
  const lost = await createTestApp();
  await lost.database.drop();
  const reader = lost.actors.reader(session("a"));
  const id = crypto.randomUUID();
  expect((await reader.get("/healthz")).status).toBe(200);
  const ready = await reader.get("/readyz");
  expect([ready.status, ready.body]).toEqual([503, { status: "not ready", database: "unreachable", migrations: "unknown" }]);
  const answers = [
    await reader.get<ErrorBody>("/api/posts"),
    await reader.get<ErrorBody>("/api/posts/an-article"),
    await reader.get<ErrorBody>("/api/categories"),
    await reader.get<ErrorBody>("/api/tags"),
    await reader.get<ErrorBody>(`/api/likes/stats?ids=${id}`),
    await reader.post<ErrorBody>("/api/likes/toggle", { article_id: id }),
  ];
  for (const { status, headers, body } of answers) {
    expect([status, Object.keys(body), body.code]).toEqual([503, ["code", "message"], "unavailable"]);
    expect(body.message).not.toMatch(/test_|select|ECONN|socket|does not exist/i);
    expect(headers.get("retry-after")).toBe("5");
  }
  expect((await reader.get("/api/site")).status).toBe(200);
  const failures = lost.logged.filter(({ msg }) => msg.endsWith("failed"));
  expect(failures).toHaveLength(answers.length);
  await lost.close();
});
