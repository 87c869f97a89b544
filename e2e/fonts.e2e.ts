import type { Page } from "@playwright/test";
import { expect, hydrated, test, visit } from "./visitor.ts";

const ARTICLE = "/story/mood-tracking-guide";
const FONT_FILE = /\.woff2$/;

/** The site's font faces that this page knows, and whether they are in use. */
const faces = (page: Page) =>
  page.evaluate(() => [...document.fonts].filter(({ family }) => family === "Newsreader").map(({ status }) => status));
/** The browser has loaded all fonts and remembers it. */
const fetched = (page: Page) => page.waitForFunction(() => localStorage.getItem("fonts"));

/** Other fonts would have moved the text by then. */
async function someFrames(): Promise<void> {
  for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
}

test("fonts that arrive soon after the first paint are shown", async ({ visitor }) => {
  // For this page no time passes, however busy the machine is.
  await visitor.addInitScript(() => {
    performance.now = () => 1;
  });
  await visit(visitor, ARTICLE);
  await expect.poll(() => faces(visitor)).toContain("loaded");
});

test("fonts that would give a title other lines wait for the next page, so that nothing moves", async ({ newBrowser }) => {
  for (const [slug, width] of [
    ["mood-tracking-guide", 412],
    ["soup-on-thursdays", 390],
    ["why-the-way-home-feels-shorter", 360],
  ] as const) {
    const page = await newBrowser({ viewport: { width, height: 800 } });
    await page.addInitScript(() => {
      performance.now = () => 1;
      const moved = { by: 0 };
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) moved.by += (shift as PerformanceEntry & { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await visit(page, `/story/${slug}`);
    await fetched(page);
    await page.evaluate(someFrames);
    const moved = await page.evaluate(() => (window as unknown as { moved: { by: number } }).moved.by);
    expect(moved, `${slug} at ${width} px`).toBeLessThanOrEqual(0.01);
    await visit(page, `/story/${slug}`);
    await expect.poll(() => faces(page)).toContain("loaded");
  }
});

test("late fonts don't change a page that is being read; the next page has them, and each one from then on", async ({
  visitor,
}) => {
  let arrive = () => {};
  const line = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await visitor.route(FONT_FILE, async (route) => {
    await line;
    await route.continue();
  });
  await Promise.all([visitor.waitForRequest(FONT_FILE), visitor.goto(ARTICLE)]);
  const asked = await visitor.evaluate(() => performance.now());
  await hydrated(visitor);
  await visitor.waitForFunction((then) => performance.now() > then + 1000, asked);
  arrive();
  await fetched(visitor);
  expect(await faces(visitor)).toEqual([]);

  // A link to a heading of the same page opens no new page.
  await visitor.getByRole("navigation", { name: "Contents" }).getByRole("link").first().click();
  await expect(visitor).toHaveURL(/#/);
  expect(await faces(visitor)).toEqual([]);

  await visitor.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => faces(visitor)).toContain("loaded");
  await visitor.goto(ARTICLE);
  await expect.poll(() => faces(visitor)).toContain("loaded");
});

test("without fonts the page is complete, and the next one tries again", async ({ visitor }) => {
  visitor.forgive("ERR_FAILED");
  await visitor.route(FONT_FILE, (route) => route.abort());
  await Promise.all([visitor.waitForRequest(FONT_FILE), visitor.goto(ARTICLE)]);
  await hydrated(visitor);
  await Promise.all([visitor.waitForRequest(FONT_FILE), visitor.goto("/about")]);
  expect(await visitor.evaluate(() => localStorage.getItem("fonts"))).toBeNull();
});

/** The font files that a page loads, by their names without hashes, and their bytes. */
async function loadedFonts(page: Page, url: string): Promise<{ names: string[]; bytes: number }> {
  const files: Promise<{ name: string; bytes: number }>[] = [];
  page.on("response", (response) => {
    const name = /([^/]+)-[\w-]{8}\.woff2$/.exec(response.url())?.[1];
    if (name) files.push(response.body().then(({ length }) => ({ name, bytes: length })));
  });
  await page.goto(url);
  await fetched(page);
  await page.waitForLoadState("networkidle");
  // The page takes them from the cache again.
  const all = new Map((await Promise.all(files)).map(({ name, bytes }) => [name, bytes]));
  return { names: [...all.keys()].sort(), bytes: [...all.values()].reduce((sum, bytes) => sum + bytes, 0) };
}

const OF_EACH_PAGE = ["inter-latin", "newsreader-italic-latin", "newsreader-latin"];

test("an English article loads 70 kB of fonts at most", async ({ visitor }) => {
  await visitor.addInitScript(() => {
    performance.now = () => 1;
  });
  const { names, bytes } = await loadedFonts(visitor, ARTICLE);
  expect(names).toEqual(OF_EACH_PAGE);
  expect(bytes).toBeLessThanOrEqual(70_000);
});

test("a page with other letters has their fonts before it changes its face", async ({ visitor }) => {
  await visitor.addInitScript(() => {
    performance.now = () => 1;
  });
  await visitor.route(ARTICLE, async (route) => {
    const response = await route.fetch();
    // Without scripts, which would put the article's own text back.
    const html = (await response.text())
      .replace(/ \/assets\/[^" ]+\.js/g, "")
      .replace("</h1>", " für Łódź <em>Île</em> <b><em>it</em></b></h1><p>Ελλάδα и Москва</p>");
    await route.fulfill({ response, body: html });
  });
  const { names } = await loadedFonts(visitor, ARTICLE);
  expect(names).toEqual(
    [
      ...OF_EACH_PAGE,
      ...["inter-cyrillic", "inter-greek", "newsreader-european"],
      ...["newsreader-bold-italic-latin", "newsreader-italic-western"],
    ].sort(),
  );
  const shown = () =>
    visitor.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === "loaded").map(({ unicodeRange }) => unicodeRange),
    );
  await expect.poll(async () => (await shown()).some((range) => range.includes("U+400"))).toBe(true);
});
