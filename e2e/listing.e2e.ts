import type { Page } from "@playwright/test";
import { expect, expectAccessible, hydrated, markWindow, requestsReported, test, visit } from "./visitor.ts";

const cards = (page: Page) => page.getByRole("main").getByRole("article");
const count = (page: Page, text: string) => page.getByRole("main").getByText(text, { exact: true });
const box = (page: Page) => page.getByRole("main").getByRole("searchbox", { name: "Search articles" });
const pages = (page: Page) => page.getByRole("navigation", { name: "Pages" });

test("all articles, six to a page", async ({ visitor }) => {
  await visit(visitor, "/view-all");
  await expect(count(visitor, "Showing 12 articles")).toBeVisible();
  await expect(cards(visitor)).toHaveCount(6);
  await expect(cards(visitor).getByRole("heading").first()).toHaveText("The Spreadsheet That Chose the Wrong Flat");
  await expect(pages(visitor).getByRole("link", { name: "Previous" })).toHaveCount(0);
  const sameWindow = await markWindow(visitor);

  await pages(visitor).getByRole("link", { name: "Next" }).click();

  await expect(visitor).toHaveURL("/view-all?page=2");
  await expect(pages(visitor).getByRole("link", { name: "Page 2" })).toHaveAttribute("aria-current", "page");
  await expect(cards(visitor).getByRole("heading").last()).toHaveText("Two Small Gaps in a Field of Wheat");
  await expect(cards(visitor)).toHaveCount(6);
  await expect(pages(visitor).getByRole("link", { name: "Next" })).toHaveCount(0);
  await pages(visitor).getByRole("link", { name: "Page 1" }).click();
  await expect(visitor).toHaveURL("/view-all");
  expect(await sameWindow()).toBe(true);
});

test("drawings lead to the categories, and the menu stays where it is on other pages", async ({ visitor }) => {
  const menuAt = () => visitor.getByRole("banner").getByRole("link", { name: "About" }).boundingBox();
  await visit(visitor, "/");
  // With the fonts in the browser's cache, all pages have them from the start.
  await expect.poll(() => visitor.evaluate(() => localStorage.getItem("fonts"))).not.toBeNull();
  await visit(visitor, "/");
  const before = await menuAt();
  await visitor.getByRole("banner").getByRole("link", { name: "Categories" }).click();
  await expect(visitor).toHaveURL("/view-all");
  const chips = visitor.getByRole("navigation", { name: "Categories" });
  await expect(chips.getByRole("link")).toHaveCount(12);
  await expect(chips.locator("svg")).toHaveCount(12);
  expect(await menuAt()).toEqual(before);
  await expectAccessible(visitor, "categories with drawings");

  await chips.getByRole("link", { name: "Wellness 1 article" }).click();
  await expect(visitor).toHaveURL("/view-all?category=wellness");
  await expect(chips.getByRole("link", { name: /Wellness/ })).toHaveAttribute("aria-current", "page");
  await expect(count(visitor, "Showing 1 article in Wellness")).toBeVisible();
  await expectAccessible(visitor, "categories as chips");
});

test("a category filters the list and starts at its first page", async ({ visitor }) => {
  await visit(visitor, "/view-all?page=2");
  const sameWindow = await markWindow(visitor);
  const category = visitor.getByRole("combobox", { name: "Category" });
  await expect(category.getByRole("option")).toHaveCount(13);
  await expect(category.getByRole("option").first()).toHaveText("All Categories");

  await category.selectOption("Wellness");

  await expect(visitor).toHaveURL("/view-all?category=wellness");
  await expect(count(visitor, "Showing 1 article in Wellness")).toBeVisible();
  await expect(cards(visitor)).toHaveCount(1);
  await expect(visitor).toHaveTitle("Wellness · Skylark");

  await category.selectOption("All Categories");
  await expect(visitor).toHaveURL("/view-all");
  await expect(count(visitor, "Showing 12 articles")).toBeVisible();
  expect(await sameWindow()).toBe(true);
});

