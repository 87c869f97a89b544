import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createCurrentSettings } from "../../../app/domain/settings/read-settings.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../app/domain/settings/settings.ts";
import { SITE_CONTENT } from "../../../app/domain/settings/site-content.ts";
import { type Listener, listen } from "../../../app/platform/database/listen.ts";
import { type Actor, createActor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { session } from "../../app/session.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost, buildUser } from "../../builders.ts";
import { silent } from "../../platform/test-postgres.ts";

const AGENT = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

let app: TestApp;
let admin: Actor;
let listener: Listener;
let post: { id: string; slug: string };
/** Resolves once the instance has processed the next announcement. */
let heard: PromiseWithResolvers<void>;

beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  const author = await buildUser(app.context.db);
  post = await buildPost(app.context.db, {
    title: "On larks",
    slug: "on-larks",
    author_id: author.id,
    published_at: new Date("2025-03-14T23:30:00Z"),
    featured: true,
  });
  for (let n = 0; n < 12; n += 1) await buildPost(app.context.db, { author_id: author.id });
  heard = Promise.withResolvers();
  // As in the server: the database announces, every instance listens.
  const changed = async () => {
    await app.app.contentChanged();
    heard.resolve();
  };
  listener = await listen(app.database.config, "content_changed", () => void changed(), { log: silent, onReconnect() {} });
});
afterAll(async () => {
  await listener.close();
  await app.close();
});
afterEach(() => set({}));

/** Sets the given settings through the API, and all others to their defaults; resolves when the announcement has arrived. */
async function set(settings: Partial<Settings>): Promise<void> {
  const { body } = await admin.get<{ version: number }>("/api/admin/settings");
  heard = Promise.withResolvers();
  const input = { settings: { ...DEFAULT_SETTINGS, ...settings }, content: SITE_CONTENT, chosen: Object.keys(settings) };
  const saved = await admin.put<{ version: number }>("/api/admin/settings", { ...input, version: body.version });
  expect(saved.status, saved.text).toBe(200);
  if (saved.body.version !== body.version) await heard.promise;
}

const page = async (path: string) => (await app.actors.anonymous.get(path)).text;
let strangers = 0;
/** A client without a history in any rate limit. */
const nobody = () => createActor(app.fetch, { address: `203.0.113.${++strangers}` });
const signUp = (email: string) =>
  nobody().post<{ access_token?: string; code?: string | number; error_code?: string }>("/auth/v1/signup", {
    email,
    password: "larks over the field",
    data: { full_name: "Robin" },
  });

test("a save reaches the other instances through the database's announcement", async () => {
  const other = await createCurrentSettings(app.context, { siteUrl: "http://127.0.0.1" });
  const reloaded = Promise.withResolvers<void>();
  const ears = await listen(app.database.config, "content_changed", () => void other.renew().then(() => reloaded.resolve()), {
    log: silent,
    onReconnect() {},
  });
  await set({ siteName: "Wren" });
  await reloaded.promise;
  expect(other.site().name).toBe("Wren");
  await ears.close();
});

