import type { Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { paper, signInAsAdmin } from "./admin-writer.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

type Opener = (page: Page) => Promise<void>;

const press =
  (name: string | RegExp): Opener =>
  (page) =>
    page.getByRole("main").getByRole("button", { name }).first().click();
const choose =
  (menu: RegExp, name: string): Opener =>
  async (page) => {
    await page.getByRole("button", { name: menu }).last().click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
const keys =
  (key: string): Opener =>
  async (page) => {
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press(key);
  };
const insert =
  (word: string): Opener =>
  async (page) => {
    await paper(page).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(`/${word}`);
    await page.keyboard.press("Enter");
  };
const link: Opener = async (page) => {
  await paper(page).click();
  await page.keyboard.type("lark");
  await page.keyboard.press("Control+k");
};

/** Every kind of dialog that a click or a key opens on a screen. Those of the media library and of conflicts are in their own journeys. */
const DIALOGS: [screen: string, openers: Opener[]][] = [
  ["posts", [press("Featured order"), press(/^Delete /), keys("Control+k"), keys("?")]],
  ["categories", [press("Create category"), press(/^Edit /), press(/^Delete /)]],
  ["tags", [choose(/^Actions for /, "Rename"), choose(/^Actions for /, "Merge into another"), choose(/^Actions for /, "Delete")]],
  ["users", [press("Add New User"), choose(/^Actions for /, "Edit name and bio"), choose(/^Actions for /, "Delete")]],
  ["comments", [choose(/^Actions for /, "Delete")]],
  ["redirects", [press("Add redirect")]],
  ["analytics/traffic?view=rules", [press("Add rule")]],
  ["calendar", [press(/^Schedule a post/)]],
  [
    "posts/create",
    [insert("embed"), insert("audio"), insert("video"), insert("file"), insert("bookmark"), insert("image"), link],
  ],
];

/** One theme at each width: colors don't depend on the width, nor the rest on the theme. */
const VIEWS = [
  { size: { width: 1440, height: 900 }, colorScheme: "light" },
  { size: { width: 390, height: 844 }, colorScheme: "dark" },
] as const;

/** Checks the open dialog, and that it fits. */
async function expectFineDialog(page: Page, screen: string): Promise<void> {
  const dialog = page.locator("dialog[open]");
  await expect(dialog).toHaveCount(1);
  const name = `${screen}: ${await dialog.evaluate((one) => one.getAttribute("aria-label") ?? one.querySelector("h2")?.textContent)}`;
  for (const { size, colorScheme } of VIEWS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `${name}, ${size.width} px, ${colorScheme}`, [], "dialog[open]");
    expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth), `${name}, px outside`).toBe(0);
  }
  await page.setViewportSize(VIEWS[0].size);
  await page.emulateMedia({ colorScheme: "light" });
}

test("every dialog is accessible on a desktop, and on a phone in the dark", async ({ visitor }) => {
  test.slow();
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await signInAsAdmin(visitor, "/admin/dashboard");
  for (const [screen, openers] of DIALOGS) {
    await visit(visitor, `/admin/${screen}`);
    await expect(visitor.getByRole("heading", { level: 1 }).first()).toBeVisible();
    for (const open of openers) {
      await open(visitor);
      await expectFineDialog(visitor, screen);
      await visitor.keyboard.press("Escape");
      await expect(visitor.locator("dialog[open]")).toHaveCount(0);
    }
  }
});
