// slow: app/browser/ app/http/api-docs/ app/pages/public/ app/ui/

import { COLOR_RULES, expect, expectAccessible, hydrated, test, visit } from "./visitor.ts";

const PAGES = [
  "/",
  "/story/mood-tracking-guide",
  "/story/the-backup-that-was-never-there",
  "/view-all",
  "/view-all?search=kettle",
  "/view-all?search=zeppelin",
  "/about",
  "/privacy",
  "/terms",
  "/no-such-page",
  "/story/no-such-article",
  "/api/docs",
  "/api/docs/posts",
];

const SIZES = [
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
];

for (const address of PAGES) {
  const isDocs = address.startsWith("/api/docs");
  for (const viewport of SIZES) {
    test(`axe finds nothing on ${address}, ${viewport.width} px wide, light and dark`, async ({ visitor }) => {
      test.slow();
      visitor.forgive("404");
      await visitor.setViewportSize(viewport);
      await visitor.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await visitor.goto(address);
      const isApp = !isDocs;
      if (isApp) await hydrated(visitor);
      await visitor.evaluate(() => document.fonts.ready);
      for (const colorScheme of ["light", "dark"] as const) {
        await visitor.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        if (isApp) await expect(visitor.locator("html")).toHaveAttribute("data-theme", colorScheme);
        await expectAccessible(visitor, colorScheme);
      }
      const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(hidden, "px that one would have to scroll sideways for").toBe(0);
    });
  }
}

test("on a phone the API's documentation shows its contents on request", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visitor.goto("/api/docs/posts");
  const contents = visitor.getByRole("navigation", { name: "Contents" });
  await expect(contents.getByRole("link")).toHaveText(["Back to the site", "Contents"]);
  await expect.poll(async () => (await visitor.getByRole("heading", { level: 1 }).boundingBox())?.y).toBeLessThan(120);
  await contents.getByRole("link", { name: "Contents" }).click();
  await expect(contents.getByRole("link", { name: "Tags" })).toBeVisible();
  await expectAccessible(visitor, "the contents on a phone");
  await contents.getByRole("link", { name: "Create a post" }).click();
  await expect(contents.getByRole("link", { name: "Tags" })).toBeHidden();
  await expect(visitor.getByRole("heading", { name: "Create a post" })).toBeInViewport();
});

test("axe finds nothing in the other parts of the API's documentation", async ({ visitor }) => {
  test.slow();
  await visitor.goto("/api/docs");
  const parts = await visitor
    .getByRole("navigation")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const others = parts.filter((address) => address.startsWith("/api/docs/") && !PAGES.includes(address));
  expect(others.length).toBeGreaterThan(15);
  for (const address of others) {
    await visitor.goto(address);
    // They have the styles of the part that is looked at in both themes.
    await expectAccessible(visitor, address, COLOR_RULES);
  }
});

test("axe finds text with too little contrast in the second theme", async ({ visitor }) => {
  await visitor.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await visit(visitor, "/about");
  await visitor.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("[data-theme=dark] main p { color: #222 }");
    document.adoptedStyleSheets.push(sheet);
  });
  await expectAccessible(visitor, "light");
  await visitor.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expect(visitor.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(expectAccessible(visitor, "dark")).rejects.toThrow("color-contrast");
});

test("axe finds nothing in the list view, the open menu and a toast", async ({ visitor }) => {
  test.slow();
  await visitor.emulateMedia({ reducedMotion: "reduce" });
  await visit(visitor, "/view-all");
  await visitor.getByRole("button", { name: "List view" }).click();
  await expectAccessible(visitor, "list view");

  await visitor.setViewportSize({ width: 320, height: 640 });
  await visitor.getByRole("banner").locator("summary").click();
  await expectAccessible(visitor, "open menu");

  await visitor.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.resolve();
  });
  await visitor.clock.install();
  await visit(visitor, "/story/mood-tracking-guide");
  await visitor.clock.pauseAt(new Date(Date.now() + 60_000));
  await visitor.getByRole("button", { name: "Copy Link" }).click();
  await expect(visitor.getByText("Link copied!")).toBeVisible();
  await visitor.clock.resume();
  await expectAccessible(visitor, "toast");
});

test("the first Tab leads past the header", async ({ visitor }) => {
  await visit(visitor, "/");
  await visitor.keyboard.press("Tab");
  const skip = visitor.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByRole("main")).toBeFocused();
  await visitor.keyboard.press("Tab");
  await expect(visitor.getByRole("link", { name: "Read: Mood Tracking Guide" })).toBeFocused();
});

test("an article can be liked and shared by keyboard", async ({ visitor }) => {
  await visit(visitor, "/story/mood-tracking-guide");
  await visitor.getByRole("list", { name: "Tags" }).getByRole("link").last().focus();
  const names: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    await visitor.keyboard.press("Tab");
    names.push(await visitor.locator(":focus").innerText());
    const ring = await visitor.locator(":focus").evaluate((element) => getComputedStyle(element).outline);
    expect(ring, "a focus ring one can see").toContain("solid 2px");
  }
  expect(names).toEqual([expect.stringMatching(/^Like this article/), "Facebook", "Twitter", "LinkedIn", "Copy Link"]);
});

test("the menu of small screens opens, closes and returns the focus", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 320, height: 640 });
  await visit(visitor, "/");
  const summary = visitor.getByRole("banner").locator("summary");
  const menu = visitor.getByRole("navigation", { name: "Menu" });
  await summary.focus();
  await visitor.keyboard.press("Enter");
  await expect(menu.getByRole("link")).toHaveText(["Home", "Categories", "About"]);
  await visitor.keyboard.press("Tab");
  await expect(visitor.locator("#menu-search")).toBeFocused();
  await visitor.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(summary).toBeFocused();

  await visitor.keyboard.press("Enter");
  await menu.getByRole("link", { name: "About" }).focus();
  await visitor.keyboard.press("Enter");
  await expect(visitor).toHaveURL("/about");
  await expect(menu).toBeHidden();
  await expect(visitor.getByRole("heading", { level: 1 })).toBeFocused();
});

test("readers who prefer reduced motion get no motion", async ({ visitor }) => {
  const moving = () => visitor.evaluate(() => document.getAnimations().length);
  await visitor.emulateMedia({ reducedMotion: "reduce" });
  await visit(visitor, "/");
  await visitor.getByRole("link", { name: "Read: Mood Tracking Guide" }).hover();
  expect(await moving()).toBe(0);
  await visitor.getByRole("link", { name: "Read: Mood Tracking Guide" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toContainText("Mood Tracking Guide");
  expect(await moving()).toBe(0);
});
