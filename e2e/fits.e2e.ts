import { signInAsAdmin } from "./admin-writer.ts";
import { expect, test, visit } from "./visitor.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

test("on phones a post's title that is too long ends with an ellipsis, and is 44 px high to touch", async ({ newBrowser }) => {
  const page = await newBrowser(PHONE);
  await signInAsAdmin(page, "/admin/posts");
  const title = page.getByRole("link", { name: "Mood Tracking Guide: One Honest Line a Day" });
  await expect.poll(() => title.evaluate((link) => link.scrollWidth > link.clientWidth)).toBe(true);
  await expect(title).toHaveCSS("text-overflow", "ellipsis");
  // Only blocks show one: in a flex container the text is cut off.
  await expect(title).toHaveCSS("display", "block");
  await expect.poll(async () => (await title.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

test("on phones the search is as wide as its list", async ({ newBrowser }) => {
  const page = await newBrowser(PHONE);
  await signInAsAdmin(page, "/admin/posts");
  await expect(async () => {
    const search = await page.getByRole("searchbox").boundingBox();
    expect(search?.width).toBe((await page.locator(".toolbar").boundingBox())?.width);
  }).toPass();
});

test("a check's state doesn't touch its name", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await signInAsAdmin(visitor, "/admin/technical-docs/system");
  const check = visitor.locator(".check").filter({ hasText: "Needs attention" }).first();
  await expect(async () => {
    const [state, name] = [await check.locator(".state-badge").boundingBox(), await check.getByRole("heading").boundingBox()];
    expect((name?.x ?? 0) - (state?.x ?? 0) - (state?.width ?? 0)).toBeGreaterThanOrEqual(8);
  }).toPass();
});

test("in a line about a draft the time is as large as the words", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/calendar");
  const line = visitor.locator(".calendar-drafts .row-note").first();
  const size = await line.evaluate((note) => getComputedStyle(note).fontSize);
  await expect(line.locator("time")).toHaveCSS("font-size", size);
});

test("on phones the lark of Home stays clear of the text, also above a single button", async ({ newBrowser }) => {
  const page = await newBrowser(PHONE);
  await visit(page, "/");
  const buttons = page.locator(".hero-buttons a");
  await buttons.first().evaluate((button) => button.remove());
  await expect(buttons).toHaveCount(1);
  await expect(async () => {
    const [text, lark] = [await page.locator(".hero-lead").boundingBox(), await page.locator(".lark").boundingBox()];
    expect(lark?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));
  }).toPass();
});

for (const width of [320, 1440])
  test(`a site's name as long as one can be fits into ${width} px`, async ({ visitor }) => {
    await visitor.setViewportSize({ width, height: 900 });
    await visit(visitor, "/");
    await visitor.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        text.data = text.data.replaceAll("Skylark", "W".repeat(100));
      }
    });
    await expect(visitor.getByRole("banner")).toContainText("WWW");
    const hidden = () => visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(hidden).toBe(0);
  });

for (const width of [1280, 1440, 2100])
  test(`the header fits into ${width} px when the reader doubles the size of the text`, async ({ visitor }) => {
    await visitor.setViewportSize({ width, height: 900 });
    await visit(visitor, "/");
    await visitor.evaluate(() => document.documentElement.style.setProperty("font-size", "32px"));
    const isFolded = width < 2048;
    await expect(visitor.locator(".mobile-menu summary")).toBeVisible({ visible: isFolded });
    await expect(visitor.getByRole("navigation", { name: "Main" })).toBeVisible({ visible: !isFolded });
    const hidden = () => visitor.getByRole("banner").evaluate((header) => header.scrollWidth - header.clientWidth);
    await expect.poll(hidden).toBe(0);
  });

test("the site's name stays on one line of a phone when the reader doubles the size of the text", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visit(visitor, "/about");
  await visitor.evaluate(() => document.documentElement.style.setProperty("font-size", "32px"));
  const name = visitor.getByRole("banner").locator(".brand > span");
  await expect(name).toHaveText("Skylark");
  const lines = () =>
    name.evaluate((text) =>
      Math.round(text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight)),
    );
  await expect.poll(lines).toBe(1);
});

const READERS_PAGES = ["/", "/story/two-small-gaps-in-a-wheat-field", "/view-all", "/about", "/login", "/no-such-page"];

for (const width of [320, 390, 768, 1280])
  test(`readers' pages fit into ${width} px when the reader doubles the size of the text`, async ({ visitor }) => {
    visitor.forgive("404");
    await visitor.setViewportSize({ width, height: 900 });
    for (const page of READERS_PAGES) {
      await visit(visitor, page);
      await visitor.evaluate(() => document.documentElement.style.setProperty("font-size", "32px"));
      const hidden = () => visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(hidden, page).toBe(0);
      // An article clips what is too wide, so nothing scrolls.
      const parts = visitor.locator("main :is(p, button):visible");
      const right = () => parts.evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)));
      await expect.poll(right, page).toBeLessThanOrEqual(width);
    }
  });
