import type { Page } from "@playwright/test";
import { expect, goWithin, hydrated, markWindow, test, visit } from "./visitor.ts";

const DRAFT = "/story/notes-towards-a-quieter-phone";

async function expectPageNotFound(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found");
  await expect(page).toHaveTitle("Page not found · Skylark");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
}

async function expectArticleNotFound(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Article Not Found");
  await expect(page.getByText("The article you're looking for doesn't exist or has been moved.", { exact: true })).toBeVisible();
  await expect(page).toHaveTitle("Article Not Found · Skylark");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
}

/** The links of a page that doesn't exist. */
async function expectWayHome(page: Page): Promise<void> {
  const sameWindow = await markWindow(page);
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ideas that soar beyond limits.");
  await expect(page.locator('meta[name=robots][content*="noindex"]')).toHaveCount(0);
  expect(await sameWindow()).toBe(true);
}

for (const address of ["/no-such-page", "/story", "/story/a/b", "/admin-of-nothing?x=1"]) {
  test(`no page at ${address}`, async ({ visitor }) => {
    visitor.forgive("404");
    const answer = await visitor.goto(address);
    expect(answer?.status()).toBe(404);
    await hydrated(visitor);
    await expectPageNotFound(visitor);
    await expectWayHome(visitor);
  });
}

for (const [what, address] of [
  ["unknown", "/story/no-such-article"],
  ["draft", DRAFT],
  ["malformed", "/story/%3Cb%3E"],
  ["made-up id", "/story/00000000-0000-4000-8000-000000000000"],
] as const) {
  test(`an article that doesn't exist (${what})`, async ({ visitor }) => {
    visitor.forgive("404");
    const answer = await visitor.goto(address);
    expect(answer?.status()).toBe(404);
    await hydrated(visitor);
    await expectArticleNotFound(visitor);
    await expectWayHome(visitor);
  });

  test(`an article that doesn't exist (${what}), reached within the page`, async ({ visitor }) => {
    visitor.forgive("404");
    visitor.forgive("400");
    await visit(visitor, "/about");
    const sameWindow = await markWindow(visitor);
    await goWithin(visitor, address);
    await expectArticleNotFound(visitor);
    await expect(visitor.getByRole("heading", { level: 1 })).toBeFocused();
    expect(await sameWindow()).toBe(true);
    await expectWayHome(visitor);
  });
}

test("no page there, reached within the page", async ({ visitor }) => {
  visitor.forgive("404");
  await visit(visitor, "/about");
  const sameWindow = await markWindow(visitor);
  await goWithin(visitor, "/no-such-page");
  await expectPageNotFound(visitor);
  await expect(visitor.getByRole("heading", { level: 1 })).toBeFocused();
  expect(await sameWindow()).toBe(true);
  await expectWayHome(visitor);
});

test("an article's permanent link leads to its URL", async ({ visitor, request }) => {
  const { id } = await (await request.get("/api/posts/two-small-gaps-in-a-wheat-field")).json();
  const answer = await request.get(`/story/${id}`, { maxRedirects: 0 });
  expect(answer.status()).toBe(301);
  expect(answer.headers().location).toBe("/story/two-small-gaps-in-a-wheat-field");

  await visit(visitor, `/story/${id}`);
  await expect(visitor).toHaveURL("/story/two-small-gaps-in-a-wheat-field");
  await visit(visitor, "/about");
  const sameWindow = await markWindow(visitor);
  // Longer than a navigation waits for its data.
  await visitor.route(`**/api/posts/${id}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await goWithin(visitor, `/story/${id}`);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Two Small Gaps in a Field of Wheat");
  await expect(visitor).toHaveURL("/story/two-small-gaps-in-a-wheat-field");
  expect(await sameWindow()).toBe(true);
});
