import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword, storePassword } from "../../app/domain/auth/passwords.ts";
import { body, createAdminApi, query } from "../../app/http/api/admin/client.ts";
import { ApiError, createApi } from "../../app/http/api/client.ts";
import { TEST_ORIGIN } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { session } from "../app/session.ts";
import { signedInUser, signIn } from "../app/signed-in.ts";
import { buildCategory, buildPost, buildTag } from "../builders.ts";
import { buildVisit } from "../visits.ts";

let app: TestApp;
let api: ReturnType<typeof createApi>;
let article: { id: string; slug: string };

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.context;
  const wellness = await buildCategory(db, { name: "Wellness", slug: "wellness" });
  const tag = await buildTag(db, { name: "Größe 10%", slug: "größe-10%" });
  article = await buildPost(db, { title: "Mood & more", category_id: wellness.id, featured: true, tags: [tag.id] });
  await buildPost(db);
  api = createApi(async (input, init) => {
    const request = new Request(input, init);
    request.headers.set("x-session-id", session("a"));
    request.headers.set("user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
    request.headers.set("accept-language", "en");
    return app.fetch(request);
  }, TEST_ORIGIN);
});
afterAll(() => app.close());

test("it reads and writes what the pages need", async () => {
  expect(await api.posts.list()).toMatchObject({ total: 2, limit: 6 });
  const filtered = await api.posts.list({
    search: "mood & more",
    category: "wellness",
    tag: "größe-10%",
    featured: true,
    page: 1,
    limit: 3,
  });
  expect(filtered).toMatchObject({ total: 1, limit: 3, posts: [{ slug: article.slug }] });
  expect(await api.posts.read(article.slug)).toMatchObject({ id: article.id, tags: [{ name: "Größe 10%", slug: "größe-10%" }] });
  expect(await api.categories()).toMatchObject([{ slug: "wellness", posts_count: 1 }]);
  expect(await api.tags()).toMatchObject([{ slug: "größe-10%" }]);
  expect(await api.site()).toEqual({
    ...app.settings.site(),
    year: new Date().getUTCFullYear(),
    own_pages: [],
    navigation: null,
  });
  const { hero, about } = app.settings.content();
  // Without demo content the demo's figures aren't shown, nor a button to a missing article.
  const figures = { articles: expect.any(String), readers: "", likes: "" };
  expect(await api.home()).toMatchObject({ hero: { ...hero, button: { label: hero.button.label, slug: "" } }, profile: figures });
  expect(await api.about()).toEqual({ ...about, stats: expect.any(Array) });
  expect(await api.likes.toggle(article.id)).toEqual({ totalLikes: 1, isLikedByCurrentUser: true });
  expect(await api.likes.stats([article.id])).toEqual({ [article.id]: { totalLikes: 1, isLikedByCurrentUser: true } });
});

test("with an access token added by its fetch it reads and changes an account", async () => {
  const { user, token, session } = await signedInUser(app, { full_name: "Ada" });
  await storePassword(app.context, user.id, await hashPassword("open sesame"));
  const own = createApi((input, init) => {
    const request = new Request(input, init);
    request.headers.set("authorization", `Bearer ${token}`);
    return Promise.resolve(app.fetch(request));
  }, TEST_ORIGIN);
  expect(await own.account.read()).toMatchObject({ id: user.id, full_name: "Ada", role: "user" });
  expect(await own.account.change({ full_name: "Ada L." })).toMatchObject({ full_name: "Ada L." });
  expect(await own.users.read(user.id)).toEqual({
    id: user.id,
    email: user.email,
    full_name: "Ada L.",
    role: "user",
    grants: [],
  });
  await expect(own.users.create({ id: user.id, email: user.email, full_name: null })).rejects.toMatchObject({ code: "23505" });
  const other = (await signIn(app, user.id)).session;
  const sessions = await own.account.sessions();
  expect(sessions).toHaveLength(2);
  expect(other.access_token).not.toBe(session.access_token);
  await own.account.endSession(sessions.find(({ current }) => !current)?.id ?? "");
  expect(await own.account.sessions()).toMatchObject([{ current: true }]);
  const file = await own.account.export();
  expect(JSON.parse(await file.text())).toMatchObject({ profile: { id: user.id } });
  await expect(own.account.delete({ password: "guess" })).rejects.toMatchObject({
    status: 400,
    details: [{ field: "password" }],
  });
  await own.account.delete({ password: "open sesame" });
  await expect(own.account.read()).rejects.toMatchObject({ status: 401 });
});

test("an admin's token opens the outbox", async () => {
  const { token } = await signedInUser(app, { role: "admin" });
  const admins = createAdminApi((input, init) => {
    const request = new Request(input, init);
    request.headers.set("authorization", `Bearer ${token}`);
    return Promise.resolve(app.fetch(request));
  }, TEST_ORIGIN);
  expect(await body(admins.outbox.$get({ query: query({ page: 2 }) }))).toMatchObject({ items: [], page: 2 });
  const readers = createAdminApi(async (input, init) => app.fetch(new Request(input, init)), TEST_ORIGIN);
  await expect(body(readers.outbox.$get({ query: {} }))).rejects.toMatchObject({ status: 401, code: "no_authorization" });
});

