// slow: app/browser/ app/domain/appearance/ app/domain/categories/ app/domain/navigation/ app/domain/posts/ app/domain/settings/
// slow: app/http/api/admin/ app/http/pages/ app/pages/admin/ app/pages/public/ app/ui/

import type { Page } from "@playwright/test";
import sharp from "sharp";
import { test } from "./account-visitor.ts";
import { expectFine, signInAsAdmin } from "./admin-writer.ts";
import { expect, expectAccessible, markWindow, visit } from "./visitor.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const toasts = (page: Page) => page.locator(".toast");
const card = (page: Page, name: string) =>
  page.locator(".category-card").filter({ has: page.getByRole("heading", { name, exact: true }) });

async function open(page: Page, path: string, heading: string): Promise<void> {
  await signInAsAdmin(page, path);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
}

/** Creates a category with that name in the dialog. */
async function create(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New category" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  await dialog(page).getByRole("button", { name: "Create category" }).click();
  await expect(card(page, name)).toBeVisible();
}

test("a category is created, changed and found; readers see it at once", async ({ visitor, newBrowser }) => {
  visitor.forgive("409");
  await open(visitor, "/admin/categories", "Categories");
  await visitor.getByRole("button", { name: "New category" }).click();
  await expect(dialog(visitor).getByLabel("Name", { exact: true })).toBeFocused();
  await expect(dialog(visitor).getByLabel("Color", { exact: true })).toHaveValue("#3b82f6");

  // As specified: without a name nothing happens.
  const asked: string[] = [];
  visitor.on("request", (request) => void (request.method() === "POST" && asked.push(request.url())));
  await dialog(visitor).getByRole("button", { name: "Create category" }).click();
  await dialog(visitor).getByLabel("Name", { exact: true }).fill("   ");
  await visitor.keyboard.press("Enter");
  await expect(dialog(visitor)).toBeVisible();
  await expect(dialog(visitor).getByRole("alert")).toHaveCount(0);
  expect(asked.filter((url) => url.includes("/api/admin/categories"))).toEqual([]);

  await dialog(visitor).getByLabel("Name", { exact: true }).fill("Slow Living & Café");
  await expect(dialog(visitor).getByLabel("Slug")).toHaveValue("slow-living--cafe");
  await dialog(visitor).getByLabel("Slug").fill("tech");
  await dialog(visitor).getByRole("button", { name: "Create category" }).click();
  await expect(toasts(visitor)).toContainText("Failed to create category: A category with this slug already exists");
  await expect(
    dialog(visitor).getByText("A category with this slug already exists. Please choose a different slug."),
  ).toBeVisible();
  await expect(dialog(visitor).getByLabel("Slug")).toBeFocused();
  await dialog(visitor).getByLabel("Slug").fill("slow living");
  await visitor.keyboard.press("Enter");
  await expect(dialog(visitor).getByText("Slug can only contain lowercase letters, numbers, and hyphens")).toBeVisible();
  await expectAccessible(visitor, "a slug that is wrong");
  await dialog(visitor).getByLabel("Slug").fill("slow-living");
  await visitor.keyboard.press("Enter");
  await expect(toasts(visitor).filter({ hasText: "Category created" })).toBeVisible();
  await expect(dialog(visitor)).toHaveCount(0);
  await expect(card(visitor, "Slow Living & Café")).toContainText("0 posts");

  await card(visitor, "Slow Living & Café").getByRole("button", { name: /^Edit/ }).click();
  await dialog(visitor).getByLabel("Name", { exact: true }).fill("Slow Living");
  await dialog(visitor).getByLabel("Color", { exact: true }).fill("#ffee00");
  await expect(dialog(visitor)).toContainText("This color is hard to read on light paper");
  await expectAccessible(visitor, "a color that is hard to read");
  await dialog(visitor).getByRole("button", { name: "Save" }).click();
  await expect(toasts(visitor).filter({ hasText: "Category updated" })).toBeVisible();
  await card(visitor, "Slow Living").getByRole("button", { name: /^Edit/ }).click();
  await expect(dialog(visitor).getByLabel("Color", { exact: true })).toHaveValue("#ffee00");
  await visitor.keyboard.press("Escape");
  const reader = await newBrowser();
  await expect
    .poll(async () => (await (await reader.request.get("/api/categories")).text()).includes('"name":"Slow Living"'))
    .toBe(true);

  // Its page gets a heading, a text and a picture.
  await card(visitor, "Slow Living").getByRole("button", { name: /^Edit/ }).click();
  await dialog(visitor).getByText("Category page").click();
  await dialog(visitor).getByLabel("Heading").fill("Living slowly");
  await dialog(visitor).getByLabel("Text", { exact: true }).fill("Why hurry?\n\nThe bread needs its time.");
  const lake = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#7aa5c4" } })
    .jpeg()
    .toBuffer();
  const field = dialog(visitor).getByRole("group", { name: "Image" });
  await field.locator("input[type=file]").setInputFiles({ name: "lake.jpg", mimeType: "image/jpeg", buffer: lake });
  await dialog(visitor).getByLabel("Alternative text").fill("A lake");
  await expectFine(visitor, "the page of a category");
  // Enter in the library's search saves nothing.
  await field.getByRole("button", { name: "Choose from library" }).click();
  const library = visitor.getByRole("dialog", { name: "Choose an image" });
  await library.getByLabel("Search images").fill("lake");
  await visitor.keyboard.press("Enter");
  await library.getByRole("button", { name: /lake/ }).click();
  await expect(library).toHaveCount(0);
  await dialog(visitor).getByRole("button", { name: "Save" }).click();
  await expect(dialog(visitor)).toHaveCount(0);
  const intro = reader.locator(".listing-intro p");
  await expect(async () => {
    await visit(reader, "/view-all?category=slow-living");
    await expect(intro).toHaveText(["Why hurry?", "The bread needs its time."], { timeout: 5000 });
  }).toPass();
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Living slowly");
  await expect(reader.getByRole("img", { name: "A lake" })).toHaveJSProperty("complete", true);
  await expectFine(reader, "a category with a page of its own");
  // Another category keeps nothing of it, also without a page load.
  await reader.getByLabel("Category").selectOption({ label: "Wellness" });
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Wellness");
  await expect(intro).toHaveCount(0);

  await visitor.getByLabel("Search categories").fill("SLOW");
  await expect(visitor.locator(".category-card")).toHaveCount(1);
  await expect(visitor).toHaveURL("/admin/categories?search=SLOW");
  await visitor.getByLabel("Search categories").fill("nothing like it");
  await expect(visitor.getByRole("heading", { name: "No categories found" })).toBeVisible();
});