test("siteName: header, title, Open Graph, feeds, manifest", async () => {
  expect(await page("/")).toContain("<title>Skylark · ");
  await set({ siteName: "Wren & Co" });
  const home = await page("/");
  for (const text of ["<title>Wren &amp; Co · ", '<meta property="og:site_name" content="Wren &amp; Co"/>', " Wren &amp; Co."]) {
    expect(home).toContain(text);
  }
  expect(home).not.toContain("Skylark");
  expect(await page("/story/on-larks")).toContain("<title>On larks · Wren &amp; Co</title>");
  expect(await page("/feed.xml")).toMatch(/<title>Wren &(amp;|#38;) Co<\/title>/);
  expect(JSON.parse(await page("/feed.json"))).toMatchObject({ title: "Wren & Co" });
  expect(JSON.parse(await page("/manifest.webmanifest"))).toMatchObject({ name: "Wren & Co" });
});

test("siteDescription: meta, footer, feeds", async () => {
  await set({ siteDescription: "Small birds, long songs." });
  const home = await page("/");
  expect(home).toContain('<meta name="description" content="Small birds, long songs."/>');
  expect(home).toContain("<p>Small birds, long songs.</p>");
  expect(JSON.parse(await page("/feed.json"))).toMatchObject({ description: "Small birds, long songs." });
});

test("siteUrl: canonical URLs, feeds, sitemap", async () => {
  await set({ siteUrl: "https://wren.example" });
  expect(await page("/story/on-larks")).toContain('<link rel="canonical" href="https://wren.example/story/on-larks"/>');
  expect(await page("/atom.xml")).toContain("https://wren.example/story/on-larks");
  expect(await page("/sitemap.xml")).toContain("<loc>https://wren.example/story/on-larks</loc>");
  expect(await page("/robots.txt")).toContain("https://wren.example/sitemap.xml");
});

test("siteUrl: an invalid one in the database gives way to the server's own URL, and the screen can fix it", async () => {
  heard = Promise.withResolvers();
  await app.context.db.updateTable("settings").set({ value: '{"siteUrl":"not a url"}' }).execute();
  await heard.promise;
  const { anonymous } = app.actors;
  for (const path of [
    "/",
    "/view-all",
    "/about",
    "/story/on-larks",
    "/login",
    "/admin/login",
    "/feed.xml",
    "/sitemap.xml",
    "/robots.txt",
  ])
    expect([path, (await anonymous.get(path)).status]).toEqual([path, 200]);
  expect((await anonymous.get("/about")).text).toContain('<link rel="canonical" href="http://blog.test/about"');
  const { body } = await admin.get<{ settings: Settings; content: object; version: number }>("/api/admin/settings");
  expect(body.settings.siteUrl).toBe("");
  const { settings, content, version } = body;
  const mended = { settings: { ...settings, siteUrl: "https://wren.example" }, content, version };
  heard = Promise.withResolvers();
  expect((await admin.put("/api/admin/settings", mended)).status).toBe(200);
  await heard.promise;
  expect((await anonymous.get("/about")).text).toContain('<link rel="canonical" href="https://wren.example/about"');
});

test("adminEmail: where readers write to", async () => {
  await set({ adminEmail: "owner@wren.example" });
  const home = await page("/");
  expect(home).toContain('href="mailto:owner@wren.example"');
  expect(home).toContain('href="mailto:owner@wren.example?subject=Subscribe%20to%20Newsletter"');
  expect(home).not.toContain(DEFAULT_SETTINGS.adminEmail);
});

test("allowRegistration: off closes the page and the sign-up", async () => {
  expect(await page("/register")).toContain("Create your account");
  await set({ allowRegistration: false });
  expect(await page("/register")).toContain("Registration is closed");
  const refused = await signUp("late@blog.example");
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("signup_disabled");
  expect(await app.context.db.selectFrom("users").select("id").where("email", "=", "late@blog.example").execute()).toEqual([]);
});

test("requireEmailVerification: off lets people in at once", async () => {
  const waiting = await signUp("wait@blog.example");
  expect([waiting.status, waiting.body.access_token]).toEqual([200, undefined]);
  await set({ requireEmailVerification: false });
  const entered = await signUp("enter@blog.example");
  expect([entered.status, typeof entered.body.access_token]).toEqual([200, "string"]);
});

test("enableAnalytics: off records nothing", async () => {
  const open = async (digit: string) => {
    const hit = { kind: "view", session: session(digit), url: `/story/${post.slug}` };
    return (await app.actors.anonymous.post<{ views_count: number }>("/api/visits", hit, { ...AGENT, "accept-language": "en" }))
      .body;
  };
  expect(await open("1")).toEqual({ views_count: 1 });
  await set({ enableAnalytics: false });
  expect(await open("2")).toEqual({ views_count: 1 });
  const rows = app.context.db.selectFrom("post_views").select("id").where("post_id", "=", post.id);
  expect(await rows.execute()).toHaveLength(1);
});

test("enableNotifications: a new user is reported, or isn't", async () => {
  const notices = () => app.context.db.selectFrom("admin_notices").select("kind").execute();
  await set({ requireEmailVerification: false, enableNotifications: false });
  await signUp("unnoticed@blog.example");
  const before = await notices();
  await set({ requireEmailVerification: false, enableNotifications: true });
  await signUp("noticed@blog.example");
  expect([before.length, (await notices()).length]).toEqual([before.length, before.length + 1]);
});

test("maintenanceMode: readers get 503 and when to come back, admins can keep working", async () => {
  await set({ maintenanceMode: true });
  for (const path of ["/", "/story/on-larks", "/view-all", "/about"]) {
    const { status, headers, text } = await app.actors.anonymous.get(path);
    expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "600"]);
    expect(text).toContain("Back in a moment");
  }
  for (const path of ["/admin/login", "/admin/dashboard", "/admin/settings", "/login"]) {
    expect([path, (await app.actors.anonymous.get(path)).status]).toEqual([path, 200]);
  }
  expect((await admin.get("/api/admin/settings")).status).toBe(200);
  await set({});
  expect((await app.actors.anonymous.get("/")).status).toBe(200);
});

