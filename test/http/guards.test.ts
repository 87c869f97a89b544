import { afterAll, beforeAll, expect, test } from "vitest";
import type { ErrorBody } from "../../app/http/errors.ts";
import { WRITE_LIMIT } from "../../app/http/guards/try-limits.ts";
import { SECURITY_HEADERS, securityHeadersFor } from "../../app/http/middleware/security-headers.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { session } from "../app/session.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildPost } from "../builders.ts";

let app: TestApp;
let proxied: TestApp;
const articles: string[] = [];
let likes = 0;
beforeAll(async () => {
  app = await createTestApp();
  proxied = await createTestApp({ trustProxy: 2, siteUrl: "https://blog.example" });
  // Enough that no article gets many likes.
  for (let n = 0; n < 12; n++) articles.push((await buildPost(app.context.db)).id);
});
afterAll(async () => {
  await app.close();
  await proxied.close();
});

const like = (headers: Record<string, string>, from?: string, target = app) =>
  target.actors
    .from({ address: from, headers: { "x-session-id": session("a") } })
    .post<ErrorBody>("/api/likes/toggle", { article_id: articles[likes++ % articles.length] }, headers);

test("every response has the security headers, errors too; HSTS only on https sites", async () => {
  for (const path of ["/api/posts", "/api/nothing", "/api/posts/%00", "/healthz", "/api/docs"]) {
    const { headers } = await app.actors.anonymous.get(path);
    for (const [name, value] of SECURITY_HEADERS) expect([path, name, headers.get(name)]).toEqual([path, name, value]);
    expect(headers.has("strict-transport-security")).toBe(false);
  }
  const { headers } = await proxied.actors.anonymous.get("/api/posts");
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  const withSubdomains = Object.fromEntries(securityHeadersFor("https://blog.example", "text/html", true));
  expect(withSubdomains["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  expect(securityHeadersFor("http://blog.example", "text/html", true)).toEqual(SECURITY_HEADERS);
});

test("the policy allows only the site's own files", () => {
  const policy = Object.fromEntries(SECURITY_HEADERS)["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
});

test("a valid request id is kept, another is replaced, and the log names it", async () => {
  const asked = async (id?: string) =>
    (await app.actors.anonymous.get("/api/tags", id ? { "x-request-id": id } : {})).headers.get("x-request-id");
  expect(await asked("my-trace.0001")).toBe("my-trace.0001");
  const made = [
    await asked(),
    await asked("short"),
    await asked("a".repeat(65)),
    await asked("has space in it"),
    await asked('quote"12345'),
  ];
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(made).size).toBe(made.length);
  expect(app.logged.at(-1)).toMatchObject({ requestId: made.at(-1), method: "GET", path: "/api/tags" });
});

test("the access log has one line per request, by status, without queries", async () => {
  const start = app.logged.length;
  await app.actors.anonymous.get("/api/posts?search=secret-wish");
  await app.actors.anonymous.get("/api/posts/no-such-article");
  await app.actors.anonymous.get("/healthz");
  const lines = app.logged.slice(start);
  expect(lines).toMatchObject([
    { level: "info", method: "GET", path: "/api/posts", status: 200, bytes: expect.any(Number), ms: expect.any(Number) },
    { level: "warn", path: "/api/posts/no-such-article", status: 404 },
    { level: "debug", path: "/healthz", status: 200 },
  ]);
  expect(JSON.stringify(lines)).not.toContain("secret-wish");
});

test("writes from other sites are refused, by Sec-Fetch-Site or else by Origin", async () => {
  const status = async (headers: Record<string, string>, target = app) => (await like(headers, undefined, target)).status;
  for (const site of ["cross-site", "same-site", "odd"])
    expect([site, await status({ "sec-fetch-site": site })]).toEqual([site, 403]);
  for (const site of ["same-origin", "none"]) expect([site, await status({ "sec-fetch-site": site })]).toEqual([site, 200]);
  for (const origin of ["http://evil.test", "null", "http://blog.test.evil.test", "http://blog.test:81"]) {
    expect([origin, await status({ origin })]).toEqual([origin, 403]);
  }
  // The operator is told of each once, as it may be the site's own address behind a proxy that changes Host.
  const start = app.logged.length;
  for (let n = 0; n < 2; n++) await status({ origin: "http://192.0.2.7:8080", host: "127.0.0.1:3000" });
  const warnings = app.logged.slice(start).filter(({ msg }) => String(msg).includes("SITE_URL"));
  expect(warnings).toMatchObject([{ level: "warn", origin: "http://192.0.2.7:8080", host: "127.0.0.1:3000" }]);
  expect(await status({ origin: "http://blog.test" })).toBe(200);
  expect(await status({ origin: "https://blog.example" }, proxied)).not.toBe(403);
  const read = await app.actors.anonymous.get("/api/posts", { "sec-fetch-site": "cross-site", origin: "http://evil.test" });
  expect(read.status).toBe(200);
});

test("writes are limited per address and minute, apart from reads and other addresses", async () => {
  for (let n = 0; n < WRITE_LIMIT.points; n++) expect((await like({}, "203.0.113.5")).status).toBe(200);
  const refused = await like({}, "203.0.113.5");
  expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(WRITE_LIMIT.duration);
  expect((await like({}, "203.0.113.6")).status).toBe(200);
  // Without a trusted proxy, the client's own headers don't count.
  expect((await like({ "x-forwarded-for": "198.51.100.1" }, "203.0.113.5")).status).toBe(429);
  expect((await app.actors.from({ address: "203.0.113.5" }).get("/api/posts")).status).toBe(200);
});

test("users behind one address don't use up each other's writes, nor those of readers; one account has five times as many", async () => {
  const inOffice = (headers = {}) => {
    const actor = app.actors.from({ address: "203.0.113.40", headers });
    // Refused for another reason, which is quicker.
    return () => actor.patch("/api/account", {});
  };
  const user = async () => inOffice({ authorization: `Bearer ${(await signedInUser(app)).token}` });
  const [ada, grace, reader] = [await user(), await user(), inOffice()];
  for (let n = 0; n < 5 * WRITE_LIMIT.points; n++) expect([n, (await ada()).status]).toEqual([n, 400]);
  expect((await ada()).status).toBe(429);
  expect((await grace()).status).toBe(400);
  expect((await reader()).status).toBe(401);
});

test("an IPv6 subscriber is one address, and behind proxies the client is the entry they wrote", async () => {
  for (let n = 0; n < WRITE_LIMIT.points; n++) await like({}, `2001:db8:1:2::${n.toString(16)}`);
  expect((await like({}, "2001:db8:1:2:ffff::1")).status).toBe(429);
  expect((await like({}, "2001:db8:1:3::1")).status).toBe(200);

  const via = async (forwarded: string) => (await like({ "x-forwarded-for": forwarded }, "10.0.0.1", proxied)).status;
  for (let n = 0; n < WRITE_LIMIT.points; n++) await via(`192.0.2.${n}, 198.51.100.7, 10.0.0.2`);
  expect(await via("1.1.1.1, 198.51.100.7:4711, 10.0.0.2")).toBe(429);
  expect(await via("198.51.100.7, 198.51.100.8, 10.0.0.2")).not.toBe(429);
});
