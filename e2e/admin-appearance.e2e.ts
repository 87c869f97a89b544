import type { Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { signInAsAdmin } from "./admin-writer.ts";
import { sees } from "./settings-site.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const frame = (page: Page) => page.frameLocator('iframe[title="Preview"]');
/** The value of a token where the page is shown. */
const tokenIn = (page: Page, token: string) =>
  page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), token);

async function open(page: Page): Promise<void> {
  await signInAsAdmin(page, "/admin/appearance");
  await expect(page.getByRole("group", { name: "Accent" })).toBeVisible();
}

test("an owner brands the site in a few steps, sees it before readers do, and takes it back", async ({ visitor, newBrowser }) => {
  const reader = await newBrowser();
  await open(visitor);
  await expect(visitor).toHaveTitle(/^Appearance · /);
  await expect(save(visitor)).toBeDisabled();
  await expectAccessible(visitor, "appearance");

  // Each line is one interaction.
  await visitor.getByRole("button", { name: "Accent: Pine" }).click();
  await visitor.getByRole("button", { name: "Paper: White" }).click();
  await visitor.getByRole("radio", { name: /^Lora and Figtree/ }).check();
  await visitor.getByRole("radio", { name: /^Wide/ }).check();
  await visitor.getByRole("radio", { name: /^Framed/ }).check();
  await visitor.getByRole("group", { name: "Sign" }).getByRole("radio", { name: /^None/ }).check();
  await visitor.getByRole("group", { name: "Top of Home" }).getByRole("radio", { name: /^None/ }).check();
  const preview = visitor.getByRole("region", { name: "Preview" });
  await preview.getByRole("button", { name: "Phone" }).click();
  await preview.getByRole("button", { name: "Dark" }).click();
  await preview.getByRole("button", { name: "Article", exact: true }).click();

  const root = frame(visitor).locator("html");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect.poll(() => root.evaluate((html) => getComputedStyle(html).getPropertyValue("--serif"))).toMatch(/^Lora/);
  await expect(frame(visitor).getByRole("heading", { level: 1 })).toBeVisible();
  await expect(visitor.getByText("Not public yet")).toBeVisible();
  await visit(reader, "/");
  expect(await tokenIn(reader, "--serif")).toMatch(/^Newsreader/);

  await save(visitor).click();
  await expect(visitor.getByText("Look saved")).toBeVisible();
  await sees(reader, "/story/mood-tracking-guide", async () => {
    expect(await tokenIn(reader, "--serif")).toMatch(/^Lora/);
  });
  expect(await tokenIn(reader, "--dawn")).toContain("006b5b");
  expect(await reader.locator(".story").evaluate((story) => getComputedStyle(story).getPropertyValue("--measure"))).toBe("47rem");
  await expectAccessible(reader, "an article in another look");
  await expect(reader.getByRole("banner").locator(".brand-mark")).toBeHidden();
  // Only the fonts of the look are loaded.
  const fonts = await reader.locator('meta[name="later"]').getAttribute("content");
  expect(fonts).toMatch(/lora-latin/);
  expect(fonts).not.toMatch(/newsreader|inter-/);

  await visitor.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(visitor.getByRole("radio", { name: /^Newsreader and Inter/ })).toBeChecked();
  await sees(reader, "/", async () => expect(await tokenIn(reader, "--serif")).toMatch(/^Newsreader/));
  await visitor
    .getByRole("button", { name: /^Try again/ })
    .first()
    .click();
  await expect(visitor.getByRole("radio", { name: /^Lora and Figtree/ })).toBeChecked();
  await visitor.getByRole("button", { name: "Reset" }).click();
  await expect(save(visitor)).toBeDisabled();
});
