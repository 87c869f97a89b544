import type { OpenAPIObject } from "openapi3-ts/oas31";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { endSessions } from "../../app/domain/auth/sessions.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { session } from "../app/session.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost, buildTag } from "../builders.ts";
import { addressOf, operationsOfApi, soundCall } from "./operations.ts";

let app: TestApp;
let post: { id: string };
let now = new Date("2026-11-23T12:00:00Z");

const store = async (value: object) => {
  await app.context.db
    .updateTable("settings")
    .set({ value: JSON.stringify(value) })
    .execute();
  await app.app.contentChanged();
};
const close = () => store({ maintenanceMode: true, offerMarkdown: true });

beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } });
  const { db } = app.context;
  const category = await buildCategory(db, { slug: "walking" });
  const tag = await buildTag(db, { slug: "hills" });
  post = await buildPost(db, { slug: "up-the-hill", title: "Up the hill", category_id: category.id, tags: [tag.id] });
});
beforeEach(close);
afterAll(() => app.close());

/** Signs an admin in and gets the pass as a browser does. @returns the admin and their browser's Cookie header */
async function admitted() {
  const admin = await signedInUser(app, { role: "admin" });
  const { status, headers } = await admin.actor.post("/api/admin/maintenance/pass");
  const set = headers.get("set-cookie") ?? "";
  return { ...admin, status, set, cookie: { cookie: set.split(";")[0] ?? "" } };
}

const FILES = [
  "/feed.xml",
  "/atom.xml",
  "/feed.json",
  "/category/walking/feed.xml",
  "/tag/hills/atom.xml",
  "/sitemap.xml",
  "/sitemap-1.xml",
  "/llms.txt",
  "/story/up-the-hill.md",
  "/social.png",
  "/social/up-the-hill.png",
];
const PAGES = [
  "/",
  "/story/up-the-hill",
  "/view-all",
  "/view-all?category=walking",
  "/about",
  "/privacy",
  "/register",
  "/nowhere",
];
const READS = [
  "/api/posts",
  "/api/posts?search=hill",
  "/api/posts/up-the-hill",
  "/api/posts/up-the-hill/comments",
  "/api/categories",
  "/api/tags",
  "/api/site/home",
  "/api/site/about",
  "/api/likes/stats?ids=00000000-0000-4000-8000-000000000000",
];

describe("during maintenance", () => {
  it.each(FILES)("%s is a plain 503", async (path) => {
    await store({ offerMarkdown: true });
    expect((await app.actors.anonymous.get(path)).status).toBe(path === "/sitemap-1.xml" ? 404 : 200);
    await close();
    const { status, headers, text } = await app.actors.anonymous.get(path);
    expect([status, headers.get("retry-after"), headers.get("cache-control")]).toEqual([503, "600", "no-store"]);
    expect(headers.get("content-type")).toMatch(/^text\/plain/);
    expect(text).toBe("The site is closed for maintenance. Please try again later.\n");
  });

  it.each(PAGES)("%s is the maintenance page", async (path) => {
    const { status, headers, text } = await app.actors.anonymous.get(path);
    expect([status, headers.get("retry-after"), headers.get("cache-control")]).toEqual([503, "600", "no-store"]);
    expect(text).toContain("Back in a moment");
    expect(text).not.toContain("Up the hill");
  });

  it.each(READS)("%s says so in the API's words", async (path) => {
    const { status, headers, body } = await app.actors.anonymous.get(path);
    expect([status, headers.get("retry-after"), headers.get("cache-control")]).toEqual([503, "600", "no-store"]);
    expect(body).toEqual({ code: "maintenance", message: "The site is closed for maintenance. Please try again later." });
  });

  test("every operation without an account says so, except the one about maintenance itself", async () => {
    const document = (await app.actors.anonymous.get<OpenAPIObject>("/api/openapi.json")).body;
    // The auth service stays open, so that admins can sign in; only its sign-up is closed.
    const isForAccounts = /^\/api\/(admin|account|users|invitations)(\/|$)/;
    const operations = operationsOfApi(document).filter(({ path }) => !isForAccounts.test(path) && path !== "/api/site");
    expect(operations.length).toBeGreaterThan(15);
    for (const operation of operations) {
      const call = soundCall(operation);
      const { status, body } = await app.actors.anonymous.send<{ code: string }>(call.method, addressOf(operation.path, call), {
        headers: { "content-type": "application/json", ...call.headers },
        ...(call.method !== "GET" && { body: JSON.stringify(call.body ?? {}) }),
      });
      expect([operation.operation.operationId, status, body.code]).toEqual([operation.operation.operationId, 503, "maintenance"]);
    }
  });

  test("nothing is liked, viewed, visited or commented", async () => {
    const reader = await signedInUser(app);
    const headers = { "x-session-id": session("a") };
    const writes = [
      () => app.actors.anonymous.post("/api/likes/toggle", { article_id: post.id }, headers),
      () => app.actors.anonymous.post("/api/visits", { kind: "view", session: session("a"), url: "/" }),
      () => app.actors.anonymous.get("/api/visits/pixel.gif"),
      () => reader.actor.post("/api/posts/up-the-hill/comments", { content: "Lovely." }),
    ];
    for (const write of writes) {
      const { status, body, headers } = await write();
      expect([status, (body as { code: string }).code, headers.get("retry-after")]).toEqual([503, "maintenance", "600"]);
    }
  });

  test("sign-up is refused, in the auth service's own shape, but users can sign in", async () => {
    const person = { email: "new@blog.example", password: "a lark sings early" };
    const { status, body, headers } = await app.actors.anonymous.post("/auth/v1/signup", person);
    expect([status, headers.get("retry-after")]).toEqual([503, "600"]);
    expect(body).toEqual({
      code: 503,
      error_code: "maintenance",
      msg: "The site is closed for maintenance. Please try again later.",
    });
    expect((await app.actors.anonymous.get<{ disable_signup: boolean }>("/auth/v1/settings")).body.disable_signup).toBe(true);
    await app.actors.anonymous.post("/auth/v1/otp", { email: person.email });
    expect(await app.context.db.selectFrom("users").select("id").where("email", "=", person.email).execute()).toEqual([]);
    const wrong = await app.actors.anonymous.post("/auth/v1/token?grant_type=password", { ...person, email: "x@blog.example" });
    expect(wrong.status).toBe(400);
    expect((await app.actors.anonymous.post("/auth/v1/recover", { email: "x@blog.example" })).status).toBe(200);
  });

  it.each([
    "/robots.txt",
    "/healthz",
    "/readyz",
    "/login",
    "/admin/login",
    "/admin/dashboard",
    "/account",
    "/reset-password",
    "/api/site",
    "/api/openapi.json",
  ])("%s stays open", async (path) => {
    expect((await app.actors.anonymous.get(path)).status).toBe(200);
  });

  test("it isn't logged as a failure", async () => {
    app.logged.length = 0;
    await app.actors.anonymous.get("/api/posts");
    await app.actors.anonymous.post("/auth/v1/signup", {});
    expect(app.logged.filter(({ msg }) => msg.includes("failed"))).toEqual([]);
  });
});