test("theme: the default of the public site", async () => {
  expect(await page("/")).toMatch(/<html [^>]*data-theme-default="auto"/);
  expect(await page("/")).not.toContain("data-theme=");
  await set({ theme: "dark" });
  expect(await page("/")).toMatch(/<html [^>]*data-theme-default="dark" data-theme="dark"/);
});

test("language: articles and feeds say it, and English adds nothing", async () => {
  const before = await page("/story/on-larks");
  expect(before).not.toContain('"language"');
  await set({ language: "de" });
  expect(await page("/story/on-larks")).toMatch(/<div class="prose[^"]*" dir="auto" lang="de">/);
  expect(await page("/feed.xml")).toContain("<language>de</language>");
  expect(await page("/atom.xml")).toContain('xml:lang="de"');
  expect(JSON.parse(await page("/feed.json"))).toMatchObject({ language: "de" });
  await set({ language: "en" });
  expect(await page("/story/on-larks")).toBe(before);
});

describe("dates", () => {
  test("timezone: the day is that of the owner's timezone", async () => {
    expect(await page("/story/on-larks")).toContain("March 14, 2025");
    await set({ timezone: "Tokyo" });
    expect(await page("/story/on-larks")).toContain("March 15, 2025");
  });

  test("dateFormat: the order is the owner's", async () => {
    await set({ dateFormat: "YYYY-MM-DD" });
    expect(await page("/story/on-larks")).toContain(">2025-03-14<");
    await set({ dateFormat: "DD/MM/YYYY" });
    expect(await page("/story/on-larks")).toContain(">14 March 2025<");
  });
});

test("postsPerPage: six until one was saved, then that", async () => {
  const listed = async () => (await app.actors.anonymous.get<{ posts: unknown[]; limit: number }>("/api/posts")).body;
  expect(await listed()).toMatchObject({ limit: 6 });
  await set({ siteName: "Wren" });
  expect((await listed()).posts).toHaveLength(6);
  await set({ postsPerPage: 10 });
  expect((await listed()).posts).toHaveLength(10);
  expect((await page("/view-all")).match(/<article/g)).toHaveLength(10);
});

test("maxUploadSize: what the upload accepts, in megabytes", async () => {
  const upload = (bytes: number) =>
    admin.send<{ code?: string; details?: { field: string; rule: string }[] }>("POST", "/api/admin/media?name=a.png", {
      body: new Uint8Array(bytes),
      headers: { "content-type": "application/octet-stream" },
    });
  const size = 2 * 1024 * 1024;
  expect((await upload(size)).status).toBe(400);
  await set({ maxUploadSize: 1 });
  const refused = await upload(size);
  expect([refused.status, refused.body.details?.[0]?.field]).toEqual([413, "file"]);
  expect(refused.body.details?.[0]?.rule).toContain("1 MB");
});

describe("comments", () => {
  const say = async (content: string) => {
    const { actor } = await signedInUser(app);
    return actor.post<{ status?: string; code?: string }>("/api/posts/on-larks/comments", { content });
  };

  test("allowComments: off accepts none, and keeps existing ones", async () => {
    await set({ moderateComments: false });
    expect((await say("Up they go.")).status).toBe(201);
    await set({ allowComments: false });
    const refused = await say("Too late.");
    expect([refused.status, refused.body.code]).toEqual([403, "comments_closed"]);
    expect((await app.actors.anonymous.get("/api/posts/on-larks/comments")).text).toContain("Up they go.");
  });

  test("moderateComments: on makes them wait", async () => {
    expect((await say("Patience.")).body.status).toBe("pending");
    await set({ moderateComments: false });
    expect((await say("At once.")).body.status).toBe("approved");
  });
});

test("updating a published post moves it to now, or keeps its date, as the setting says; a save can say otherwise", async () => {
  const dateAfter = async (keep?: boolean) => {
    const { version } = (await admin.get<{ version: number }>(`/api/admin/posts/${post.id}`)).body;
    const changes = { version, excerpt: `Saved ${version} times`, ...(keep !== undefined && { keep_published_at: keep }) };
    return (await admin.patch<{ published_at: string }>(`/api/admin/posts/${post.id}`, changes)).body.published_at;
  };
  const before = (await admin.get<{ published_at: string }>(`/api/admin/posts/${post.id}`)).body.published_at;
  await set({ updatedPosts: "keeps its date" });
  expect(await dateAfter()).toBe(before);
  const moved = await dateAfter(false);
  expect(moved > before).toBe(true);
  await set({});
  expect(await dateAfter(true)).toBe(moved);
  expect((await dateAfter()) > moved).toBe(true);
});