test("an admin's token opens the panels of both analytics screens, with and without filters", async () => {
  const { token } = await signedInUser(app, { role: "admin" });
  const admins = createAdminApi((input, init) => {
    const request = new Request(input, init);
    request.headers.set("authorization", `Bearer ${token}`);
    return Promise.resolve(app.fetch(request));
  }, TEST_ORIGIN);
  await buildVisit(app.context.db, { at: new Date(Date.now() - 60_000), pages: [{ path: "/" }], source: "Größe & Co" });
  const { analytics } = admins;
  expect(await body(analytics.refresh.$post({ query: {} }))).toMatchObject({ requested_at: expect.any(String) });
  await expect.poll(() => app.context.db.selectFrom("analytics_marks").select("id").execute(), { timeout: 30_000 }).toEqual([]);
  const range = { range: "7d" } as const;
  for (const asked of [range, { ...range, source: "Größe & Co" }]) {
    expect(await body(analytics.overview.$get({ query: query(asked) }))).toMatchObject({ visits: 1, page_views: 1 });
    expect((await body(analytics.timeline.$get({ query: query(asked) }))).days).toHaveLength(7);
    expect(await body(analytics.pages.$get({ query: query({ ...asked, sort: "entries", limit: 5 }) }))).toMatchObject({
      items: [{ path: "/", entries: 1 }],
    });
    expect(await body(analytics.breakdown.$get({ query: query({ ...asked, dimension: "source", limit: 5 }) }))).toMatchObject({
      items: [{ value: "Größe & Co", visits: 1, percentage: 100 }],
      total: 1,
    });
    expect(await body(analytics.sessions.$get({ query: query(asked) }))).toMatchObject({ items: [{ entry_path: "/" }] });
  }
  expect(await body(analytics.overview.$get({ query: query({ ...range, source: "Nobody" }) }))).toMatchObject({ visits: 0 });
  expect(await body(analytics.searches.$get({ query: query({ ...range, found: "any" as const, limit: 5 }) }))).toMatchObject({
    items: [],
  });
  expect(await body(analytics.missing.$get({ query: query({ ...range, limit: 5 }) }))).toMatchObject({ items: [] });
  expect(await body(analytics.blog.$get({ query: query(range) }))).toMatchObject({ totalPosts: 2 });
  expect((await body(analytics.blog.posts.$get({ query: query(range) }))).items).toHaveLength(2);
  expect(await body(analytics.blog.funnel.$get({ query: query(range) }))).toMatchObject({ total: { visits: 0 } });
});

test("a refusal is an ApiError with the server's words", async () => {
  const missing = await api.posts.read("no-such-article").catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(ApiError);
  expect(missing).toMatchObject({ status: 404, code: "PGRST116", message: "Post not found", details: undefined });
  const odd = await api.posts.read("../../x?y=z#").catch((error: unknown) => error);
  expect(odd).toMatchObject({ status: 400, code: "invalid_input", details: [{ field: "slug" }] });
  const far = await api.posts.list({ page: -1 }).catch((error: unknown) => error);
  expect(far).toMatchObject({ status: 400, details: [{ field: "page", rule: "must be a whole number from 1 to 100000" }] });
});

test("a foreign response is reported by its status; a network failure stays what it is", async () => {
  const answering = (response: () => Response) => createApi(async () => response(), "");
  await expect(answering(() => new Response("<h1>Bad gateway</h1>", { status: 502 })).site()).rejects.toMatchObject({
    status: 502,
    code: "unexpected",
    message: "HTTP error! status: 502",
  });
  await expect(answering(() => Response.json(null, { status: 500 })).tags()).rejects.toThrow("HTTP error! status: 500");
  const offline = createApi(() => Promise.reject(new TypeError("Failed to fetch")), "");
  await expect(offline.site()).rejects.toThrow("Failed to fetch");
});

test("URLs are those of the page's own origin by default", async () => {
  const asked: string[] = [];
  const own = createApi(async (input) => {
    asked.push(String(input));
    return Response.json({});
  }, "");
  await own.posts.list({ search: "a b&c" });
  await own.posts.read("x/y");
  expect(asked).toEqual(["/api/posts?search=a+b%26c", "/api/posts/x%2Fy"]);
});

test("it is small in the browser, and contains no validation", async () => {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: true, lib: { entry: join(process.cwd(), "app/http/api/client.ts"), formats: ["es"] } },
  });
  const code = [result]
    .flat()
    .flatMap((one) => ("output" in one ? one.output : []))
    .map((chunk) => ("code" in chunk ? chunk.code : ""));
  expect(code).toHaveLength(1);
  expect(Buffer.byteLength(code[0] ?? "")).toBeLessThan(3100);
  expect(code[0]).not.toMatch(/zod|openapi/i);
});
