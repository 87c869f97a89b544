// slow: app/browser/ app/domain/appearance/ app/domain/categories/ app/domain/navigation/ app/domain/posts/ app/domain/settings/
// slow: app/http/api/admin/ app/http/pages/ app/pages/admin/ app/pages/public/ app/ui/

import type { Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { CONTENT, expectFine, signInAsAdmin, toast } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

const list = (page: Page, name: string) => page.getByRole("list", { name });
const header = (page: Page) => list(page, "Entries of the header menu");
const row = (page: Page, n: number) => header(page).locator("> li").nth(n);
const labels = (page: Page) =>
  header(page)
    .getByLabel("Label")
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
const save = async (page: Page) => {
  // Looked for in each frame, from before the click: on a busy machine, its two seconds may be over before a click returns.
  const saved = page.waitForFunction(() =>
    [...document.querySelectorAll(".toast")].some(({ textContent }) => textContent.includes("Navigation saved")),
  );
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await saved;
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  await expect(page.getByText("All changes saved")).toBeVisible();
};
const mainLinks = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link");

test("menus are put in order, refused with their mistakes, and seen by readers, who can close the announcement", async ({
  visitor,
  newBrowser,
}) => {
  visitor.forgive("400");
  await signInAsAdmin(visitor, "/admin/navigation");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Navigation");
  await expect.poll(() => labels(visitor)).toEqual(["Home", "Categories", "About"]);
  await expectFine(visitor, "navigation");
  const heights = () =>
    header(visitor)
      .locator("> li")
      .evaluateAll((rows) => rows.map((one) => Math.round(one.getBoundingClientRect().height)));
  await expect.poll(heights, "rows of one line").toEqual([44, 44, 44]);

  const preview = visitor.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText(["Home", "Categories", "About"]);
  await expect(preview.getByRole("contentinfo")).toBeInViewport();

  const add = visitor.getByRole("region", { name: "Header menu" }).getByRole("button", { name: "Add entry" });
  await add.click();
  await expect(row(visitor, 3).getByLabel("Label")).toBeFocused();
  await row(visitor, 3).getByLabel("Links to").selectOption({ label: "Wellness" });
  await expect(row(visitor, 3).getByLabel("Label")).toHaveValue("Wellness");
  await expect(preview.getByRole("navigation", { name: "Main" }).getByRole("link").last()).toHaveText("Wellness");
  await row(visitor, 3)
    .getByRole("button", { name: /^Move Wellness: drag/ })
    .press("ArrowUp");
  await expect.poll(() => labels(visitor)).toEqual(["Home", "Categories", "Wellness", "About"]);
  await expect(row(visitor, 2).getByRole("button", { name: /^Move Wellness: drag/ })).toBeFocused();
  await expect(visitor.getByText("Wellness is now 3 of 4.")).toBeAttached();
  await row(visitor, 2).getByRole("button", { name: "Actions for Wellness" }).click();
  await visitor.getByRole("menuitem", { name: "Move up" }).click();
  await expect.poll(() => labels(visitor)).toEqual(["Home", "Wellness", "Categories", "About"]);
  await row(visitor, 3)
    .getByRole("button", { name: /^Move About: drag/ })
    .hover();
  const start = await row(visitor, 0).boundingBox();
  await visitor.mouse.down();
  await visitor.mouse.move((start?.x ?? 0) + 20, (start?.y ?? 0) + 4, { steps: 4 });
  await visitor.mouse.up();
  await expect.poll(() => labels(visitor)).toEqual(["About", "Home", "Wellness", "Categories"]);

  await add.click();
  await row(visitor, 4).getByLabel("Label").fill("Friends");
  await row(visitor, 4).getByLabel("Links to").selectOption({ label: "Another URL..." });
  await row(visitor, 4).getByLabel("URL").fill("javascript:alert(1)");
  await visitor.getByLabel("Show an announcement").check();
  await visitor.getByRole("button", { name: "Save", exact: true }).click();
  await expect(row(visitor, 4).getByText(/^URL must be a path of this site/)).toBeVisible();
  await expect(row(visitor, 4).getByLabel("URL")).toBeFocused();
  await expect(visitor.getByText("Text is required")).toBeVisible();
  await expectFine(visitor, "navigation with mistakes");
  await row(visitor, 4).getByLabel("URL").fill("https://friends.example/");
  await visitor.getByLabel("Text", { exact: true }).fill("The print edition is here.");
  await visitor.getByLabel("Link text").fill("About it");
  await visitor.getByLabel("Link URL").fill("/about");
  await visitor.getByRole("button", { name: "Add link" }).click();
  await list(visitor, "Social links").getByLabel("Network").selectOption("github");
  await list(visitor, "Social links").getByLabel("URL").fill("https://github.com/ada");
  await save(visitor);

  const reader = await newBrowser();
  await expect(async () => {
    await visit(reader, "/");
    await expect(mainLinks(reader)).toHaveText(["About", "Home", "Wellness", "Categories", "Friends"], { timeout: 5000 });
  }).toPass();
  await expect(reader.getByRole("contentinfo").getByRole("link", { name: "GitHub" })).toHaveAttribute("rel", "me");
  // The menu needs a row of its own; the site's name keeps its room, and no entry is below another one.
  for (const width of [1440, 1280, 1030]) {
    await reader.setViewportSize({ width, height: 900 });
    const places = () => mainLinks(reader).evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    await expect.poll(async () => new Set(await places()).size, `rows at ${width} px`).toBe(1);
    const name = () =>
      reader.locator(".site-header .brand > span").evaluate((span) => span.scrollWidth <= span.clientWidth && span.clientWidth);
    await expect.poll(name, `width of the name at ${width} px`).toBeGreaterThan(60);
  }
  // The keyboard goes through the rows as they are seen.
  await reader.locator(".site-header .brand").focus();
  await reader.keyboard.press("Tab");
  await expect(reader.getByRole("banner").getByRole("searchbox")).toBeFocused();
  await mainLinks(reader).filter({ hasText: "Wellness" }).click();
  await expect(reader).toHaveURL("/view-all?category=wellness");
  await expectFine(reader, "own menus and an announcement");

  const bar = reader.getByRole("complementary", { name: "Announcement" });
  await visit(reader, "/story/mood-tracking-guide");
  await expect(bar).toContainText("The print edition is here.");
  await reader.setViewportSize({ width: 390, height: 844 });
  await reader.locator(".mobile-menu summary").click();
  await expect(reader.getByRole("navigation", { name: "Menu" }).getByRole("link")).toHaveText([
    "About",
    "Home",
    "Wellness",
    "Categories",
    "Friends",
  ]);
  await reader.keyboard.press("Escape");
  await bar.getByRole("button", { name: "Close the announcement" }).click();
  await expect(bar).toBeHidden();
  expect(await reader.context().cookies()).toEqual([]);
  await reader.addInitScript(() => {
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & { value: number })[])
        if (entry.value > 0.01) document.documentElement.dataset.shifted = String(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of ["/story/mood-tracking-guide", "/about"]) {
    await visit(reader, path);
    await expect(bar).toBeHidden();
    await expect(reader.locator("html")).not.toHaveAttribute("data-shifted");
  }
});

test("an entry says when its page isn't public, and the original menu comes back", async ({ visitor, newBrowser }) => {
  await signInAsAdmin(visitor, "/admin/navigation");
  const token = await visitor.evaluate(() => JSON.parse(localStorage.getItem("skylark.session") ?? "{}").access_token as string);
  const data = {
    kind: "page",
    title: "Contact",
    slug: "contact",
    content: CONTENT,
    status: "draft",
  };
  const answer = await visitor.request.post("/api/admin/posts", { data, headers: { authorization: `Bearer ${token}` } });
  expect(answer.status(), await answer.text()).toBe(201);
  await visitor.reload();
  await row(visitor, 0).getByLabel("Links to").selectOption({ label: "Contact (not published)" });
  await expect(row(visitor, 0).getByText("This isn’t published, so readers don’t see the entry.")).toBeVisible();
  await expectFine(visitor, "an entry without a public page");
  await save(visitor);
  await visitor.getByRole("button", { name: "Restore the original header menu" }).click();
  await expect.poll(() => labels(visitor)).toEqual(["Home", "Categories", "About"]);
  await visitor.getByLabel("Show an announcement").uncheck();
  await save(visitor);
  const reader = await newBrowser();
  await expect(async () => {
    await visit(reader, "/about");
    await expect(mainLinks(reader)).toHaveText(["Home", "Categories", "About"], { timeout: 5000 });
    await expect(reader.getByRole("complementary", { name: "Announcement" })).toHaveCount(0);
  }).toPass();
});

test("entries move between the groups of the footer: by keys, by a button, by dragging", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/navigation");
  const group = (name: string) => list(visitor, `Entries of group ${name}`);
  const named = (name: string) =>
    group(name)
      .getByLabel("Label")
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const grip = (label: string) =>
    visitor.getByRole("button", { name: `Move ${label}: drag, or press the up and down arrow keys` });
  await expect.poll(() => named("Follow")).toEqual(["RSS feed", "Atom feed", "JSON feed"]);

  await grip("RSS feed").press("ArrowUp");
  await expect.poll(() => named("Read")).toEqual(["All Articles", "About", "Privacy", "Terms", "RSS feed"]);
  await expect(grip("RSS feed")).toBeFocused();
  await expect(visitor.getByText("RSS feed is now 5 of 5 in group Read.")).toBeAttached();
  await group("Follow").getByRole("button", { name: "Actions for JSON feed" }).click();
  await visitor.getByRole("menuitem", { name: "Move down" }).click();
  await expect.poll(() => named("Build")).toEqual(["JSON feed", "API docs", "Sitemap"]);

  await visitor.setViewportSize({ width: 1280, height: 2400 });
  await grip("Sitemap").hover();
  await visitor.mouse.down();
  const target = await group("Follow").boundingBox();
  await visitor.mouse.move((target?.x ?? 0) + 30, (target?.y ?? 0) + 6, { steps: 6 });
  await expect(visitor.locator("fieldset[data-receives]")).toHaveCount(1);
  await visitor.mouse.up();
  await expect.poll(() => named("Follow")).toEqual(["Sitemap", "Atom feed"]);
  await expect(visitor.locator("fieldset[data-receives]")).toHaveCount(0);
  await expectFine(visitor, "moved entries of the footer");
  await save(visitor);
  await visitor.getByRole("button", { name: "Restore the original footer menu" }).click();
  await save(visitor);
});

test("what is typed while the navigation is being saved stays, as an unsaved change", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/navigation");
  const answered = Promise.withResolvers<void>();
  await visitor.route("**/api/admin/navigation", async (route) => {
    if (route.request().method() === "PUT") await answered.promise;
    await route.continue();
  });
  await row(visitor, 0).getByLabel("Label").fill("Start");
  await visitor.getByRole("button", { name: "Save", exact: true }).click();
  await row(visitor, 1).getByLabel("Label").fill("Subjects");
  answered.resolve();
  await expect(toast(visitor, "Navigation saved")).toBeVisible();
  await expect(visitor.getByText("Unsaved changes")).toBeVisible();
  await expect(row(visitor, 1).getByLabel("Label")).toHaveValue("Subjects");
  // A closed tab doesn't lose it either.
  const copy = () =>
    visitor.evaluate(() => Object.entries(localStorage).find(([key]) => /^skylark\.copy\..+\.navigation$/.test(key))?.[1] ?? "");
  await expect.poll(copy).toContain("Subjects");
  await save(visitor);
  await visitor.reload();
  await expect(row(visitor, 0).getByLabel("Label")).toHaveValue("Start");
  await expect(row(visitor, 1).getByLabel("Label")).toHaveValue("Subjects");
});
