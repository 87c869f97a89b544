import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Media } from "../../app/domain/media/model.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
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
  test("takes a picture of the library, and nothing from elsewhere", async () => {
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

  test("makes pictures of the library in the text fit every screen, as the preview shows them", async () => {
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

  test("shows it above the text, with its words, in the copy that fits", async () => {
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

  test("shows it on its cards, as decoration", async () => {
    for (const path of ["/", "/view-all"]) {
      expect(await page(path)).toMatch(new RegExp(`<img class="picture" src="${media.url}" alt="" `));
    }
  });

  test("shows it in its social image, under an address of its own", async () => {
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

test("an address from before, of another site, shows the drawing instead", async () => {
  const { slug } = await buildPost(app.context.db, {
    featured_image: "https://elsewhere.example/x.jpg",
    category_id: categoryId,
  });
  const html = await page(`/story/${slug}`);
  expect(/<img[^>]*elsewhere/.test(html)).toBe(false);
  expect(html.includes('<div class="story-picture"><svg class="art cat-tech picture"')).toBe(true);
});
