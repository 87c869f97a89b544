import type { Page } from "@playwright/test";
import { signInAsAdmin } from "./admin-writer.ts";
import { expect } from "./visitor.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const save = (page: Page) => button(page, "Save");
export const reset = (page: Page) => button(page, "Reset");
// A save right after another has its own toast next to the first.
export const saved = (page: Page) => page.getByText("Settings saved").first();

/** Signs the owner in and opens the settings. */
export async function openSettings(page: Page): Promise<void> {
  await signInAsAdmin(page, "/admin/settings");
  await expect(page.getByLabel("Site name")).toBeVisible();
}

/** Opens another place of the settings, or the texts of a page, as the signed-in owner. */
export async function openPlace(page: Page, address: string): Promise<void> {
  await page.goto(`/admin/${address}`);
  await expect(reset(page)).toBeVisible();
}

/** Saves the form, and waits until it is stored. */
export async function store(page: Page): Promise<void> {
  // The toast of an earlier save may still be there.
  const stored = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.url().endsWith("/settings"));
  await save(page).click();
  expect((await stored).status()).toBe(200);
  await expect(saved(page)).toBeVisible();
  await expect(save(page)).toBeDisabled();
}

/** Opens a URL until it shows what it should: a change is announced to the site a moment after it was stored. */
export async function sees(reader: Page, address: string, look: (within: { timeout: number }) => Promise<void>): Promise<void> {
  await expect(async () => {
    await reader.goto(address);
    await look({ timeout: 5000 });
  }).toPass();
}
