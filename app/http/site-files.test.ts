import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../test/app/create-test-app.ts";
import { setSettings } from "../../test/auth/client.ts";
import { buildCategory, buildPost, buildTag } from "../../test/builders.ts";
import { readSitemap, readSitemapFile } from "../domain/feeds/write-sitemap.ts";

const SITE = "https://blog.example";
const PAGES = ["/", "/view-all", "/about", "/privacy", "/privacy/storage", "/terms"].map((path) => SITE + path);
let app: TestApp;

const get = async (path: string) => app.fetch(new Request(SITE + path));
type Address = { loc: string; lastmod?: string };
const parse = (text: string) => {
  expect(XMLValidator.validate(text)).toBe(true);
  return new XMLParser({ isArray: (name) => ["url", "sitemap"].includes(name) }).parse(text) as {
    urlset?: { url: Address[] };
    sitemapindex?: { sitemap: Address[] };
  };
};
const locs = (list: Address[] | undefined) => list?.map((address) => address.loc);

beforeAll(async () => {
  app = await createTestApp({ siteUrl: SITE });
  for (let n = 1; n <= 7; n += 1)
    await buildPost(app.context.db, { slug: `post-${n}`, updated_at: new Date(`2026-01-0${n}T00:00:00Z`) });
  await buildPost(app.context.db, { slug: "draft", status: "draft" });
  await buildPost(app.context.db, { slug: "archived", status: "archived" });
});
afterAll(() => app.close());

const posts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `${SITE}/story/post-${from + n}`);

describe("the sitemap", () => {
  it("lists every public page and published article with its last change", async () => {
    const answer = await get("/sitemap.xml");
    expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const { urlset } = parse(await answer.text());
    expect(locs(urlset?.url)).toEqual([...PAGES, ...posts(1, 7)]);
    expect(urlset?.url.at(-1)?.lastmod).toBe("2026-01-07T00:00:00.000Z");
    expect((await get("/sitemap-1.xml")).status).toBe(404);
  });

  it("lists categories and tags that have articles, with the last change of one of these", async () => {
    const own = await createTestApp({ siteUrl: SITE });
    const { db } = own.context;
    const category = await buildCategory(db, { slug: "walking" });
    await buildCategory(db, { slug: "empty" });
    const tag = await buildTag(db, { slug: "hills&dales" });
    const category_id = category.id;
    for (const day of [1, 3, 2])
      await buildPost(db, { slug: `walk-${day}`, category_id, updated_at: new Date(`2026-02-0${day}T00:00:00Z`) });
    await buildPost(db, { slug: "late", tags: [tag.id], updated_at: new Date("2026-02-09T00:00:00Z") });
    const draft = { slug: "walk-4", category_id, tags: [tag.id], status: "draft" as const };
    await buildPost(db, { ...draft, updated_at: new Date("2026-02-10T00:00:00Z") });

    const { urlset } = parse(await (await own.fetch(new Request(`${SITE}/sitemap.xml`))).text());
    expect(urlset?.url.slice(PAGES.length + 4)).toEqual([
      { loc: `${SITE}/view-all?category=walking`, lastmod: "2026-02-03T00:00:00.000Z" },
      { loc: `${SITE}/view-all?tag=hills%26dales`, lastmod: "2026-02-09T00:00:00.000Z" },
    ]);
    // 6 pages, 4 articles, 2 lists in files of 4.
    const site = own.settings.site();
    const files = await Promise.all([1, 2, 3, 4].map((number) => readSitemapFile(own.context, site, number, 4)));
    const whole = files.flatMap((file) => locs(parse(file ?? "<urlset/>").urlset?.url) ?? []);
    expect(whole).toEqual(locs(urlset?.url));
    expect(files[3]).toBeNull();
    await own.close();
  });

  it("becomes an index of files when it is too long, and these contain each URL once", async () => {
    const site = app.settings.site();
    const { sitemapindex } = parse(await readSitemap(app.context, site, 7));
    expect(locs(sitemapindex?.sitemap)).toEqual([`${SITE}/sitemap-1.xml`, `${SITE}/sitemap-2.xml`]);
    const first = parse((await readSitemapFile(app.context, site, 1, 7)) ?? "");
    const second = parse((await readSitemapFile(app.context, site, 2, 7)) ?? "");
    expect(locs(first.urlset?.url)).toEqual([...PAGES, ...posts(1, 1)]);
    expect(locs(second.urlset?.url)).toEqual(posts(2, 7));
    expect(await readSitemapFile(app.context, site, 3, 7)).toBeNull();
    expect(await readSitemapFile(app.context, site, 0, 7)).toBeNull();
  });

  it("is one file when it just fits", async () => {
    const { urlset } = parse(await readSitemap(app.context, app.settings.site(), 13));
    expect(urlset?.url).toHaveLength(13);
  });
});

describe("robots.txt", () => {
  it("allows the site except for its back office and its API", async () => {
    const text = await (await get("/robots.txt")).text();
    expect(text).toBe(
      `User-agent: *\nAllow: /\nAllow: /api/docs\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${SITE}/sitemap.xml\n`,
    );
  });
});

describe("the web manifest", () => {
  it("has the name from the settings and the icons", async () => {
    await app.context.db
      .updateTable("settings")
      .set({ value: JSON.stringify({ siteName: "Lark & Friends Weekly" }) })
      .execute();
    await app.settings.renew();
    const answer = await get("/manifest.webmanifest");
    expect(answer.headers.get("content-type")).toBe("application/manifest+json");
    const manifest = (await answer.json()) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: "Lark & Friends Weekly", short_name: "Lark", start_url: "/" });
    expect(manifest.theme_color).toMatch(/^#[0-9a-f]{6}$/);
    // The color of the page, as the browser's bars have it.
    expect(manifest.theme_color).toBe(
      /theme-color" media="\(prefers-color-scheme: light\)" content="([^"]+)/.exec(await (await get("/about")).text())?.[1],
    );
    expect((manifest.icons as { src: string }[]).map((icon) => icon.src)).toEqual([
      "/icon-192.png",
      "/icon-512.png",
      "/icon-maskable-512.png",
    ]);
  });
});

it("leads password managers to the form that changes a password", async () => {
  const answer = await get("/.well-known/change-password");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/account"]);
});

describe("security.txt", () => {
  const url = "/.well-known/security.txt";

  it("doesn't exist without a contact", async () => {
    const answer = await get(url);
    // It may exist a moment later.
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
  });

  it.each([
    ["security@blog.example", "mailto:security@blog.example"],
    ["https://blog.example/report", "https://blog.example/report"],
  ])("says where to report a weakness: %s", async (securityContact, contact) => {
    const dated = await createTestApp({ siteUrl: SITE, clock: { now: () => new Date("2026-03-17T08:00:00Z") } });
    await setSettings(dated, { securityContact });
    const answer = await dated.fetch(new Request(SITE + url));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    // 180 days after the first of March.
    expect(await answer.text()).toBe(
      `Contact: ${contact}\nExpires: 2026-08-28T00:00:00.000Z\nPreferred-Languages: en\nCanonical: ${SITE}${url}\n`,
    );
    await dated.close();
  });
});
