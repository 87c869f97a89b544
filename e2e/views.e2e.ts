import type { Page } from "@playwright/test";
import { expect, test, visit } from "./visitor.ts";

const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

test.use({ userAgent: PERSON });

/** Opens an article, waits until the page shows the answer, and counts its requests that report the view. @returns the views shown */
async function open(page: Page): Promise<number> {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  const [answer] = await Promise.all([page.waitForResponse("**/api/visits"), visit(page, "/story/how-to-hand-back-a-promotion")]);
  const { views_count } = (await answer.json()) as { views_count: number };
  await expect(page.getByRole("main").locator("header").getByText(`${views_count} views`, { exact: true })).toBeVisible();
  expect(sent).toEqual(["/api/visits"]);
  page.removeAllListeners("request");
  return views_count;
}

test("an opened article counts once for a reader, and never for a bot, in one request", async ({
  visitor,
  context,
  newBrowser,
}) => {
  const first = await open(visitor);
  expect(await open(visitor), "the same tab again").toBe(first);
  expect(await open(await context.newPage()), "another tab of the same reader").toBe(first);

  const bot = await newBrowser({ userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" });
  expect(await open(bot), "a bot").toBe(first);
  expect(await open(await newBrowser()), "another reader").toBe(first + 1);
});
