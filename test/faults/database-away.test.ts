// slow: app/boot/ app/domain/context.ts app/http/ app/platform/

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../app/platform/database/listen.ts";
import { startJobs } from "../../app/platform/jobs.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost } from "../builders.ts";
import { silent } from "../platform/test-postgres.ts";
import { type DatabaseProxy, startDatabaseProxy } from "./database-proxy.ts";

let site: TestApp;
let proxy: DatabaseProxy;
/** How far the site's clock is ahead, in ms. */
let ahead = 0;

beforeAll(async () => {
  site = await createTestApp({
    clock: { now: () => new Date(Date.now() + ahead) },
    reach: async (direct) => {
      proxy = await startDatabaseProxy(direct);
      return proxy.config;
    },
  });
  const { db } = site.context;
  const { id: category_id } = await buildCategory(db, { name: "Wellness", slug: "wellness" });
  await buildPost(db, { title: "Seen before", slug: "seen-before", category_id, content_html: "<p>Write it down.</p>" });
  await buildPost(db, { title: "Never seen", slug: "never-seen", category_id });
});
afterAll(async () => {
  await site.close();
  await proxy.close();
});
beforeEach(async () => {
  ahead = 0;
  proxy.delay(0);
  proxy.set("passing");
  await expect.poll(() => site.actors.anonymous.get("/api/posts").then(({ status }) => status)).toBe(200);
  site.app.contentRemoved();
  await site.app.contentChanged();
  site.logged.length = 0;
});

const get = (path: string) => site.actors.anonymous.get(path);
const SEEN = ["/", "/view-all", "/about", "/story/seen-before", "/feed.xml", "/atom.xml", "/feed.json", "/sitemap.xml"];

test("a single connection that is lost is no outage, and the log says so once", async () => {
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.1)`.execute(site.context.db)));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'skylark' and pid <> pg_backend_pid()`.execute(site.context.db);
  await pause(200);
  expect((await get("/api/posts")).status).toBe(200);
  const lines = () => site.logged.filter(({ level }) => level === "warn" || level === "error");
  await expect.poll(() => lines().map(({ msg }) => msg)).toEqual([expect.stringMatching(/ is there, but /)]);
});

describe("while the database is away", () => {
  test("pages that were shown before still are, also after a change and half an hour, and are marked as old", async () => {
    const before = new Map<string, string>();
    for (const path of SEEN) {
      const { status, text } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      before.set(path, text);
    }
    // An approved comment, for instance: all pages are to be made again.
    await site.app.contentChanged();
    proxy.set("refusing");
    ahead += 30 * 60_000;
    for (const path of [...SEEN, ...SEEN]) {
      const { status, text, headers } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toBe(before.get(path));
      expect([headers.get("warning"), headers.get("cache-control")]).toEqual(['110 - "Response is Stale"', "no-store"]);
      expect(Number(headers.get("age"))).toBeGreaterThanOrEqual(1800);
    }
    await expect.poll(() => site.app.pages.cached("/story/seen-before", false)?.headers.warning).toContain("110");

    proxy.set("passing");
    await expect.poll(async () => (await get("/story/seen-before")).headers.get("warning")).toBeNull();
  });

  test("a page that was never shown says that it can't be, and never that there is no such article", async () => {
    expect((await get("/")).status).toBe(200);
    proxy.set("refusing");
    for (const path of ["/story/never-seen", "/view-all?page=2", `/preview/${"a".repeat(64)}`]) {
      const { status, text, headers } = await get(path);
      expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "5"]);
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(text).not.toContain("Article Not Found");
      expect(text).toContain(path === "/view-all?page=2" ? "Error Loading Posts" : "This page can’t be shown right now");
    }
    for (const path of ["/feed.xml", "/sitemap.xml", "/category/wellness/feed.xml"]) {
      const { status, text, headers } = await get(path);
      expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "5"]);
      expect([headers.get("content-type"), text]).toEqual([
        "text/plain; charset=UTF-8",
        "This can’t be created right now. Please try again shortly.\n",
      ]);
    }
    proxy.set("passing");
    await expect.poll(async () => (await get("/story/never-seen")).status).toBe(200);
  });

  test("the log has a line at its beginning and one at its end, with counts", async () => {
    expect((await get("/story/seen-before")).status).toBe(200);
    const [pool, connection, { log }] = [site.pool, site.database.config, site.context];
    const jobs = await startJobs({ pool, connection, hears: false, names: ["one", "two"], log, pollSeconds: 0.5 });
    onTestFinished(() => jobs.stop());
    await jobs.work({ one: async () => {}, two: async () => {} });
    proxy.set("refusing");
    await site.app.contentChanged().catch(() => undefined);
    for (let n = 0; n < 50; n++) {
      await get("/story/seen-before");
      await get("/api/posts");
    }
    await expect.poll(() => site.logged.length).toBeGreaterThan(0);
    // The queue's workers ask in vain, too.
    await pause(1500);
    proxy.set("passing");
    await expect.poll(() => site.logged.some(({ msg }) => msg.includes("is back"))).toBe(true);
    const lines = site.logged.filter(({ msg, status }) => msg !== "request" || status !== 200);
    expect(lines.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(/^The database at 127\.0\.0\.1:\d+ is away: /),
      expect.stringMatching(/^The database at 127\.0\.0\.1:\d+ is back after \d+ s: \d+ things failed, and \d+ pages were/),
    ]);
    expect(lines[1]?.failures).toBeGreaterThanOrEqual(50);
    expect(lines[1]?.stale).toBeGreaterThanOrEqual(45);
  });

  test("content that was removed before isn't shown", async () => {
    expect((await get("/story/seen-before")).status).toBe(200);
    expect((await get("/feed.xml")).status).toBe(200);
    site.app.contentRemoved();
    proxy.set("refusing");
    expect((await get("/story/seen-before")).status).toBe(503);
    expect((await get("/feed.xml")).status).toBe(503);
  });

  test("content that was found missing isn't shown, even if its removal went unnoticed", async () => {
    const { id } = await buildPost(site.context.db, { slug: "soon-gone" });
    expect((await get("/story/soon-gone")).status).toBe(200);
    await site.context.db.deleteFrom("posts").where("id", "=", id).execute();
    await site.app.contentChanged();
    expect((await get("/story/soon-gone")).status).toBe(404);
    proxy.set("refusing");
    expect((await get("/story/soon-gone")).status).toBe(503);
  });
});

