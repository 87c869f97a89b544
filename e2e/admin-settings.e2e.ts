import type { Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { openSettings, reset, save, saved, sees, store } from "./settings-site.ts";
import { expect, expectAccessible } from "./visitor.ts";

test.describe.configure({ mode: "serial" });

const main = (page: Page) => page.getByRole("main");
/** What readers see on Home, in a separate browser. */
const readersSee = (reader: Page, text: string) =>
  sees(reader, "/", (within) => expect(reader.locator("body")).toContainText(text, within));

test("a setting is saved, applies to readers at once, and goes back to its default", async ({ visitor, newBrowser }) => {
  const reader = await newBrowser();
  await openSettings(visitor);
  await expect(visitor).toHaveTitle(/^Settings · /);
  await expect(save(visitor)).toBeDisabled();
  await expect(reset(visitor)).toBeDisabled();

  await visitor.getByLabel("Site name").fill("Wren");
  await expect(save(visitor)).toBeEnabled();
  await visitor.getByLabel("Hero title").fill("Larks, mostly.");
  const answered = Promise.withResolvers<void>();
  await visitor.route("**/api/admin/settings", async (route) => {
    if (route.request().method() === "PUT") await answered.promise;
    await route.continue();
  });
  await save(visitor).click();
  await expect(visitor.getByRole("button", { name: "Saving..." })).toBeVisible();
  answered.resolve();
  await expect(saved(visitor)).toBeVisible();
  await expect(save(visitor)).toBeDisabled();
  await expect(save(visitor)).toBeFocused();
  await expect(visitor).toHaveTitle(/^Settings · Wren$/);
  await readersSee(reader, "Larks, mostly.");
  await expect(reader.getByRole("banner")).toContainText("Wren");

  await reset(visitor).click();
  await visitor.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await expect(visitor.getByLabel("Site name")).toHaveValue("Skylark");
  await expect(reset(visitor)).toBeDisabled();
  await expect(reset(visitor)).toBeFocused();
  await readersSee(reader, "Larks, mostly.");
  await store(visitor);
  await readersSee(reader, "Ideas that soar beyond limits.");
});

test("a setting that depends on another one is disabled without it", async ({ visitor }) => {
  await openSettings(visitor);
  for (const [needed, needy] of [
    ["Allow comments", "Moderate comments"],
    ["Allow registration", "Require email verification"],
  ] as const) {
    const dependent = visitor.getByRole("switch", { name: needy });
    await expect(dependent).toBeEnabled();
    await visitor.getByRole("switch", { name: needed }).press("Space");
    await expect(dependent).toBeDisabled();
    await expect(dependent).toBeChecked();
    await visitor.getByRole("switch", { name: needed }).press("Space");
    await expect(dependent).toBeEnabled();
  }
  await expect(save(visitor)).toBeDisabled();
});

test("an invalid value is reported at its field, and nothing typed is lost", async ({ visitor }) => {
  visitor.forgive("500");
  await openSettings(visitor);
  const perPage = visitor.getByLabel("Posts per page");
  await perPage.fill("51");
  await visitor.getByLabel("Site URL").fill("https://blog.example/path");
  await save(visitor).click();
  await expect(visitor.getByText("Posts per page must be a whole number from 1 to 50")).toBeVisible();
  await expect(visitor.getByText("Site URL must be an address such as https://blog.example, without a path")).toBeVisible();
  await expect(visitor.getByLabel("Site URL")).toBeFocused();
  await visitor.getByLabel("Site URL").fill("");
  await perPage.fill("12");
  await expect(visitor.getByText("Posts per page must be")).toBeHidden();

  await visitor.route("**/api/admin/settings", (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status: 500, body: "" }) : route.continue(),
  );
  await save(visitor).click();
  await expect(visitor.getByText("Failed to save settings. Please try again.")).toBeVisible();
  await expect(perPage).toHaveValue("12");
  await visitor.unroute("**/api/admin/settings");
  await store(visitor);
});

