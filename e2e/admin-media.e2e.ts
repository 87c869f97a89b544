// slow: app/browser/ app/domain/content/ app/domain/media/ app/pages/admin/editor/ app/pages/admin/media/ app/ui/

import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { ADMIN, test } from "./account-visitor.ts";
import { signInAsAdmin } from "./admin-writer.ts";
import type { OwnSite } from "./own-site.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#7aa6d8", noise: { type: "gaussian", mean: 128, sigma: 20 } } })
    .jpeg()
    .toBuffer();
const file = async (name: string, width = 1000, height = 700) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await picture(width, height),
});

/** The field of the featured image on the form of a new post. */
async function openField(page: Page) {
  await signInAsAdmin(page, "/admin/posts/create");
  const field = page.getByRole("group", { name: "Featured image" });
  await expect(field).toBeVisible();
  return { field, choose: field.locator("input[type=file]") };
}

/** Calls the API as an admin. */
async function api<T>(site: OwnSite, method: string, path: string, body?: unknown): Promise<T> {
  const send = async (address: string, verb: string, json: unknown, token?: string) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const init = { method: verb, headers, ...(json !== undefined && { body: JSON.stringify(json) }) };
    const response = await fetch(site.address + address, init);
    expect(response.ok, `${verb} ${address}`).toBe(true);
    return response.json();
  };
  const { access_token } = await send("/auth/v1/token?grant_type=password", "POST", ADMIN);
  return send(path, method, body, access_token) as Promise<T>;
}

test("an admin uploads a featured image, describes it, and finds it in the library", async ({ visitor }) => {
  visitor.forgive("400");
  const { field, choose } = await openField(visitor);
  await choose.setInputFiles({ name: "lying.png", mimeType: "image/png", buffer: Buffer.from("<!doctype html><p>x</p>") });
  await expect(field.getByRole("alert")).toHaveText("lying.png must be a JPEG, PNG, WebP, AVIF or GIF image.");
  await choose.setInputFiles({ name: "huge.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(6 * 1024 * 1024, 1) });
  await expect(field.getByRole("alert")).toHaveText("huge.jpg must have at most 5 MB.");

  await choose.setInputFiles(await file("field at dawn.jpg"));
  await field.getByLabel("Alternative text").fill("A field at dawn");
  await expect(field.getByRole("alert")).toHaveCount(0);
  await expect(field.getByRole("img", { name: "A field at dawn" })).toHaveJSProperty("naturalWidth", 480);
  for (const [width, scheme] of [[1280, "light"] as const, [320, "dark"] as const]) {
    await visitor.setViewportSize({ width, height: 800 });
    await visitor.emulateMedia({ colorScheme: scheme });
    await expectAccessible(visitor, `featured image, ${width} px wide, ${scheme}`);
  }

  await field.getByRole("button", { name: "Remove" }).click();
  await expect(field.getByRole("img")).toHaveCount(0);
  await field.getByRole("button", { name: "Choose from library" }).press("Enter");
  const library = visitor.getByRole("dialog", { name: "Choose an image" });
  await expect(library.getByRole("button", { name: "field at dawn.jpg" })).toBeVisible();
  await expectAccessible(visitor, "the library");
  await library.getByLabel("Search images").fill("no such image");
  await expect(library.getByRole("heading", { name: "No images found" })).toBeVisible();
  await library.getByLabel("Search images").fill("DAWN");
  await library.getByRole("button", { name: "field at dawn.jpg" }).press("Enter");
  await expect(library).toBeHidden();
  await expect(field.getByRole("img")).toBeVisible();
  await expect(field.getByRole("button", { name: "Choose from library" })).toBeFocused();
});

test("an upload shows its progress and can be cancelled", async ({ visitor, context }) => {
  const { field, choose } = await openField(visitor);
  const network = await context.newCDPSession(visitor);
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 60_000,
  });
  await choose.setInputFiles(await file("slow.jpg", 1400, 1000));
  await expect(field.getByText("Uploading slow.jpg...")).toBeVisible();
  await expect(field.getByRole("progressbar")).toHaveAttribute("value", /^[1-9]/);
  await field.getByRole("button", { name: "Cancel" }).click();
  await expect(field.getByRole("progressbar")).toHaveCount(0);
  await expect(field.getByRole("img")).toHaveCount(0);
  await expect(field.getByRole("button", { name: "Upload" })).toBeVisible();
});