test.each([
  ["accepts connections and says nothing", () => proxy.set("frozen")],
  ["answers five seconds late", () => proxy.delay(5000)],
])("a database that %s costs nobody more than five seconds, and pages less", async (_, spoil) => {
  for (const path of SEEN) expect((await get(path)).status).toBe(200);
  await site.app.contentChanged();
  spoil();
  const begun = performance.now();
  const timed = async (answer: Promise<{ status: number }>) => ({ status: (await answer).status, ms: performance.now() - begun });
  const reader = site.actors.reader("0".repeat(32));
  const answers = await Promise.all([
    ...SEEN.map((path) => timed(get(path))),
    timed(get("/api/posts")),
    timed(reader.post("/api/likes/toggle", { article_id: crypto.randomUUID() })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([...SEEN.map(() => 200), 503, 503]);
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(5000);
  // Once it is known, nobody waits.
  const again = performance.now();
  expect([(await get("/api/posts")).status, (await get("/story/seen-before")).status]).toEqual([503, 200]);
  expect(performance.now() - again).toBeLessThan(2000);
  proxy.delay(0);
  proxy.set("passing");
  await expect.poll(async () => (await get("/api/posts")).status).toBe(200);
});

test("a locked table stops nothing else, and requests that need it get an answer", async () => {
  const { id } = await buildPost(site.context.db, { slug: "much-liked" });
  const reader = site.actors.reader("0".repeat(32));
  const like = () => reader.post<{ code: string }>("/api/likes/toggle", { article_id: id });
  const locker = new pg.Client(site.database.config);
  await locker.connect();
  await locker.query("begin; lock table article_likes");
  const until = performance.now() + 5000;
  const likes: { status: number; code: string; ms: number }[] = [];
  const likers = Array.from({ length: 30 }, async () => {
    while (performance.now() < until) {
      const begun = performance.now();
      const { status, body } = await like();
      likes.push({ status, code: body.code, ms: performance.now() - begun });
      await pause(50);
    }
  });
  await pause(1000);
  const others: number[] = [];
  while (performance.now() < until) {
    for (const path of [`/api/posts?search=made+up+${others.length}`, "/readyz", "/api/categories"])
      others.push((await get(path)).status);
    await pause(20);
  }
  await Promise.all(likers);
  await locker.query("rollback");
  await locker.end();
  expect(others.length).toBeGreaterThan(20);
  expect(new Set(others)).toEqual(new Set([200]));
  expect(new Set(likes.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(["503 busy"]));
  expect(Math.max(...likes.map(({ ms }) => ms))).toBeLessThan(8000);
  expect((await like()).status).toBe(200);
});

test("a database without a free connection is logged once, and pages that were shown before still are", async () => {
  const { name, config } = site.database;
  expect((await get("/story/seen-before")).status).toBe(200);
  await site.app.contentChanged();
  const other = new pg.Client(config);
  await other.connect();
  onTestFinished(async () => {
    await other.query(`alter database ${name} connection limit -1`);
    await other.end();
  });
  await other.query(`alter database ${name} connection limit 0`);
  await other.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()", [
    name,
  ]);
  for (let n = 0; n < 5; n++) {
    expect((await get("/story/seen-before")).headers.get("warning")).toBe('110 - "Response is Stale"');
    const { status, body, headers } = await site.actors.anonymous.get<{ code: string }>("/api/posts");
    expect([status, body.code, headers.get("retry-after")]).toEqual([503, "unavailable", "5"]);
  }
  const lines = () => site.logged.filter(({ level }) => level === "warn" || level === "error").map(({ msg }) => msg);
  // Once a minute at most, whichever failure was the first.
  expect(lines().filter((line) => !/ is there, but /.test(line))).toEqual([]);
  expect(lines().length).toBeLessThanOrEqual(1);
  await other.query(`alter database ${name} connection limit -1`);
  await expect.poll(async () => (await get("/api/posts")).status).toBe(200);
  expect((await get("/story/seen-before")).headers.get("warning")).toBeNull();
});

test("a clock that jumps an hour ahead and back changes nothing for readers and for who is signed in", async () => {
  const { id } = await buildPost(site.context.db, { slug: "at-any-hour" });
  const { actor } = await signedInUser(site, { role: "admin" });
  let reader = 0;
  for (const hours of [0, 0.9, 0, -1, 0]) {
    ahead = hours * 3_600_000;
    const { body } = await site.actors
      .reader(String(++reader).padStart(32, "a"))
      .post<{ totalLikes: number }>("/api/likes/toggle", { article_id: id });
    expect([hours, body.totalLikes]).toEqual([hours, reader]);
    const title = `At ${hours} hours`;
    const { version } = (await actor.get<{ version: number }>(`/api/admin/posts/${id}`)).body;
    expect((await actor.patch(`/api/admin/posts/${id}`, { title, version })).status).toBe(200);
    await site.app.contentChanged();
    expect((await get("/story/at-any-hour")).text).toContain(title);
    // Signing in works at each of these times, also with a password that was set later than now.
    expect((await (await signedInUser(site)).actor.get("/api/account/notices")).status).toBe(200);
  }
});

test("a database that can only be read says so", async () => {
  const { id } = await buildPost(site.context.db, { slug: "only-read" });
  await site.pool.query("set default_transaction_read_only = on");
  const { status, body, headers } = await site.actors
    .reader("1".repeat(32))
    .post<{ code: string }>("/api/likes/toggle", { article_id: id });
  expect([status, body.code, headers.get("retry-after")]).toEqual([503, "read_only", "5"]);
  await site.pool.query("set default_transaction_read_only = off");
});

test("taking something away is announced in addition to the change; adding something is not", async () => {
  const { db } = site.context;
  const heard = new Set<string>();
  const listener = await listen(site.database.config, "content_changed", (about) => heard.add(about), {
    log: silent,
    onReconnect: () => undefined,
  });
  /** What is announced by `change`. */
  const announced = async (change: Promise<unknown>) => {
    await change;
    await sql`select pg_notify('content_changed', 'end')`.execute(db);
    await expect.poll(() => heard.has("end")).toBe(true);
    const about = [...heard].filter((one) => one !== "end");
    heard.clear();
    return about;
  };
  const { id } = await buildPost(db, { slug: "to-be-taken-away" });
  const comment = await db
    .insertInto("comments")
    .values({ post_id: id, content: "Well said.", status: "pending", guest_name: "Wren" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await announced(Promise.resolve());
  const setComment = (status: string) => db.updateTable("comments").set({ status }).where("id", "=", comment.id).execute();
  const setPost = (status: string) => db.updateTable("posts").set({ status }).where("id", "=", id).execute();
  expect(await announced(setComment("approved"))).toEqual(["comments"]);
  expect(await announced(setComment("pending"))).toContain("removed");
  expect(await announced(db.updateTable("posts").set({ title: "Another" }).where("id", "=", id).execute())).toEqual(["posts"]);
  expect(await announced(setPost("draft"))).toContain("removed");
  expect(await announced(setPost("published"))).not.toContain("removed");
  expect(await announced(db.deleteFrom("posts").where("id", "=", id).execute())).toContain("removed");
  await listener.close();
});