test("the listing shows six until a number was saved, even if it is the one shown", async ({ visitor, newBrowser }) => {
  await openSettings(visitor);
  if (await reset(visitor).isEnabled()) {
    await reset(visitor).click();
    await visitor.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
    await store(visitor);
  }
  const reader = await newBrowser();
  const listed = (count: number) =>
    sees(reader, "/view-all", (within) => expect(main(reader).getByRole("article")).toHaveCount(count, within));
  await listed(6);
  await expect(visitor.getByText("The listing shows 6 until a number is saved here.")).toBeVisible();
  await visitor.getByRole("button", { name: "Show 10 in the listing" }).click();
  await store(visitor);
  await listed(10);
});

test("two admins: a late save keeps both, and asks only about fields that both have changed", async ({ visitor, newBrowser }) => {
  visitor.forgive("409");
  const other = await newBrowser();
  await openSettings(visitor);
  await openSettings(other);
  await other.getByLabel("Site description").fill("Red breasts, clear voices.");
  await store(other);

  await visitor.getByLabel("Default author").fill("The robins");
  await save(visitor).click();
  await expect(saved(visitor)).toBeVisible();
  await expect(visitor.getByText("Changes made elsewhere are kept: Site description.")).toBeVisible();
  await expect(visitor.getByRole("dialog")).toHaveCount(0);
  await expect(visitor.getByLabel("Site description")).toHaveValue("Red breasts, clear voices.");
  await expect(visitor.getByText("All changes saved")).toBeVisible();

  await other.getByLabel("Site name").fill("Robin");
  await other.getByLabel("Footer text").fill("Sung at dawn.");
  await save(other).click();
  await expect(other.getByText("Changes made elsewhere are kept: Default author.")).toBeVisible();
  await visitor.getByLabel("Site name").fill("Wren");
  await visitor.getByLabel("Default author").fill("The wrens");
  await save(visitor).click();
  const dialog = visitor.getByRole("dialog");
  await expect(dialog).toContainText("These settings were changed elsewhere");
  await expect(dialog.getByRole("group")).toHaveCount(1);
  const name = dialog.getByRole("group", { name: "Site name" });
  await expect(name).toContainText("Wren");
  await expect(name).toContainText("Robin");
  await expect(name.getByRole("radio", { name: /Yours/ })).toBeChecked();
  await expect(dialog).toContainText("Changes made elsewhere are kept: Footer text.");
  await expectAccessible(visitor, "the two versions side by side");
  await name.getByRole("radio", { name: /Saved elsewhere/ }).check();
  // The other admin saves once more, and not what was asked about.
  await other.getByLabel("Footer text").fill("Sung at noon.");
  await store(other);
  const read = Promise.withResolvers<void>();
  await visitor.route("**/api/admin/settings", async (route) => {
    if (route.request().method() === "GET") await read.promise;
    await route.continue();
  });
  const reads = visitor.waitForRequest((one) => one.method() === "GET" && one.url().endsWith("/api/admin/settings"));
  await dialog.getByRole("button", { name: "Save my choices" }).click();
  await reads;
  // No second save begins while both forms are being merged.
  await expect(visitor.getByRole("button", { name: "Saving..." })).toBeVisible();
  read.resolve();
  await expect(visitor.getByText("All changes saved")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await visitor.reload();
  for (const [label, value] of [
    ["Site name", "Robin"],
    ["Site description", "Red breasts, clear voices."],
    ["Footer text", "Sung at noon."],
    ["Default author", "The wrens"],
  ] as const) {
    await expect(visitor.getByLabel(label)).toHaveValue(value);
  }
});

test("what is typed while the settings are being saved stays, as an unsaved change", async ({ visitor }) => {
  await openSettings(visitor);
  const answered = Promise.withResolvers<void>();
  await visitor.route("**/api/admin/settings", async (route) => {
    if (route.request().method() === "PUT") await answered.promise;
    await route.continue();
  });
  await visitor.getByLabel("Default author").fill("The larks");
  await save(visitor).click();
  await expect(visitor.getByRole("button", { name: "Saving..." })).toBeVisible();
  await visitor.getByLabel("Site description").fill("Typed while it was saved.");
  answered.resolve();
  await expect(saved(visitor)).toBeVisible();
  await expect(visitor.getByText("Unsaved changes")).toBeVisible();
  await expect(visitor.getByLabel("Site description")).toHaveValue("Typed while it was saved.");
  await store(visitor);
  await visitor.reload();
  await expect(visitor.getByLabel("Site description")).toHaveValue("Typed while it was saved.");
  await expect(visitor.getByLabel("Default author")).toHaveValue("The larks");
});

test("leaving asks first, and a closed tab loses nothing", async ({ visitor, context }) => {
  await openSettings(visitor);
  await visitor.getByLabel("Footer text").fill("A blog about birds.");
  await visitor.getByRole("navigation").getByRole("link", { name: "Dashboard" }).click();
  await expect(visitor.getByRole("dialog")).toBeVisible();
  await visitor.keyboard.press("Escape");
  await expect(visitor).toHaveURL("/admin/settings");
  const kept = () => visitor.evaluate(() => JSON.stringify(localStorage).includes("A blog about birds."));
  await expect.poll(kept).toBe(true);
  await visitor.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await again.goto("/admin/settings");
  await again.getByRole("button", { name: "Restore" }).click();
  await expect(again.getByLabel("Footer text")).toHaveValue("A blog about birds.");
  await store(again);
  await again.reload();
  await expect(again.getByLabel("Footer text")).toHaveValue("A blog about birds.");
  await expect(again.getByRole("button", { name: "Restore" })).toBeHidden();
});

test("the timezone says what a change does to past days", async ({ visitor }) => {
  await openSettings(visitor);
  await expect(visitor.getByLabel("Timezone")).toHaveAccessibleDescription(
    /past visitors can differ by a few percent\. Searches and missing pages stay on their old days\.$/,
  );
});

test("sections are listed beside the form, and the one that is read is marked", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await openSettings(visitor);
  const list = visitor.getByRole("navigation", { name: "Sections" });
  const current = list.locator('[aria-current="true"]');
  await expect(current).toHaveText("General");
  await list.getByRole("button", { name: "Appearance" }).click();
  await expect(current).toHaveText("Appearance");
  await expect(visitor.getByRole("heading", { name: "Appearance" })).toBeInViewport();
  await list.getByRole("button", { name: "General" }).click();
  await expect(current).toHaveText("General");
  const width = async () => (await visitor.locator(".settings-form").boundingBox())?.width ?? 0;
  await expect.poll(async () => Math.round(await width())).toBe(640);
});

