// slow: app/base-path.ts app/boot/ app/browser/ app/domain/content/ app/http/ app/pages/ app/ui/ deploy/nginx-path.conf
// slow: e2e/base-path.e2e.ts test/several/ vite.config.ts

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { DEFAULT_LOOK } from "../../app/domain/appearance/appearance.ts";
import { FIREFOX } from "../hits.ts";
import { wav } from "../media/files.ts";
import { createTestDatabase } from "../platform/database.ts";
import type { TestDatabase } from "../platform/test-postgres.ts";
import { freePort, type Instance, startInstance } from "../several/start-instance.ts";
import { startNginx } from "../several/start-nginx.ts";
import { crawl } from "./crawl.ts";

const ADMIN = { email: "keeper@skylark.example", password: "a lark sings early" };
const CONFIG = readFileSync("deploy/nginx-path.conf", "utf8");

const folder = mkdtempSync(join(tmpdir(), "skylark-path-"));
let database: TestDatabase;
let client: pg.Client;
let instance: Instance;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let port: number;
/** The site's address, without a slash at the end. */
let site: string;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.config);
  await client.connect();
  port = await freePort();
  nginx = await startNginx(CONFIG, [port]);
  site = `${nginx.address}/blog`;
  const settings = { SITE_URL: site, PORT: String(port), TRUST_PROXY: "1" };
  instance = await startInstance({ database, folder }, settings);
  token = ((await call("/auth/v1/token?grant_type=password", ADMIN)).body as { access_token: string }).access_token;
}, 120_000);

