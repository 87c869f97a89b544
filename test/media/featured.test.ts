import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { focusClass } from "../../app/domain/media/media-rules.ts";
import type { Media } from "../../app/domain/media/picture.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import { focusStyles } from "../../app/ui/styles/built-styles.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost } from "../builders.ts";

let app: TestApp;
let admin: Actor;
let media: Media;
let categoryId: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  const red = await sharp({ create: { width: 1300, height: 900, channels: 3, background: "#c02010" } })
    .jpeg()
    .toBuffer();
  media = (await admin.send<Media>("POST", "/api/admin/media?name=red.jpg", { body: new Uint8Array(red) })).body;
  categoryId = (await buildCategory(app.context.db, { name: "Tech", slug: "tech" })).id;
});
afterAll(() => app.close());

const input = (more: object) => ({
  title: "Red skies",
  slug: `red-skies-${Math.random().toString(36).slice(2)}`,
  description: "What the evening tells of the morning.",
  content: `<p>${"word ".repeat(20)}</p>`,
  category_id: categoryId,
  status: "published",
  ...more,
});
const page = async (path: string) => (await app.fetch(new Request(`http://blog.test${path}`))).text();

describe("saving", () => {
  test("takes a picture of the library, and none from elsewhere", async () => {
    const taken = await admin.post("/api/admin/posts", input({ featured_image: media.url }));
    expect(taken.status).toBe(201);
    for (const featured_image of [
      "https://elsewhere.example/x.jpg",
      "/media/0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c/640.jpg",
      "/social.png",
    ]) {
      const refused = await admin.post<ErrorBody>("/api/admin/posts", input({ featured_image }));
      expect([featured_image, refused.status, refused.body.details?.[0]?.field]).toEqual([featured_image, 400, "featured_image"]);
      const { id, version } = taken.body as { id: string; version: number };
      const changed = await admin.patch<ErrorBody>(`/api/admin/posts/${id}`, { version, featured_image });
      expect([changed.status, changed.body.details?.[0]?.field]).toEqual([400, "featured_image"]);
    }
  });

  test("makes pictures of the library in the text responsive, as the preview shows them", async () => {
    const content = `<p>${"word ".repeat(20)}<img src="${media.url}" alt="Red"></p>`;
    const { body } = await admin.post<{ slug: string }>("/api/admin/posts", input({ content }));
    const { content_html } = (await app.actors.anonymous.get<{ content_html: string }>(`/api/posts/${body.slug}`)).body;
    expect(content_html).toContain(`<source type="image/avif" srcset="/media/${media.id}/480.avif 480w`);
    expect(content_html).toContain('width="1300" height="900"');
    const preview = await admin.post<{ content_html: string }>("/api/admin/posts/preview", { content, content_format: "html" });
    expect(preview.body.content_html).toBe(content_html);
    expect((await admin.delete(`/api/admin/media/${media.id}`)).status).toBe(409);
  });
});

describe("an article with a picture", () => {
  let slug: string;
  beforeAll(async () => {
    const made = input({ featured_image: media.url, featured_image_alt: "A red sky", featured: true });
    slug = (await admin.post<{ slug: string }>("/api/admin/posts", made)).body.slug;
  });

  test("shows it above the text, with its alternative text, in the copy that fits", async () => {
    expect((await app.actors.anonymous.get(`/api/posts/${slug}`)).body).toMatchObject({
      featured_image_url: media.url,
      featured_image_alt: "A red sky",
    });
    const html = await page(`/story/${slug}`);
    expect(html).toMatch(/<picture><source type="image\/avif" srcSet="[^"]*480w[^"]*1200w[^"]*1300w"[^>]*>/);
    expect(html).toMatch(
      new RegExp(`<img class="picture" src="${media.url}" alt="A red sky" width="1280" height="720" loading="eager"`),
    );
    expect(html).not.toContain("style=");
  });

  test("has it in every feed, with its type and its size", async () => {
    const { url, bytes, mime } = media;
    const [rss, atom] = await Promise.all(["/feed.xml", "/atom.xml"].map(page));
    const content =
      `<media:content url="http://blog.test${url}" type="${mime}" medium="image" width="1300" height="900" ` +
      `fileSize="${bytes}"/>`;
    for (const text of [rss, atom]) {
      expect(text).toContain('xmlns:media="http://search.yahoo.com/mrss/"');
      expect(text).toContain(content);
    }
    const { items } = JSON.parse(await page("/feed.json")) as { items: { url: string; image?: string }[] };
    expect(items.find((item) => item.url === `http://blog.test/story/${slug}`)?.image).toBe(`http://blog.test${url}`);
  });

  test("shows it on its cards, as decoration", async () => {
    for (const path of ["/", "/view-all"]) {
      expect(await page(path)).toMatch(new RegExp(`<img class="picture" src="${media.url}" alt="" `));
    }
  });

  test("shows it in its social image, with its own URL", async () => {
    const html = await page(`/story/${slug}`);
    const address = /property="og:image" content="http:\/\/blog\.test([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(address).toContain("/social/");
    const response = await app.fetch(new Request(`http://blog.test${address}`));
    expect(response.headers.get("cache-control")).toContain("immutable");
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 1200, height: 630, channels: 3 });
    const at = (x: number, y: number) => [...data.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3)];
    for (const [x, y] of [
      [645, 5],
      [900, 300],
      [1195, 625],
    ] as const) {
      const [red = 0, green = 0, blue = 0] = at(x, y);
      expect([Math.abs(red - 0xc0) < 6, Math.abs(green - 0x20) < 6, Math.abs(blue - 0x10) < 6]).toEqual([true, true, true]);
    }
    expect(at(10, 620)).toEqual([0xfd, 0xfa, 0xf4]);
  });
});