test("typing searches, starting at the first page", async ({ visitor }) => {
  await visit(visitor, "/view-all?page=2");
  await box(visitor).pressSequentially("tree");
  await expect(visitor).toHaveURL("/view-all?search=tree");
  await expect(box(visitor)).toBeFocused();
  await expect(count(visitor, "Showing 3 articles")).toBeVisible();
  // Matches in title or description come first, however old; those in the text only come after.
  await expect(cards(visitor).getByRole("heading")).toHaveText([
    "Four Thousand Drawings of One Tree",
    "Mood Tracking Guide: One Honest Line a Day",
    "Two Small Gaps in a Field of Wheat",
  ]);
  await expect(cards(visitor).first().getByRole("heading").locator("mark")).toHaveText("Tree");
  await expect(cards(visitor).last().locator(".card-snippet mark").first()).toHaveText(/tree/i);
});

test("an article clicked right after the last key opens, and the pending search is dropped", async ({ visitor }) => {
  await visitor.clock.install();
  await visit(visitor, "/view-all");
  const first = cards(visitor).first().getByRole("heading").getByRole("link");
  const target = (await first.getAttribute("href")) ?? "";
  // As fast as a hand can be: the click comes 50 ms after the key, and the article's response after the 300 ms of the search.
  const arrives = Promise.withResolvers<void>();
  await visitor.route("**/api/posts/*", async (route) => {
    await arrives.promise;
    await route.continue();
  });
  await visitor.clock.pauseAt((await visitor.evaluate(() => Date.now())) + 60_000);
  await box(visitor).pressSequentially("t");
  await visitor.clock.runFor(50);
  await Promise.all([visitor.waitForRequest("**/api/posts/*"), first.click()]);
  await visitor.clock.runFor(1000);
  arrives.resolve();
  await expect(visitor).toHaveURL(target);
  await visitor.clock.runFor(1000);
  await requestsReported(visitor);
  await expect(visitor).toHaveURL(target);
  await expect(visitor.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(
    "The Spreadsheet That Chose the Wrong Flat",
  );
});

test("a link that is pressed and released elsewhere only delays the search", async ({ visitor }) => {
  await visitor.clock.install();
  await visit(visitor, "/view-all");
  await cards(visitor).first().getByRole("heading").getByRole("link").hover();
  await box(visitor).focus();
  // The press follows the last key at once, also on a busy machine.
  await visitor.clock.pauseAt((await visitor.evaluate(() => Date.now())) + 60_000);
  await visitor.keyboard.type("tree");
  await visitor.mouse.down();
  const asked: string[] = [];
  visitor.on("request", (request) => request.url().includes("search=") && asked.push(request.url()));
  await visitor.clock.runFor(500);
  await requestsReported(visitor);
  expect(asked).toEqual([]);
  await expect(visitor).toHaveURL("/view-all");
  await visitor.mouse.move(5, 300);
  await visitor.mouse.up();
  await visitor.clock.resume();
  await expect(visitor).toHaveURL("/view-all?search=tree");
});

test("a word from the middle of an article finds it", async ({ visitor }) => {
  await visit(visitor, "/view-all?search=PROJECTOR");
  await expect(count(visitor, "Showing 1 article")).toBeVisible();
  await expect(cards(visitor)).toContainText("The Backup That Was Never There");
  await expect(cards(visitor).locator("mark")).toHaveText(["projector"]);
});

test("the header's search leads to the listing", async ({ visitor }) => {
  await visit(visitor, "/about");
  const sameWindow = await markWindow(visitor);
  await visitor.keyboard.press("/");
  const search = visitor.getByRole("banner").getByPlaceholder("Search...").first();
  await expect(search).toBeFocused();
  await visitor.keyboard.type("skylark / wheat");
  await expect(search).toHaveValue("skylark / wheat");
  await search.fill("mood");
  await search.press("Enter");
  await expect(visitor).toHaveURL("/view-all?search=mood");
  await expect(box(visitor)).toHaveValue("mood");
  await expect(cards(visitor).getByRole("heading").first()).toHaveText("Mood Tracking Guide: One Honest Line a Day");
  expect(await sameWindow()).toBe(true);
});

test("a term of two characters searches nothing", async ({ visitor }) => {
  await visit(visitor, "/view-all");
  const searches: string[] = [];
  visitor.on("request", (request) => {
    if (/\/api\/posts\?.*search=/.test(request.url())) searches.push(request.url());
  });
  await box(visitor).fill("mo");
  await box(visitor).press("Enter");
  await expect(visitor).toHaveURL("/view-all?search=mo");
  await expect(count(visitor, "Showing 12 articles")).toBeVisible();
  await expect(visitor.getByText("Search needs at least 3 characters.")).toBeVisible();
  expect(searches).toEqual([]);
  await box(visitor).fill("moo");
  await expect(count(visitor, "Showing 2 articles")).toBeVisible();
  expect(searches).toHaveLength(1);
});

test("an empty result says so, and is reset with one click", async ({ visitor }) => {
  await visit(visitor, "/view-all?search=zeppelin");
  await expect(visitor.getByRole("heading", { name: "No articles found" })).toBeVisible();
  await expect(visitor.getByText("Try adjusting your search or filter criteria")).toBeVisible();
  await expect(pages(visitor)).toHaveCount(0);
  await visitor.getByRole("link", { name: "Clear all" }).click();
  await expect(count(visitor, "Showing 12 articles")).toBeVisible();
  await expect(box(visitor)).toHaveValue("");
});

test("an unknown category is empty, not broken", async ({ visitor }) => {
  const answer = await visitor.goto("/view-all?category=no-such-thing");
  expect(answer?.status()).toBe(200);
  await hydrated(visitor);
  await expect(count(visitor, "Showing 0 articles in no-such-thing")).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "No articles found" })).toBeVisible();
});