test("the screen is accessible: axe, both themes, 320 px", async ({ visitor }) => {
  await openSettings(visitor);
  for (const colorScheme of ["light", "dark"] as const) {
    await visitor.emulateMedia({ colorScheme });
    for (const width of [1280, 320]) {
      await visitor.setViewportSize({ width, height: 800 });
      await expectAccessible(visitor, `settings, ${colorScheme}, ${width} px wide`);
      const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(hidden, "px that one would have to scroll sideways for").toBe(0);
    }
  }
});

test("the demo content is removed in one confirmed step", async ({ visitor, newBrowser }) => {
  await openSettings(visitor);
  const button = main(visitor).getByRole("button", { name: "Remove demo content" });
  await button.click();
  const dialog = visitor.getByRole("dialog");
  await expect(dialog).toContainText(
    /This removes 14 articles, \d+ comments?, \d+ users?, \d+ likes, [\d,]+ views, [\d,]+ visits and \d+ tags/,
  );
  await expect(dialog).toContainText("This action cannot be undone.");
  await visitor.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await dialog.getByRole("button", { name: "Remove demo content" }).click();
  await expect(visitor.getByText("Demo content removed")).toBeVisible();
  await expect(visitor.getByText("There is no demo content. Everything here is yours.")).toBeVisible();
  await expect(visitor.getByLabel("Button article")).toHaveValue("");
  const reader = await newBrowser();
  await sees(reader, "/view-all", (within) => expect(reader.getByText("No articles found")).toBeVisible(within));
});