test("an ended session asks to sign in, and the upload continues", async ({ visitor, ownSite }) => {
  visitor.forgive("401");
  const { field, choose } = await openField(visitor);
  const { access_token } = await visitor.evaluate(() => JSON.parse(localStorage.getItem("skylark.session") ?? "{}"));
  await fetch(`${ownSite.address}/auth/v1/logout?scope=local`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}` },
  });
  await choose.setInputFiles(await file("patient.jpg", 300, 200));
  const dialog = visitor.getByRole("dialog", { name: "Sign in again" });
  await dialog.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await dialog.getByRole("button", { name: "Sign In" }).click();
  await expect(dialog).toBeHidden();
  await expect(field.getByRole("img")).toBeVisible();
});

test("readers get the copy that fits their screen, in reserved space", async ({ visitor, ownSite }) => {
  const { choose, field } = await openField(visitor);
  await choose.setInputFiles(await file("hill.jpg", 2000, 1300));
  await expect(field.getByRole("img")).toBeVisible();
  type Library = { items: { url: string }[] };
  const { items } = await api<Library>(ownSite, "GET", "/api/admin/media?search=hill");
  const [category] = (await (await fetch(`${ownSite.address}/api/categories`)).json()) as { id: string }[];
  const url = items[0]?.url;
  await api(ownSite, "POST", "/api/admin/posts", {
    title: "The hill",
    slug: "the-hill",
    description: "Where the light arrives first.",
    content: `<p>${"word ".repeat(200)}</p><p><img src="${url}" alt="From below"></p>`,
    category_id: category?.id,
    status: "published",
    featured_image: url,
    featured_image_alt: "The hill at dawn",
  });
  await visitor.setViewportSize({ width: 390, height: 800 });
  await visit(visitor, "/story/the-hill");
  const shown = visitor.getByRole("img", { name: "The hill at dawn" });
  const source = () => shown.evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect(shown).toHaveJSProperty("complete", true);
  await expect.poll(source).toMatch(/\/480\.avif$/);
  const below = visitor.getByRole("img", { name: "From below" });
  const height = await below.evaluate((image: HTMLImageElement) => image.clientHeight);
  await below.scrollIntoViewIfNeeded();
  await expect(below).not.toHaveJSProperty("naturalWidth", 0);
  await expect(below).toHaveJSProperty("clientHeight", height);
  await expectAccessible(visitor, "an article with pictures");

  await visitor.setViewportSize({ width: 1280, height: 800 });
  await visit(visitor, "/story/the-hill");
  await expect(shown).toHaveJSProperty("complete", true);
  await expect.poll(source).toMatch(/\/1600\.avif$/);
});

/** Black strokes on a see-through ground, as diagrams are exported. */
const drawing = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><path d="M0 200h800" stroke="#000" stroke-width="80"/></svg>',
    ),
  )
    .png()
    .toBuffer();

/** The contrast between a picture's middle, where the stroke is, and its upper edge, where the page shows through, as WCAG 2 computes it. */
async function strokeContrast(picture: Locator): Promise<number> {
  const { data, info } = await sharp(await picture.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const luminanceAt = (y: number) => {
    const at = (Math.round(y * info.height) * info.width + Math.round(info.width / 2)) * info.channels;
    const [r, g, b] = [0, 1, 2].map((channel) => {
      const value = (data[at + channel] ?? 0) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [stroke, ground] = [luminanceAt(0.5), luminanceAt(0.15)];
  return (Math.max(stroke, ground) + 0.05) / (Math.min(stroke, ground) + 0.05);
}

test("a black drawing on a see-through ground is readable in the dark theme", async ({ visitor, ownSite }) => {
  const { field, choose } = await openField(visitor);
  await choose.setInputFiles({ name: "diagram.png", mimeType: "image/png", buffer: await drawing() });
  await expect(field.getByRole("img")).toBeVisible();
  const { items } = await api<{ items: { url: string }[] }>(ownSite, "GET", "/api/admin/media?search=diagram");
  const [category] = (await (await fetch(`${ownSite.address}/api/categories`)).json()) as { id: string }[];
  const url = items[0]?.url;
  await api(ownSite, "POST", "/api/admin/posts", {
    title: "The diagram",
    slug: "the-diagram",
    description: "A line as black as ink.",
    content: `<p>${"word ".repeat(40)}</p><p><img src="${url}" alt="In the text"></p><figure class="picture-wide"><img src="${url}" alt="Wide"></figure>`,
    category_id: category?.id,
    status: "published",
    featured_image: url,
    featured_image_alt: "On top",
  });
  for (const colorScheme of ["light", "dark"] as const) {
    await visitor.emulateMedia({ colorScheme });
    await visit(visitor, "/story/the-diagram");
    for (const name of ["On top", "In the text", "Wide"]) {
      const shown = visitor.getByRole("img", { name });
      await shown.scrollIntoViewIfNeeded();
      await expect(shown).not.toHaveJSProperty("naturalWidth", 0);
      await expect.poll(() => strokeContrast(shown), `${name}, ${colorScheme}`).toBeGreaterThan(10);
    }
  }
});
