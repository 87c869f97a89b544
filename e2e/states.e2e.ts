import type { Page } from "@playwright/test";
import { expect, hydrated, markWindow, test, visit } from "./visitor.ts";

/** Holds back every response for `address` until released. */
async function hold(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

const skeletons = (page: Page) => page.getByRole("main").locator(".skeleton-card");
const cards = (page: Page) => page.getByRole("main").getByRole("article");
const mainLink = (page: Page, name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

test("four skeletons are shown for the featured stories", async ({ visitor }) => {
  await visit(visitor, "/about");
  const sameWindow = await markWindow(visitor);
  const release = await hold(visitor, "**/api/posts?*featured=first*");
  await mainLink(visitor, "Home").click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Ideas that soar beyond limits.");
  await expect(skeletons(visitor)).toHaveCount(4);
  const before = await visitor.locator(".featured-grid").boundingBox();
  release();
  await expect(visitor.getByRole("region", { name: "Featured Stories" }).getByRole("article")).toHaveCount(4);
  await expect(skeletons(visitor)).toHaveCount(0);
  await expect.poll(async () => (await visitor.locator(".featured-grid").boundingBox())?.y).toBe(before?.y);
  expect(await sameWindow()).toBe(true);
});

test("six skeletons are shown for the listing", async ({ visitor }) => {
  await visit(visitor, "/about");
  const release = await hold(visitor, "**/api/posts?*");
  await mainLink(visitor, "Categories").click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("All Articles");
  await expect(skeletons(visitor)).toHaveCount(6);
  release();
  await expect(cards(visitor)).toHaveCount(6);
  await expect(skeletons(visitor)).toHaveCount(0);
});

test("a skeleton is shown until an article has loaded", async ({ visitor }) => {
  await visit(visitor, "/");
  const release = await hold(visitor, "**/api/posts/the-bicycle-of-theseus");
  await visitor.getByRole("link", { name: "The Bicycle of Theseus", exact: true }).click();
  await expect(visitor.getByText("Loading the article")).toBeAttached();
  await expect(visitor.locator(".story[aria-busy=true] .skeleton").first()).toBeVisible();
  release();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("The Bicycle of Theseus");
  await expect(visitor.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(visitor.getByRole("status")).toHaveText("The Bicycle of Theseus · Skylark");
});

test("the last result stays until the new one has loaded", async ({ visitor }) => {
  await visit(visitor, "/view-all");
  const release = await hold(visitor, "**/api/posts?*category=tech*");
  await visitor.getByRole("combobox", { name: "Category" }).selectOption("Tech");
  await expect(visitor).toHaveURL("/view-all?category=tech");
  await expect(cards(visitor)).toHaveCount(6);
  await expect(visitor.locator(".cards")).toHaveAttribute("aria-busy", "true");
  release();
  await expect(cards(visitor)).toHaveCount(1);
});

test("featured stories that fail show an error; the rest of the page works", async ({ visitor }) => {
  visitor.forgive("500");
  await visit(visitor, "/about");
  await visitor.route("**/api/posts?*", (route) => route.fulfill({ status: 500, body: "" }));
  await mainLink(visitor, "Home").click();
  await expect(visitor.getByRole("alert")).toHaveText("Error loading featured posts. Please try again later.");
  await expect(visitor.getByRole("heading", { name: "Follow Me" })).toBeVisible();
});

for (const [what, answer, message] of [
  ["without a word", { status: 502, body: "" }, "HTTP error! status: 502"],
  ["with a reason", { status: 503, json: { code: "unavailable", message: "The database is away." } }, "The database is away."],
] as const) {
  test(`a listing that fails ${what} can be loaded again`, async ({ visitor }) => {
    visitor.forgive(String(answer.status));
    await visit(visitor, "/about");
    await visitor.route("**/api/posts?*", (route) => route.fulfill(answer));
    await mainLink(visitor, "Categories").click();
    await expect(visitor.getByRole("heading", { name: "Error Loading Posts" })).toBeVisible();
    await expect(visitor.getByRole("alert")).toContainText(message);
    await visitor.unroute("**/api/posts?*");
    await Promise.all([visitor.waitForEvent("load"), visitor.getByRole("button", { name: "Try Again" }).click()]);
    await hydrated(visitor);
    await expect(cards(visitor)).toHaveCount(6);
  });
}

test("failed categories silently count as none", async ({ visitor }) => {
  visitor.forgive("500");
  await visit(visitor, "/about");
  await visitor.route("**/api/categories", (route) => route.fulfill({ status: 500, body: "" }));
  await mainLink(visitor, "Categories").click();
  await expect(cards(visitor)).toHaveCount(6);
  await expect(visitor.getByRole("combobox", { name: "Category" }).getByRole("option")).toHaveText(["All Categories"]);
  await expect(visitor.getByRole("alert")).toHaveCount(0);
});