afterAll(async () => {
  await instance?.stop("SIGINT");
  await nginx?.stop();
  await client?.end();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends JSON or bytes to a path of the site. */
async function call(path: string, body?: object | Buffer, method = body ? "POST" : "GET") {
  const type = Buffer.isBuffer(body) ? "application/octet-stream" : "application/json";
  const answer = await fetch(site + path, {
    method,
    headers: { "content-type": type, ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: (text.startsWith("{") ? JSON.parse(text) : null) as unknown,
  };
}

test("every page, picture, script, style and feed is under the path, and so is every address in them", async () => {
  const category = await client.query("select id from categories where slug = 'productivity'");
  const { slug } = (await client.query("select slug from posts where status = 'published' limit 1")).rows[0] as { slug: string };
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#7aa6d8" } })
    .jpeg()
    .toBuffer();
  const uploaded = await call("/api/admin/media?name=hill.jpg", picture);
  expect(uploaded.status, uploaded.text).toBe(201);
  const { url } = uploaded.body as { url: string };
  const tone = await call("/api/admin/media/files?name=tone.wav", wav(0.1));
  expect(tone.status, tone.text).toBe(201);
  const { url: recording } = tone.body as { url: string };
  const content =
    `<figure class="video"><video src="${recording}" poster="${url}"></video></figure><figure class="file"><a href="${recording}">Tone</a></figure>` +
    `<p>See <a href="/story/${slug}">the other one</a>, and <a href="https://elsewhere.example/story/x">another</a>.</p>` +
    `<figure><img src="${url}" alt="A hill" width="900" height="600"></figure><p>The end &lt;img src="/media/x"&gt;.</p>`;
  const common = {
    description: "What the hill says.",
    category_id: category.rows[0].id,
    status: "published",
    featured_image: url,
  };
  const posted = await call("/api/admin/posts", { ...common, title: "On a hill", slug: "on-a-hill", content });
  expect(posted.status, posted.text).toBe(201);
  const markdown = `See [the other one](/story/${slug}).\n\n![A hill](${url})\n\n<figure><img src="${url}" alt="A hill"><figcaption>So far</figcaption></figure>`;
  await call("/api/admin/posts", {
    ...common,
    title: "In signs",
    slug: "in-signs",
    content: markdown,
    content_format: "markdown",
  });
  // A brand's own files, too.
  const brand: Record<string, string> = {};
  for (const part of ["logo", "icon"]) {
    const file = await call(
      `/api/admin/appearance/files?part=${part}&name=${part}.png`,
      await sharp(picture).resize(512, 512).png().toBuffer(),
    );
    expect(file.status, file.text).toBe(201);
    brand[part] = (file.body as { address: string }).address;
  }
  const look = {
    ...DEFAULT_LOOK,
    sign: "logo",
    logo: { light: brand.logo, dark: null },
    icon: brand.icon,
    hero: "picture",
    picture: url,
  };
  const saved = await call("/api/admin/appearance", { look, version: 0 }, "PUT");
  expect(saved.status, saved.text).toBe(200);
  await client.query(`update settings set value = value || '{"offerMarkdown": true}'`);
  await expect.poll(async () => (await call("/llms.txt")).status).toBe(200);

  const { answers, failed, outside } = await crawl(`${site}/`);
  expect(failed).toEqual([]);
  expect(outside).toEqual([]);
  const counts = new Map<string, number>();
  for (const { type } of answers.values()) {
    const kind = type.split(/[/;]/)[0] === "image" ? "image" : (type.split(";")[0] ?? "");
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const least = { "text/html": 40, image: 20, "text/css": 3, "text/javascript": 8, "font/woff2": 10, "application/rss+xml": 5 };
  for (const [kind, count] of Object.entries(least))
    expect([kind, counts.get(kind) ?? 0]).toEqual([kind, expect.toSatisfy((n: number) => n >= count)]);
  for (const path of [
    `/story/on-a-hill`,
    url,
    url.replace(/[^/]+$/, "480.avif"),
    brand.logo ?? "",
    (brand.icon ?? "").replace("icon.png", "icon-192.png"),
    "/manifest.webmanifest",
    "/sitemap.xml",
    "/atom.xml",
  ])
    expect([...answers.keys()]).toContain(site + path);

  // Stored without the path, shown with it; text that looks like a tag is text.
  const stored = await client.query("select content, content_html, featured_image from posts where slug = 'on-a-hill'");
  expect(stored.rows[0]).toMatchObject({ content, featured_image: url });
  expect(stored.rows[0].content_html).not.toContain("/blog/");
  const page = (await call("/story/on-a-hill")).text;
  expect(page).toContain(`href="/blog/story/${slug}"`);
  expect(page).toContain(`src="/blog${url}"`);
  expect(page).toContain('&lt;img src="/media/x"&gt;');
  expect(page).toContain(`<link rel="canonical" href="${site}/story/on-a-hill"/>`);
  expect((await call("/feed.xml")).text).toContain(`${site}${url}`);
  for (const name of ["on-a-hill", "in-signs"]) {
    const text = (await call(`/story/${name}.md`)).text.replaceAll(nginx.address, "");
    expect(text).toContain(`[the other one](/blog/story/${slug})`);
    expect(text).toContain(`/blog${url}`);
    expect(text.replaceAll(`/blog${url}`, "")).not.toContain(url);
  }
  expect((await call("/llms.txt")).text).toContain(`](${site}/story/on-a-hill.md)`);
});

test("redirects, cookies, mails, the manifest and the API's description name the path", async () => {
  const locationOf = async (path: string) => {
    const answer = await fetch(nginx.address + path, { redirect: "manual" });
    return `${answer.status} ${answer.headers.get("location")}`;
  };
  const { id, slug } = (await client.query("select id, slug from posts where status = 'published' limit 1")).rows[0];
  expect(await locationOf(`/blog/story/${id}`)).toBe(`301 /blog/story/${slug}`);
  // Cached now.
  expect(await locationOf(`/blog/story/${id}`)).toBe(`301 /blog/story/${slug}`);
  expect(await locationOf("/blog/categories")).toBe("301 /blog/view-all");
  expect(await locationOf("/blog/admin")).toBe("301 /blog/admin/dashboard");
  expect(await locationOf("/blog/feed/")).toBe("301 /blog/feed.xml");
  const verify = `/blog/auth/v1/verify?type=signup&token=abc&redirect_to=${encodeURIComponent(`${site}/view-all?page=2`)}`;
  expect(await locationOf(verify)).toBe(
    `303 ${site}/confirm?token_hash=abc&type=signup&redirect_to=${encodeURIComponent("/view-all?page=2")}`,
  );
  expect(await locationOf(verify.replace("%2Fblog%2F", "%2Fother%2F"))).toBe(`303 ${site}/confirm?token_hash=abc&type=signup`);

  const pass = await call("/api/admin/maintenance/pass", {});
  expect(pass.headers.get("set-cookie")).toContain("; Path=/blog/;");
  expect(JSON.parse((await call("/manifest.webmanifest")).text)).toMatchObject({
    id: "/blog/",
    start_url: "/blog/",
    scope: "/blog/",
  });
  expect(JSON.parse((await call("/api/openapi.json")).text).servers).toEqual([{ url: "/blog", description: "This site" }]);
  expect((await call("/robots.txt")).text).toContain(
    `Disallow: /blog/admin\nDisallow: /blog/api/\n\nSitemap: ${site}/sitemap.xml`,
  );
  await call("/auth/v1/recover", { email: ADMIN.email });
  await expect.poll(instance.printed).toContain(`${site}/reset-password?`);
});

test("a reader without scripts is counted on the page's own path", async () => {
  const headers = {
    "user-agent": FIREFOX,
    accept: "image/avif,image/webp,*/*",
    "accept-language": "en",
    referer: `${site}/about`,
    "sec-fetch-dest": "image",
    "sec-fetch-site": "same-origin",
  };
  await fetch(`${site}/api/visits/pixel.gif`, { headers });
  const counted = () =>
    client.query("select page_url from website_analytics where page_url like '%/about' and user_agent = $1", [FIREFOX]);
  await expect.poll(async () => (await counted()).rows).toEqual([{ page_url: "/about" }]);
});

test("what isn't under the path isn't the site's, but for what is asked of the process", async () => {
  const ask = async (path: string, address = `http://127.0.0.1:${port}`) => {
    const answer = await fetch(address + path, { redirect: "manual" });
    return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
  };
  for (const path of ["/", "/about", "/assets/x.js", "/api/posts", "/blogs", "/blogs/", "/BLOG/", "/%62log/"])
    expect(await ask(path)).toEqual({ status: 404, location: null, text: "There is nothing here. The site is at /blog/.\n" });
  expect(await ask("/blog?page=2")).toMatchObject({ status: 301, location: "/blog/?page=2" });
  for (const path of ["/healthz", "/readyz", "/blog/healthz", "/blog/readyz", "/metrics"])
    expect([path, (await ask(path)).status]).toEqual([path, 200]);
  // No other path can be reached by a detour.
  for (const path of ["/blog//elsewhere.example/", "/blog/blog/about"])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);

  // A proxy that takes the path off adds it again.
  const other = await startNginx(CONFIG.replace("proxy_pass http://127.0.0.1:3000;", "proxy_pass http://127.0.0.1:3000/blog/;"), [
    port,
  ]);
  onTestFinished(other.stop);
  for (const address of [nginx.address, other.address]) {
    expect(await ask("/blog/about", address)).toMatchObject({
      status: 200,
      text: expect.stringContaining(`href="${site}/about"`),
    });
    expect((await ask("/blog", address)).location).toBe(`${address}/blog/`);
    expect((await ask("/about", address)).text).not.toContain("Skylark");
  }
});