test("the URL is the state: it survives a reload and the back button", async ({ visitor }) => {
  await visit(visitor, "/view-all");
  await visitor.getByRole("combobox", { name: "Category" }).selectOption("Tech");
  await expect(visitor).toHaveURL("/view-all?category=tech");
  await box(visitor).fill("backup");
  await expect(visitor).toHaveURL("/view-all?category=tech&search=backup");
  await visitor.reload();
  await hydrated(visitor);
  await expect(box(visitor)).toHaveValue("backup");
  await expect(visitor.getByRole("combobox", { name: "Category" })).toHaveValue("tech");
  await expect(count(visitor, "Showing 1 article in Tech")).toBeVisible();
  await visitor.goBack();
  await expect(visitor).toHaveURL("/view-all");
  await expect(count(visitor, "Showing 12 articles")).toBeVisible();
  await expect(box(visitor)).toHaveValue("");
  await expect(visitor.getByRole("combobox", { name: "Category" })).toHaveValue("");
});

test("grid or list is the reader's choice, and remembered", async ({ visitor }) => {
  await visit(visitor, "/view-all");
  const list = visitor.getByRole("button", { name: "List view" });
  const grid = visitor.getByRole("button", { name: "Grid view" });
  const [first, second] = [cards(visitor).nth(0), cards(visitor).nth(1)];
  const sideBySide = async () => (await first.boundingBox())?.y === (await second.boundingBox())?.y;
  await expect(grid).toHaveAttribute("aria-pressed", "true");
  await expect.poll(sideBySide).toBe(true);
  await list.click();
  await expect(list).toHaveAttribute("aria-pressed", "true");
  await expect.poll(sideBySide).toBe(false);
  await visitor.reload();
  await hydrated(visitor);
  await expect(list).toHaveAttribute("aria-pressed", "true");
  await expect.poll(sideBySide).toBe(false);
  await grid.click();
  await expect.poll(sideBySide).toBe(true);
});

test("/categories leads to the listing", async ({ visitor, request }) => {
  expect((await request.get("/categories", { maxRedirects: 0 })).headers().location).toBe("/view-all");
  await visit(visitor, "/categories");
  await expect(visitor).toHaveURL("/view-all");
  await visitor.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Categories" }).click();
  await expect(visitor).toHaveURL("/view-all");
});