describe("an admin", () => {
  test("gets a cookie that scripts can't read and that ends within the hour", async () => {
    const { status, set } = await admitted();
    expect(status).toBe(204);
    expect(set).toMatch(/^site_pass=[^;]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test("gets a cookie on https that no other host of the domain can set", async () => {
    await store({ maintenanceMode: true, siteUrl: "https://blog.example" });
    const { set, cookie } = await admitted();
    expect(set).toMatch(/^__Host-site_pass=[^;]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect((await app.actors.anonymous.get("/", cookie)).status).toBe(200);
    const planted = { cookie: cookie.cookie.replace("__Host-", "") };
    expect((await app.actors.anonymous.get("/", planted)).status).toBe(503);
  });

  it.each(["/", "/story/up-the-hill", "/view-all"])("sees %s with a bar, and nobody else does afterwards", async (path) => {
    const { cookie } = await admitted();
    const seen = await app.actors.anonymous.get(path, cookie);
    expect([seen.status, seen.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(seen.text).toContain("Maintenance mode is on. Only admins can see this page.");
    expect(seen.text).toMatch(/<a [^>]*href="\/admin\/settings"[^>]*>Settings<\/a>/);
    const { status, text } = await app.actors.anonymous.get(path);
    expect(status).toBe(503);
    expect(text).not.toContain("Only admins");
    await store({});
    expect((await app.actors.anonymous.get(path)).text).not.toContain("Only admins");
  });

  test("reads feeds and the API with the pass, and with the access token alone", async () => {
    const { cookie, actor } = await admitted();
    for (const path of ["/feed.xml", ...READS]) {
      const answer = await app.actors.anonymous.get(path, cookie);
      expect([path, answer.status, answer.headers.get("cache-control")]).toEqual([path, 200, "private, no-store"]);
      expect([path, (await actor.get(path)).status]).toEqual([path, 200]);
    }
  });

  test("sees the account screens without the bar", async () => {
    const { cookie } = await admitted();
    expect((await app.actors.anonymous.get("/login", cookie)).text).not.toContain("Only admins");
  });
});

describe("a pass", () => {
  test("is given to admins only", async () => {
    const reader = await signedInUser(app);
    expect((await reader.actor.post("/api/admin/maintenance/pass")).status).toBe(403);
    expect((await app.actors.anonymous.post("/api/admin/maintenance/pass")).status).toBe(401);
    expect((await reader.actor.get("/api/posts")).status).toBe(503);
  });

  test("isn't an access token, and an access token isn't a pass", async () => {
    const { cookie, token } = await admitted();
    const pass = cookie.cookie.slice("site_pass=".length);
    expect((await app.actors.anonymous.get("/api/admin/settings", { authorization: `Bearer ${pass}` })).status).toBe(401);
    expect((await app.actors.anonymous.get("/", { cookie: `site_pass=${token}` })).status).toBe(503);
    for (const forged of ["x", "a.b.c", `${pass}x`])
      expect((await app.actors.anonymous.get("/", { cookie: `site_pass=${forged}` })).status).toBe(503);
  });

  test("ends with the session, with the role and after an hour", async () => {
    const isIn = async (headers: { cookie: string }) => (await app.actors.anonymous.get("/", headers)).status === 200;
    const left = await admitted();
    expect(await isIn(left.cookie)).toBe(true);
    await endSessions(app.context, left.user.id, { reason: "signed out" });
    expect(await isIn(left.cookie)).toBe(false);

    const demoted = await admitted();
    await app.context.db.updateTable("users").set({ role: "user" }).where("id", "=", demoted.user.id).execute();
    expect(await isIn(demoted.cookie)).toBe(false);

    const late = await admitted();
    const before = now;
    now = new Date(before.getTime() + 3599_000);
    expect(await isIn(late.cookie)).toBe(true);
    now = new Date(before.getTime() + 3601_000);
    expect(await isIn(late.cookie)).toBe(false);
    now = before;
  });
});

test("maintenance isn't logged as an error", async () => {
  const levelOf = async (path: string) => {
    const start = app.logged.length;
    expect((await app.actors.anonymous.get(path)).status, path).toBe(503);
    return app.logged.slice(start).map(({ level, msg }) => [level, msg]);
  };
  for (const path of ["/", "/feed.xml", "/api/posts"]) expect(await levelOf(path), path).toEqual([["info", "request"]]);
});
