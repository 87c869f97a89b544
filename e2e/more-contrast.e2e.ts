// slow: app/browser/ app/pages/ app/ui/

import type { Locator, Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { signInAsAdmin } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

const PUBLIC = [
  "/",
  "/story/mood-tracking-guide",
  "/view-all",
  "/view-all?search=kettle",
  "/about",
  "/privacy/storage",
  "/account",
];
const OFFICE = [
  ...["dashboard", "analytics", "blog-analytics", "posts", "posts/create", "pages", "calendar", "categories", "tags", "media"],
  ...["redirects", "trash", "users", "comments", "settings", "appearance", "navigation", "words", "backups", "outbox", "audit"],
];

/** Expects no sideways scrolling on a phone of 320 px, nor in a window of 1440 × 900 px at a zoom of 200 %. */
async function expectNothingBeside(page: Page, address: string): Promise<void> {
  for (const [width, height] of [
    [320, 640],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height });
    const hidden = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(hidden, `px to scroll sideways for on ${address} at ${width}`).toBe(0);
  }
}

const outlineOf = (element: Locator) =>
  element.evaluate((node) => `${getComputedStyle(node).outlineStyle} ${getComputedStyle(node).outlineWidth}`);

/** The contrast of a text with white, by the formula of WCAG 2. */
const contrastOnWhite = (text: Locator) =>
  text.evaluate((node) => {
    const context = document.createElement("canvas").getContext("2d");
    if (!context) return 0;
    context.fillStyle = getComputedStyle(node).color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
  });

test("with forced colors, every screen fits, and states and the focus have a frame", async ({ visitor }) => {
  test.slow();
  // The screens take turns in the two themes; what differs between them is checked in both below.
  const force = (colorScheme: "light" | "dark") =>
    visitor.emulateMedia({ forcedColors: "active", reducedMotion: "reduce", colorScheme });
  for (const [index, address] of PUBLIC.entries()) {
    await force(index % 2 === 0 ? "dark" : "light");
    await visit(visitor, address);
    await expectNothingBeside(visitor, address);
  }
  await visitor.setViewportSize({ width: 1280, height: 800 });
  await visit(visitor, "/view-all");
  const theme = visitor.getByRole("group", { name: "Theme" }).first();
  for (const colorScheme of ["light", "dark"] as const) {
    await force(colorScheme);
    await expect.poll(() => outlineOf(theme.getByRole("button", { name: "Auto" })), colorScheme).toBe("solid 2px");
    await expect.poll(() => outlineOf(theme.getByRole("button", { name: "Dark" })), colorScheme).toMatch(/^none/);
  }
  await visitor.keyboard.press("Tab");
  await expect.poll(() => outlineOf(visitor.locator(":focus"))).toBe("solid 2px");

  await signInAsAdmin(visitor, "/admin/posts");
  const entry = visitor.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: "Posts" });
  await expect.poll(() => outlineOf(entry)).toBe("solid 2px");
  // The current entry that has the focus differs from both.
  await entry.focus();
  await visitor.keyboard.press("Tab");
  await visitor.keyboard.press("Shift+Tab");
  await expect.poll(() => outlineOf(entry)).toBe("double 3px");
  for (const [index, screen] of OFFICE.entries()) {
    await force(index % 2 === 0 ? "dark" : "light");
    await visit(visitor, `/admin/${screen}`);
    await expect(visitor.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expectNothingBeside(visitor, screen);
  }
});

test("readers who ask for more contrast get darker notes and a thicker focus", async ({ visitor }) => {
  await visitor.emulateMedia({ colorScheme: "light", contrast: "more" });
  await visit(visitor, "/view-all");
  const date = visitor.getByRole("main").locator("time").first();
  await expect.poll(() => contrastOnWhite(date)).toBeGreaterThan(10);
  const strong = await contrastOnWhite(date);
  await visitor.keyboard.press("Tab");
  await expect.poll(() => outlineOf(visitor.locator(":focus"))).toBe("solid 3px");
  await visitor.emulateMedia({ colorScheme: "light", contrast: "no-preference" });
  await expect.poll(() => contrastOnWhite(date)).toBeLessThan(strong);
});
