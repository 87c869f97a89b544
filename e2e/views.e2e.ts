import type { Page } from "@playwright/test";
import { expect, test, visit } from "./visitor.ts";

const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

test.use({ userAgent: PERSON });

/** Opens an article. @returns the site's count */
async function open(page: Page): Promise<{ counted: boolean; views_count: number }> {
  const [answer] = await Promise.all([page.waitForResponse("**/api/views"), visit(page, "/story/how-to-hand-back-a-promotion")]);
  return answer.json();
}

test("an opened article counts once for a reader, and never for a bot", async ({ visitor, context, newBrowser }) => {
  const first = await open(visitor);
  expect(first.counted).toBe(true);
  await expect(
    visitor.getByRole("main").locator("header").getByText(`${first.views_count} views`, { exact: true }),
  ).toBeVisible();
  const known = { counted: false, views_count: first.views_count };
  expect(await open(visitor), "the same tab again").toEqual(known);
  expect(await open(await context.newPage()), "another tab of the same reader").toEqual(known);

  const bot = await newBrowser({ userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" });
  expect(await open(bot), "a bot").toEqual(known);
  expect(await open(await newBrowser()), "another reader").toEqual({ counted: true, views_count: first.views_count + 1 });
});
