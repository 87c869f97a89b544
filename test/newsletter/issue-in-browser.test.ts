// slow: app/domain/newsletter/mail/ test/newsletter/

import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderContent } from "../../app/domain/content/render-content.ts";
import { mediaAt } from "../../app/domain/media/media-rules.ts";
import { addressIssue } from "../../app/domain/newsletter/mail/address-issue.ts";
import { composeIssue } from "../../app/domain/newsletter/mail/compose-issue.ts";
import { createFolderStore } from "../../app/platform/storage/folder-store.ts";
import { findBrowser } from "../../bin/test/find-browser.mjs";
import { args } from "../../playwright.config.ts";
import { openTestContext } from "../context.ts";
import { SITE } from "../mail/post-office.ts";
import { EVERY_BLOCK, MEDIA } from "./every-block.ts";

const { ctx, close } = await openTestContext();
const folder = mkdtempSync(join(tmpdir(), "issue-"));
const media = createFolderStore(folder);
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findBrowser(), args });
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
  await close();
});

async function htmlOf(content: string, language: string | null): Promise<string> {
  const { html } = await renderContent({ content, format: "html", ownHost: "larks.example" });
  const article = {
    id: "0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4d",
    path: "/story/dawn",
    title: "What larks know about the hours before anybody else is up",
    summary: "They are up before anybody else.",
    html,
    language,
    authors: ["Ada Larkin", "Grace Hopper"],
    picture: { address: `${MEDIA}/2560.jpg`, alt: "A field at dawn" },
  };
  const mail = await composeIssue(
    ctx,
    media,
    { campaign: "dawn", subject: "", preview: "", postalAddress: "1 Field Lane\nDawnton", content: { kind: "article", article } },
    SITE,
  );
  return addressIssue(mail, { choices: `${SITE.url}/choices?key=${"k".repeat(64)}`, unsubscribe: `${SITE.url}/leave` }).html;
}

/** Pictures as the site would answer them. Whatever else is asked for fails the test. */
async function answerPictures(page: Page, asked: string[]): Promise<void> {
  await page.route("**/*", async (route) => {
    const url = new URL(route.request().url());
    const picture = mediaAt(url.pathname);
    asked.push(url.origin);
    if (!picture) return route.abort();
    const drawn = await readFile(media.path(picture.id, `${picture.width}.png`)).catch(() => null);
    const create = { width: picture.width, height: Math.ceil(picture.width * 0.6), channels: 3, background: "#4a90a4" } as const;
    return route.fulfill({ body: drawn ?? (await sharp({ create }).jpeg().toBuffer()) });
  });
}

type Mode = { width: number; hasStyles: boolean; hasPictures: boolean; colorScheme: "light" | "dark" };

const MODES: Mode[] = [320, 700].flatMap((width) => [
  { width, hasStyles: true, hasPictures: true, colorScheme: "light" as const },
  { width, hasStyles: true, hasPictures: true, colorScheme: "dark" as const },
  { width, hasStyles: true, hasPictures: false, colorScheme: "light" as const },
  { width, hasStyles: false, hasPictures: true, colorScheme: "light" as const },
  { width, hasStyles: false, hasPictures: false, colorScheme: "dark" as const },
]);

async function inBrowser<T>(
  html: string,
  { width, hasStyles, hasPictures, colorScheme }: Mode,
  look: (page: Page) => Promise<T>,
) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, javaScriptEnabled: true });
  const asked: string[] = [];
  try {
    if (hasPictures) await answerPictures(page, asked);
    else await page.route("**/*", (route) => route.abort());
    await page.setContent(hasStyles ? html : html.replace(/<style>[\s\S]*?<\/style>/, ""), { waitUntil: "load" });
    expect(asked.filter((origin) => origin !== SITE.url)).toEqual([]);
    return await look(page);
  } finally {
    await page.close();
  }
}

/** In the page: the least contrast between a text and the background behind it (WCAG 2.2). */
function leastContrast(): number {
  const parse = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = ([r = 0, g = 0, b = 0]: number[]) => {
    const [R, G, B] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * (R ?? 0) + 0.7152 * (G ?? 0) + 0.0722 * (B ?? 0);
  };
  let least = 21;
  for (const one of document.querySelectorAll("body *")) {
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!hasText || one.getClientRects().length === 0) continue;
    let behind: Element | null = one;
    while (behind && (parse(getComputedStyle(behind).backgroundColor)[3] ?? 1) === 0) behind = behind.parentElement;
    const ground = luminance(behind ? parse(getComputedStyle(behind).backgroundColor) : [255, 255, 255]);
    const text = luminance(parse(getComputedStyle(one).color));
    least = Math.min(least, (Math.max(ground, text) + 0.05) / (Math.min(ground, text) + 0.05));
  }
  return least;
}

describe.each([
  ["every block", EVERY_BLOCK, null],
  [
    "long words",
    `<p>${"lark".repeat(100)}</p><ul><li>${"https://larks.example/".repeat(20)}</li></ul><pre><code>${"x".repeat(300)}</code></pre>`,
    null,
  ],
  ["text from right to left", "<p>صباح الخير</p><ul><li>قبرة</li></ul><blockquote><p>تغني</p></blockquote>", "ar"],
])("an issue with %s", (_, content, language) => {
  test.each(MODES)("can be read at $width px, styles $hasStyles, pictures $hasPictures, $colorScheme", async (mode) => {
    await inBrowser(await htmlOf(content, language), mode, async (page) => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(mode.width);
      expect(await page.evaluate(leastContrast)).toBeGreaterThanOrEqual(4.5);
      await expect.poll(() => page.getByRole("link", { name: "Unsubscribe" }).isVisible()).toBe(true);
    });
  });
});

test("a picture that isn't loaded says what it shows", async () => {
  const mode = { width: 320, hasStyles: true, hasPictures: false, colorScheme: "light" as const };
  await inBrowser(await htmlOf(EVERY_BLOCK, null), mode, async (page) => {
    await expect.poll(() => page.getByRole("img", { name: "A field at dawn" }).isVisible()).toBe(true);
    expect(await page.getByRole("img", { name: "A moving lark" }).evaluate((image) => image.clientHeight)).toBeLessThan(60);
  });
});

test("the dark theme is dark", async () => {
  const mode = { width: 700, hasStyles: true, hasPictures: true, colorScheme: "dark" as const };
  await inBrowser(await htmlOf(EVERY_BLOCK, null), mode, async (page) => {
    const color = await page.locator(".sheet").evaluate((sheet) => getComputedStyle(sheet).backgroundColor);
    for (const part of color.match(/\d+/g) ?? []) expect(Number(part)).toBeLessThan(70);
  });
});
