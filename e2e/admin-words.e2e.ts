// slow: app/browser/ app/domain/settings/ app/domain/words/ app/http/api/admin/ app/http/pages/ app/pages/admin/ app/texts/

import type { Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { expectFine, signInAsAdmin, toast } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

const chips = (page: Page) => page.getByRole("group", { name: "Which texts" });
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const saveButton = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const search = (page: Page) => page.getByRole("main").getByRole("searchbox", { name: "Search texts" });

test("an owner translates texts, is told what can't be used, and sees them before they are saved", async ({ visitor }) => {
  visitor.forgive("400");
  await signInAsAdmin(visitor, "/admin/words?language=nl");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Words of the site");
  await expect(visitor.getByRole("combobox", { name: "Language" })).toHaveValue("nl");
  await expect(visitor.getByText(/^0 of \d+ translated$/)).toBeVisible();
  await expectFine(visitor, "words of a language that doesn't ship");

  await part(visitor, "Header and footer").getByLabel("Login", { exact: true }).fill("Inloggen");
  await expect(visitor.getByText("One text isn’t saved")).toBeVisible();
  const preview = visitor.frameLocator('iframe[title="Preview"]');
  await expect(preview.locator("html")).toHaveAttribute("lang", "nl");
  await expect(preview.getByRole("banner").getByRole("link", { name: "Inloggen" }).first()).toBeAttached();

  await search(visitor).fill("likes");
  const lists = part(visitor, "Lists of articles");
  await expect(lists.getByLabel("one: {count} like", { exact: true })).toBeVisible();
  await lists.getByLabel("other: {count} likes", { exact: true }).fill("veel likes");
  await search(visitor).fill("sign up");
  await expect(lists).toBeHidden();
  await saveButton(visitor).click();
  // The refused text is shown, though the search hid it, and keeps what was typed.
  const refused = lists.getByLabel("other: {count} likes", { exact: true });
  await expect(refused).toBeFocused();
  await expect(refused).toHaveValue("veel likes");
  await expect(visitor.getByText("Text must contain {count}, as the English text does")).toBeVisible();
  await expect(chips(visitor).getByRole("button", { name: /^Not saved/ })).toHaveAttribute("aria-pressed", "true");
  await expectFine(visitor, "words with a mistake");
  await refused.fill("{count} vind-ik-leuks");
  await saveButton(visitor).click();
  await expect(toast(visitor, "Words saved")).toBeVisible();
  await expect(visitor.getByText("All changes saved")).toBeVisible();
  await chips(visitor)
    .getByRole("button", { name: /^Changed/ })
    .click();
  await expect(visitor.getByText(/^1 of \d+ translated$/)).toBeVisible();
  await expect(part(visitor, "Header and footer").getByLabel("Login", { exact: true })).toHaveValue("Inloggen");
});

test("a text that ships has an original to go back to, and readers see English as it was changed", async ({
  visitor,
  newBrowser,
}) => {
  await signInAsAdmin(visitor, "/admin/words?language=de");
  const login = part(visitor, "Header and footer").getByLabel("Login", { exact: true });
  await expect(login).toHaveValue("Anmelden");
  await login.fill("Einloggen");
  await visitor.getByRole("combobox", { name: "Language" }).selectOption("fr");
  await visitor.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
  await expect(login).toHaveValue("Einloggen");
  await visitor.getByRole("button", { name: "Restore the original of Login" }).click();
  await expect(login).toHaveValue("Anmelden");
  await expect(visitor.getByText("All changes saved")).toBeVisible();

  // English itself, as readers see it: the server and the browser write the same.
  await visitor.getByRole("combobox", { name: "Language" }).selectOption("en");
  await expect(login).toHaveValue("Login");
  await part(visitor, "Header and footer").getByLabel("About", { exact: true }).fill("Who we are");
  await saveButton(visitor).click();
  await expect(visitor.getByText("All changes saved")).toBeVisible();
  const reader = await newBrowser();
  await expect(async () => {
    await visit(reader, "/");
    const links = reader.getByRole("navigation", { name: "Main" }).getByRole("link");
    await expect(links).toHaveText(["Home", "Categories", "Who we are"], { timeout: 5000 });
  }).toPass();
  await reader.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Categories" }).click();
  await expect(reader).toHaveURL("/view-all");
  await expect(reader.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Who we are" })).toBeVisible();
});

test("the screen is used on a phone, and the command menu finds it", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(visitor, "/admin/words?language=ar");
  await expect(visitor.getByRole("combobox", { name: "Language" })).toHaveValue("ar");
  await search(visitor).fill("min read");
  for (const form of ["zero", "one", "two", "few", "many", "other"])
    await expect(visitor.getByLabel(new RegExp(`^${form}: \\{count\\} min read`)).first()).toBeVisible();
  const width = () => visitor.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(390);
  await expectFine(visitor, "words on a phone");
  await visitor.setViewportSize({ width: 1440, height: 900 });
  for (const word of ["translation", "texts", "words"]) {
    await visitor.keyboard.press("ControlOrMeta+k");
    const menu = visitor.getByRole("dialog");
    await menu.getByRole("combobox").fill(word);
    await expect(menu.getByRole("option", { name: "Words" }).first()).toBeVisible();
    await visitor.keyboard.press("Escape");
  }
});
