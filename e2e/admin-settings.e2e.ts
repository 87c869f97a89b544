import type { Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { openPlace, openSettings, reset, save, saved, sees, store } from "./settings-site.ts";
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
  await visitor.getByLabel("Site description").fill("Larks, mostly.");
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
  await readersSee(reader, "Short articles on living, working and thinking well.");
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
  await expect(visitor.getByText("Site URL must look like https://blog.example, without a path")).toBeVisible();
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

  await visitor.getByLabel("Admin email").fill("robins@skylark.example");
  await save(visitor).click();
  await expect(saved(visitor)).toBeVisible();
  await expect(visitor.getByText("Changes made elsewhere are kept: Site description.")).toBeVisible();
  await expect(visitor.getByRole("dialog")).toHaveCount(0);
  await expect(visitor.getByLabel("Site description")).toHaveValue("Red breasts, clear voices.");
  await expect(visitor.getByText("All changes saved")).toBeVisible();

  await other.getByLabel("Site name").fill("Robin");
  await other.getByLabel("Max upload size (MB)").fill("7");
  await save(other).click();
  await expect(other.getByText("Changes made elsewhere are kept: Admin email.")).toBeVisible();
  await visitor.getByLabel("Site name").fill("Wren");
  await visitor.getByLabel("Admin email").fill("wrens@skylark.example");
  await save(visitor).click();
  const dialog = visitor.getByRole("dialog");
  await expect(dialog).toContainText("These settings were changed elsewhere");
  await expect(dialog.getByRole("group")).toHaveCount(1);
  const name = dialog.getByRole("group", { name: "Site name" });
  await expect(name).toContainText("Wren");
  await expect(name).toContainText("Robin");
  await expect(name.getByRole("radio", { name: /Yours/ })).toBeChecked();
  await expect(dialog).toContainText("Changes made elsewhere are kept: Max upload size (MB).");
  await expectAccessible(visitor, "the two versions side by side");
  await name.getByRole("radio", { name: /Saved elsewhere/ }).check();
  // The other admin saves once more, and not what was asked about.
  await other.getByLabel("Max upload size (MB)").fill("8");
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
    ["Max upload size (MB)", "8"],
    ["Admin email", "wrens@skylark.example"],
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
  await visitor.getByLabel("Admin email").fill("larks@skylark.example");
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
  await expect(visitor.getByLabel("Admin email")).toHaveValue("larks@skylark.example");
});

test("leaving asks first, and a closed tab loses nothing", async ({ visitor, context }) => {
  await openSettings(visitor);
  await openPlace(visitor, "settings/reading");
  await visitor.getByLabel("Footer text").fill("A blog about birds.");
  await visitor.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "General" }).click();
  await expect(visitor.getByRole("dialog")).toContainText("Leave without saving?");
  await visitor.keyboard.press("Escape");
  await expect(visitor).toHaveURL("/admin/settings/reading");
  const kept = () => visitor.evaluate(() => JSON.stringify(localStorage).includes("A blog about birds."));
  await expect.poll(kept).toBe(true);
  await visitor.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await openPlace(again, "settings");
  await expect(again.getByRole("button", { name: "Restore" })).toHaveCount(0);
  await openPlace(again, "settings/reading");
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

test("each place has its own settings, and General has those of the specification", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await openSettings(visitor);
  const form = visitor.locator(".settings-form");
  await expect(form.getByRole("heading", { level: 2 })).toHaveText(["General", "Comments", "Users", "System", "Appearance"]);
  await expect.poll(() => form.locator("input, select, textarea").count()).toBe(16);
  await expect.poll(async () => Math.round((await form.boundingBox())?.width ?? 0)).toBe(640);
  const places = {
    Reading: "Default author",
    Discussion: "Who may comment",
    Accounts: "Maximum session (days)",
    "Privacy and crawlers": "Allow AI crawlers",
  };
  for (const [place, label] of Object.entries(places)) {
    await visitor.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: place }).click();
    await expect(main(visitor).getByRole("heading", { level: 1 })).toHaveText(place);
    await expect(visitor.getByLabel(label)).toBeVisible();
    await expect(visitor.getByLabel("Site name")).toHaveCount(0);
  }
  await openPlace(visitor, "settings/discussion");
  await visitor.getByLabel("Close comments after (days)").fill("30");
  await store(visitor);
  await visitor.reload();
  await expect(visitor.getByLabel("Close comments after (days)")).toHaveValue("30");
  // Reset and Save concern the place alone.
  await openPlace(visitor, "settings/accounts");
  await visitor.getByLabel("Maximum session (days)").fill("90");
  await store(visitor);
  await openPlace(visitor, "settings/reading");
  await visitor.getByLabel("Default author").fill("The robins");
  await store(visitor);
  await reset(visitor).click();
  await visitor.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await store(visitor);
  await openPlace(visitor, "settings/accounts");
  await expect(visitor.getByLabel("Maximum session (days)")).toHaveValue("90");

  await visitor.goto("/admin/settings/email");
  await expect(main(visitor).getByText("Not set up")).toBeVisible();
  await expectAccessible(visitor, "the state of the mail");
});

test("the texts of Home and About are seen in their page before they are saved", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await openSettings(visitor);
  await visitor.goto("/admin/pages");
  await main(visitor).getByRole("link", { name: "Edit texts: Home" }).click();
  const preview = visitor.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Ideas that soar beyond limits.");
  await visitor.getByLabel("Headline").fill("Not public yet.");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Not public yet.");
  // A text that can't be saved isn't shown.
  await visitor.getByLabel("Headline").fill("");
  await visitor.getByRole("group", { name: "Likes" }).getByLabel("Value").fill("9K");
  await visitor.getByLabel("Headline").fill("Soon, though.");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText("Soon, though.");
  await expect(preview.locator(".figures")).toContainText("9K");
  await expectAccessible(visitor, "the texts of Home");
  await reset(visitor).click();
  await visitor.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await expect(save(visitor)).toBeDisabled();

  await openPlace(visitor, "pages/about");
  await visitor.getByRole("group", { name: "Figure 2" }).getByLabel("Label").fill("Kettles");
  await visitor.getByRole("group", { name: "Figure 2" }).getByLabel("Show").selectOption("own");
  await expect(preview.locator(".stats")).toContainText("Kettles");
  for (const width of [1440, 390]) {
    await visitor.setViewportSize({ width, height: 900 });
    const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(hidden, `px to scroll sideways for at ${width}`).toBe(0);
  }
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
  await visitor.goto("/admin/settings/demo");
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
  await openPlace(visitor, "pages/home");
  await expect(visitor.getByLabel("Article", { exact: true })).toHaveValue("");
  const reader = await newBrowser();
  await sees(reader, "/view-all", (within) => expect(reader.getByText("No articles found")).toBeVisible(within));
});