test("titles are suggested while somebody types in the header, and chosen by keys", async ({ visitor }) => {
  await visitor.clock.install();
  await visit(visitor, "/about");
  await visitor.keyboard.press("/");
  const search = visitor.getByRole("banner").getByRole("combobox", { name: "Search articles" });
  await expect(search).toBeFocused();
  await expect(search).toHaveAttribute("aria-expanded", "false");
  const asked: string[] = [];
  visitor.on("request", (request) => request.url().includes("search=") && asked.push(request.url()));
  await visitor.keyboard.type("tr");
  await visitor.clock.runFor(500);
  await requestsReported(visitor);
  expect(asked).toEqual([]);
  await expect(search).toHaveAttribute("aria-expanded", "false");
  await visitor.keyboard.type("ee");
  const options = visitor.getByRole("listbox", { name: "Articles" }).getByRole("option");
  await expect(options).toHaveText([
    "Four Thousand Drawings of One Tree",
    "Mood Tracking Guide: One Honest Line a Day",
    "Two Small Gaps in a Field of Wheat",
    "All results for “tree”",
  ]);
  await expectAccessible(visitor, "with suggestions");
  await visitor.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await visitor.keyboard.press("ArrowDown");
  await visitor.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await visitor.keyboard.press("Enter");
  await expect(visitor).toHaveURL("/story/mood-tracking-guide");
});

test("the heading says what is listed, and nothing found has ways out", async ({ visitor }) => {
  const heading = visitor.getByRole("main").getByRole("heading", { level: 1 });
  await visit(visitor, "/view-all?category=wellness");
  await expect(heading).toHaveText("Wellness");
  await expect(visitor.getByRole("main")).toContainText("Body and mind, looked after gently.");
  await expect(visitor.getByRole("banner").getByPlaceholder("Search...")).toHaveCount(0);
  await visit(visitor, "/view-all?tag=notebooks");
  await expect(heading).toHaveText("Notebooks");
  await visit(visitor, "/view-all?search=zeppelin");
  await expect(heading).toHaveText("Results for “zeppelin”");
  await expect(visitor.getByRole("region", { name: "Most Read" }).getByRole("listitem")).toHaveCount(3);
  await expectAccessible(visitor, "nothing found");
  await visitor.getByRole("link", { name: "Clear search" }).click();
  await expect(heading).toHaveText("All Articles");
});

test("a mistyped word is read as the site's own, and results can be ordered", async ({ visitor }) => {
  await visit(visitor, "/view-all");
  await box(visitor).fill("traking");
  await expect(visitor.getByText("Showing results for tracking.")).toBeVisible();
  await expect(cards(visitor).first().getByRole("heading").locator("mark")).toHaveText("Tracking");
  await expectAccessible(visitor, "a corrected search");
  await visitor.getByRole("link", { name: "Search for “traking” only" }).click();
  await expect(visitor).toHaveURL("/view-all?exact=true&search=traking");
  await expect(visitor.getByRole("heading", { name: "No articles found" })).toBeVisible();
  await expect(visitor.getByText("Showing results for")).toHaveCount(0);

  await box(visitor).fill("tree");
  await expect(visitor).toHaveURL("/view-all?search=tree");
  const order = visitor.getByRole("navigation", { name: "Order" });
  await expect(order.getByRole("link", { name: "Best match" })).toHaveAttribute("aria-current", "page");
  const titles = cards(visitor).getByRole("heading");
  await expect(titles.first()).toHaveText("Four Thousand Drawings of One Tree");
  await order.getByRole("link", { name: "Newest" }).click();
  await expect(visitor).toHaveURL("/view-all?search=tree&sort=newest");
  await expect(titles.first()).toHaveText("Mood Tracking Guide: One Honest Line a Day");
  await expectAccessible(visitor, "a search by date");
});

test("suggestions mark other forms of a word", async ({ visitor }) => {
  await visit(visitor, "/");
  await hydrated(visitor);
  await visitor.getByRole("banner").getByPlaceholder("Search...").first().fill("tracked");
  const option = visitor.getByRole("option", { name: "Mood Tracking Guide: One Honest Line a Day" });
  await expect(option.locator("mark")).toHaveText("Tracking");
  await option.click();
  await expect(visitor).toHaveURL("/story/mood-tracking-guide");
});