test("a name in any script gets a slug, and the old slug redirects to the new one", async ({ visitor, newBrowser }) => {
  await open(visitor, "/admin/categories", "Categories");
  await visitor.getByRole("button", { name: "New category" }).click();
  await dialog(visitor).getByLabel("Name", { exact: true }).fill("Птицы и ёжики");
  await expect(dialog(visitor).getByLabel("Slug")).toHaveValue("pticy-i-yozhiki");
  await dialog(visitor).getByRole("button", { name: "Create category" }).click();
  await expect(card(visitor, "Птицы и ёжики")).toBeVisible();

  const reader = await newBrowser();
  await visit(reader, "/view-all?tag=habits");
  const sameWindow = await markWindow(reader);
  await card(visitor, "Птицы и ёжики").getByRole("button", { name: /^Edit/ }).click();
  await dialog(visitor).getByLabel("Slug").fill("birds");
  await dialog(visitor).getByRole("button", { name: "Save" }).click();
  await expect(toasts(visitor).filter({ hasText: "Category updated" })).toBeVisible();

  // The reader's list of categories is still the old one, and the response takes longer than the loader waits.
  await reader.route("**/api/posts?*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await reader.getByRole("combobox", { name: "Category" }).selectOption("Птицы и ёжики");
  await expect(reader).toHaveURL("/view-all?category=birds&tag=habits");
  await expect(reader.getByRole("combobox", { name: "Category" })).toHaveValue("birds");
  expect(await sameWindow()).toBe(true);
});

test("a deleted category gives its posts to another one, or leaves them uncategorized", async ({ visitor }) => {
  await open(visitor, "/admin/categories", "Categories");
  await create(visitor, "Heir");
  const del = (name: string) => card(visitor, name).getByRole("button", { name: /^Delete/ });
  await del("Finance").click();
  await expect(dialog(visitor)).toContainText(
    "Are you sure you want to delete this category? It can be restored from the trash for 30 days.",
  );
  await expectAccessible(visitor, "delete a category");
  await dialog(visitor).getByLabel("Its one post goes to").selectOption("Heir");
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(toasts(visitor).filter({ hasText: "Category deleted" })).toBeVisible();
  await expect(card(visitor, "Finance")).toHaveCount(0);
  await expect(card(visitor, "Heir")).toContainText("1 post");
  // The focus was in the card that is gone.
  await expect(
    visitor
      .getByRole("main")
      .getByRole("button", { name: /^Delete/ })
      .locator(":scope:focus"),
  ).toHaveCount(1);

  await del("Heir").click();
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(card(visitor, "Heir")).toHaveCount(0);
  await visitor.goto("/admin/posts?category=none");
  await expect(visitor.getByRole("row").filter({ hasText: "Uncategorized" })).toHaveCount(1);
});

test("tags are renamed, merged and deleted, by keyboard", async ({ visitor }) => {
  visitor.forgive("409");
  await open(visitor, "/admin/tags?search=", "Tags");
  const row = (name: string) =>
    visitor.getByRole("row").filter({ has: visitor.locator(".row-title", { hasText: new RegExp(`^${name}$`) }) });
  const choose = async (name: string, entry: string) => {
    await row(name)
      .getByRole("button", { name: /^Actions for/ })
      .press("Enter");
    const item = visitor.getByRole("menuitem", { name: entry });
    await expect(item).toBeVisible();
    while (!(await item.evaluate((element) => element === document.activeElement))) await visitor.keyboard.press("ArrowDown");
    await visitor.keyboard.press("Enter");
  };
  await choose("Habits", "Rename");
  await dialog(visitor).getByLabel("Name", { exact: true }).fill("home");
  await visitor.keyboard.press("Enter");
  await expect(dialog(visitor).getByText("A tag with this name already exists. Merge the two instead.")).toBeVisible();
  await expectAccessible(visitor, "a name that is taken");
  await dialog(visitor).getByLabel("Name", { exact: true }).fill("Good Habits");
  await visitor.keyboard.press("Enter");
  await expect(toasts(visitor).filter({ hasText: "Tag updated" })).toBeVisible();
  await expect(row("Good Habits")).toContainText("good-habits");

  await choose("Good Habits", "Merge into another");
  await dialog(visitor).getByLabel("Search tags").fill("attention");
  await dialog(visitor)
    .getByRole("radio", { name: /^Attention/ })
    .check();
  await expectAccessible(visitor, "merge");
  await dialog(visitor).getByRole("button", { name: "Merge into Attention" }).click();
  await expect(row("Good Habits")).toHaveCount(0);

  await choose("Attention", "Delete");
  await expect(dialog(visitor)).toContainText("Are you sure you want to delete this tag? This action cannot be undone.");
  await dialog(visitor).getByRole("button", { name: "Delete" }).click();
  await expect(toasts(visitor).filter({ hasText: "Tag deleted" })).toBeVisible();
  await expect(row("Attention")).toHaveCount(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing and nothing overflows, in ${colorScheme}`, async ({ visitor }) => {
    await visitor.emulateMedia({ colorScheme });
    await open(visitor, "/admin/categories", "Categories");
    for (const path of ["/admin/categories", "/admin/tags"]) {
      await visitor.goto(path);
      await expect(visitor.locator(".category-card, tbody tr").first()).toBeVisible();
      for (const width of [1600, 320]) {
        await visitor.setViewportSize({ width, height: 800 });
        await expectAccessible(visitor, `${path}, ${colorScheme}, ${width} px wide`);
        const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(hidden, `px that one would have to scroll sideways for at ${width} px on ${path}`).toBe(0);
      }
    }
  });
}
