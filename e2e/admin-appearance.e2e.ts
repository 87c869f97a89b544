// slow: app/browser/ app/domain/appearance/ app/domain/categories/ app/domain/navigation/ app/domain/posts/ app/domain/settings/
// slow: app/http/api/admin/ app/http/pages/ app/pages/admin/ app/pages/public/ app/ui/

import type { Page } from "@playwright/test";
import sharp from "sharp";
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

  // Each line is one interaction. A ready look fills in the form, and can be changed.
  const harbor = visitor.getByRole("button", { name: /^Harbor/ });
  await harbor.click();
  await expect(harbor).toHaveAttribute("aria-pressed", "true");
  await expect(visitor.getByRole("radio", { name: /^Bitter and Inter/ })).toBeChecked();
  await expect(visitor.getByRole("radio", { name: /^Framed/ })).toBeChecked();
  await visitor.getByRole("button", { name: "Accent: Pine" }).click();
  await visitor.getByRole("button", { name: "Paper: White" }).click();
  await visitor.getByRole("radio", { name: /^Lora and Figtree/ }).check();
  await visitor.getByRole("radio", { name: /^Wide/ }).check();
  await expect(harbor).toHaveAttribute("aria-pressed", "false");
  await expect(
    visitor.getByRole("group", { name: "Logo in the header" }).getByRole("radio", { name: /^Name only/ }),
  ).toBeChecked();
  await visitor.getByRole("group", { name: "Home header" }).getByRole("radio", { name: /^None/ }).check();
  const preview = visitor.getByRole("region", { name: "Preview" });
  await preview.getByRole("button", { name: "Phone" }).click();
  await preview.getByRole("button", { name: "Dark" }).click();
  await preview.getByRole("button", { name: "Article", exact: true }).click();

  const root = frame(visitor).locator("html");
  await expect(root).toHaveAttribute("data-theme", "dark");
  // While the frame loads the page in the next look, there is nothing to ask.
  const serif = () => root.evaluate((html) => getComputedStyle(html).getPropertyValue("--serif")).catch(() => "");
  await expect.poll(serif).toMatch(/^Lora/);
  await expect(frame(visitor).getByRole("heading", { level: 1 })).toBeVisible();
  await expect(visitor.getByText("Not public yet")).toBeVisible();
  await visit(reader, "/");
  expect(await tokenIn(reader, "--serif")).toMatch(/^Newsreader/);

  await save(visitor).click();
  await expect(visitor.getByText("Look saved")).toBeVisible();
  const undo = visitor.getByRole("button", { name: "Undo", exact: true });
  // The toast stays as long as its button has the focus.
  await undo.focus();
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

  await undo.click();
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

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 60"><circle cx="30" cy="30" r="24" fill="#b02a63"/><rect x="70" y="18" width="150" height="24" rx="6" fill="#b02a63"/></svg>`;
const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

test("an owner's logo, icon and picture of Home are in the preview first, then public, and undo takes them back", async ({
  visitor,
  newBrowser,
}) => {
  // The refused icon.
  visitor.forgive("400");
  const reader = await newBrowser();
  await open(visitor);
  const group = (name: string) => visitor.getByRole("group", { name, exact: true });
  await group("Logo in the header").getByRole("radio", { name: "Your logo In place of the name" }).check();
  // A ready look leaves it.
  await visitor.getByRole("button", { name: /^Dawn/ }).click();
  await expect(group("Logo in the header").getByRole("radio", { name: "Your logo In place of the name" })).toBeChecked();
  await expect(visitor.getByText("An image is missing.")).toBeVisible();
  await expect(save(visitor)).toBeDisabled();
  await group("Logo")
    .locator("input")
    .setInputFiles(file("logo.svg", "image/svg+xml", Buffer.from(LOGO)));
  await expect(group("Logo").getByRole("img", { name: "Logo" })).toBeVisible();
  await group("Icon")
    .locator("input")
    .setInputFiles(file("tiny.png", "image/png", await sharp(Buffer.from(LOGO)).resize(90, 90).png().toBuffer()));
  await expect(group("Icon").getByRole("alert")).toHaveText(/must be at least 180 × 180 pixels/);
  await group("Icon")
    .locator("input")
    .setInputFiles(file("icon.svg", "image/svg+xml", Buffer.from(LOGO)));
  await expect(group("Icon").getByRole("img", { name: "Icon" })).toBeVisible();
  await group("Home header")
    .getByRole("radio", { name: /^Your image/ })
    .check();
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#7aa6d8" } })
    .jpeg()
    .toBuffer();
  await group("Home image")
    .locator("input[type=file]")
    .setInputFiles(file("hero.jpg", "image/jpeg", photo));

  const shown = frame(visitor);
  await expect(shown.getByRole("banner").getByRole("img")).toBeVisible();
  await expect(shown.locator(".hero-picture img")).toBeVisible();
  await expectAccessible(visitor, "appearance with files");
  await visit(reader, "/");
  await expect(reader.getByRole("banner").locator(".brand-mark")).toBeVisible();
  await expect(reader.locator(".hero-picture")).toHaveCount(0);

  await save(visitor).click();
  await expect(visitor.getByText("Look saved")).toBeVisible();
  const undo = visitor.getByRole("button", { name: "Undo", exact: true });
  // The toast stays as long as its button has the focus.
  await undo.focus();
  await sees(reader, "/", () => expect(reader.locator(".hero-picture img")).toBeVisible());
  const logo = reader.getByRole("banner").locator("img.logo");
  await expect(logo).toBeVisible();
  await expect(logo).not.toHaveJSProperty("naturalWidth", 0);
  await expect(reader.locator('link[rel="apple-touch-icon"]')).toHaveAttribute("href", /^\/brand\//);
  await expectAccessible(reader, "Home with a logo and a picture");

  await undo.click();
  await expect(group("Logo in the header").getByRole("radio", { name: /^Skylark’s bird/ })).toBeChecked();
  await sees(reader, "/", () => expect(reader.locator(".hero-picture")).toHaveCount(0));
});

test("a pair of colors that can't be read can't be saved, and the offered color can", async ({ visitor }) => {
  await open(visitor);
  await visitor.getByLabel("Accent in the light theme").fill("#ffd400");
  await expect(visitor.getByText(/^In the light theme, .* Text needs 4\.5 : 1\.$/)).toBeVisible();
  await expect(save(visitor)).toBeDisabled();
  const offer = visitor.getByRole("button", { name: /^Use #[0-9a-f]{6} instead$/ });
  const offered = /#[0-9a-f]{6}/.exec((await offer.textContent()) ?? "")?.[0] ?? "";
  await offer.click();
  await expect(visitor.getByLabel("Accent in the light theme")).toHaveValue(offered);
  await save(visitor).click();
  await expect(visitor.getByText("Look saved")).toBeVisible();
  await visitor.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(visitor.getByLabel("Accent in the light theme")).not.toHaveValue(offered);
});

test("Undo takes back what was saved, and keeps what was chosen since", async ({ visitor }) => {
  await open(visitor);
  const own = visitor.getByRole("radio", { name: /^Newsreader and Inter/ });
  await expect(own).toBeChecked();
  await visitor.getByRole("radio", { name: /^Lora and Figtree/ }).check();
  await save(visitor).click();
  await expect(visitor.getByText("Look saved")).toBeVisible();
  await visitor.getByLabel("Accent in the light theme").fill("#006b5b");
  await visitor.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(own).toBeChecked();
  await expect(visitor.getByLabel("Accent in the light theme")).toHaveValue("#006b5b");
  await expect(save(visitor)).toBeEnabled();
});