describe("a focal point", () => {
  let slug: string;
  let tall: Media;
  beforeAll(async () => {
    // Green above, blue below, red between: the colors show what is cropped.
    const band = (input: string, top: number) => ({
      input: { create: { width: 600, height: 500, channels: 3 as const, background: input } },
      left: 0,
      top,
    });
    const bands = await sharp({ create: { width: 600, height: 1500, channels: 3, background: "#c02010" } })
      .composite([band("#108020", 0), band("#1020c0", 1000)])
      .png()
      .toBuffer();
    tall = (await admin.send<Media>("POST", "/api/admin/media?name=tall.png", { body: new Uint8Array(bands) })).body;
    slug = (await admin.post<{ slug: string }>("/api/admin/posts", input({ featured_image: tall.url }))).body.slug;
  });
  const choose = async (focus_x: number, focus_y: number) => {
    await admin.patch(`/api/admin/media/${tall.id}`, { focus_x, focus_y });
    await app.app.contentChanged();
  };
  const socialAddress = async () =>
    /property="og:image" content="http:\/\/blog\.test([^"]+)"/
      .exec(await page(`/story/${slug}`))?.[1]
      ?.replaceAll("&amp;", "&") ?? "";
  const socialColor = async () => {
    const response = await app.fetch(new Request(`http://blog.test${await socialAddress()}`));
    const { data } = await sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (315 * 1200 + 920) * 3;
    return [...data.subarray(at, at + 3)].indexOf(Math.max(...data.subarray(at, at + 3)));
  };

  test("in the middle is not written out", async () => {
    expect(await page(`/story/${slug}`)).toContain(`<img class="picture" src="${tall.url}"`);
    expect((await app.actors.anonymous.get(`/api/posts/${slug}`)).body).not.toHaveProperty("featured_image_focus");
  });

  test("stays visible in the article, on its cards and in its social image, without inline styles", async () => {
    const before = await socialAddress();
    await choose(0.3, 0.98);
    const html = await page(`/story/${slug}`);
    expect(html).toContain(`<img class="picture focus fx-6 fy-20" src="${tall.url}"`);
    expect(html).not.toContain("style=");
    expect(await page("/view-all")).toContain(`<img class="picture focus fx-6 fy-20" src="${tall.url}"`);
    expect((await app.actors.anonymous.get(`/api/posts/${slug}`)).body).toMatchObject({
      featured_image_focus: { x: 0.3, y: 0.98 },
    });
    expect(await socialAddress()).not.toBe(before);
    expect(await socialColor()).toBe(2);
    await choose(0.5, 0.02);
    expect(await socialColor()).toBe(1);
    await choose(0.5, 0.51);
    expect(await socialColor()).toBe(0);
  });

  test("has its rule in the stylesheet, for every step", () => {
    const css = focusStyles();
    for (let step = 0; step <= 20; step += 1) {
      const [x, y] = focusClass({ x: step / 20, y: 1 - step / 20 })
        .trim()
        .split(" ")
        .slice(1);
      if (step === 10) continue;
      expect(css).toContain(`.${x}{--fx:${step * 5}%}`);
      expect(css).toContain(`.${y}{--fy:${100 - step * 5}%}`);
    }
  });
});

test("a URL from an earlier release, of another site, shows the illustration instead", async () => {
  const { slug } = await buildPost(app.context.db, {
    featured_image: "https://elsewhere.example/x.jpg",
    category_id: categoryId,
  });
  const html = await page(`/story/${slug}`);
  expect(/<img[^>]*elsewhere/.test(html)).toBe(false);
  expect(html).toMatch(/<div class="story-picture"><svg class="art (art-\w+ )?cat-tech picture"/);
});
