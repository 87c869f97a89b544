// slow: app/browser/ app/domain/analytics/ app/http/api/admin/analytics/ app/pages/admin/analytics/
// slow: app/pages/admin/blog-analytics/ app/pages/admin/charts/ app/ui/

import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { createDraft, expectFine, newTitle, signInAsAdmin, slugOf } from "./admin-writer.ts";
import { expect, visit } from "./visitor.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
const ADDRESS = "/admin/blog-analytics";

let readers = 0;
/** A reader session that no other reader has. */
const session = () => {
  readers += 1;
  return `${process.pid.toString(16)}${readers.toString(16).padStart(4, "0")}`.padStart(32, "b");
};

const headersAt = (site: string) => ({
  "user-agent": FIREFOX,
  origin: site,
  "sec-fetch-site": "same-origin",
  "accept-language": "en",
});

/** A reader opens an article so many times and reads to `scroll` percent. @returns their session */
async function read(request: APIRequestContext, site: string, slug: string, { times = 1, scroll = 0 }): Promise<string> {
  const hit = { session: session(), url: `/story/${slug}`, screen: "1440x900" };
  const kinds = [...Array.from({ length: times }, () => ({ kind: "view" })), { kind: "end", engaged: 20, scroll }];
  for (const kind of kinds) {
    const answer = await request.post(`${site}/api/visits`, { data: { ...hit, ...kind }, headers: headersAt(site) });
    expect(answer.ok()).toBe(true);
  }
  return hit.session;
}

const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const card = (page: Page, label: string) => page.locator(".stat-card").filter({ has: page.getByText(label, { exact: true }) });

/** A published article that no other test knows. */
async function publish(page: Page): Promise<string> {
  const title = newTitle("A lark's own figures").replaceAll("'", "");
  await createDraft(page, title);
  await page.getByLabel("Status").selectOption("published");
  await page.getByRole("button", { name: "Update Post" }).click();
  await expect(page.getByRole("list", { name: "Notifications" }).getByText("Post updated")).toBeVisible();
  return title;
}

test("an article's views, likes and readers are next to each other", async ({ visitor, site, request }) => {
  const title = await publish(visitor);
  const slug = slugOf(title);
  const fan = await read(request, site, slug, { times: 2, scroll: 95 });
  await read(request, site, slug, { scroll: 55 });
  const post = (await (await request.get(`${site}/api/posts/${slug}`)).json()) as { id: string };
  const like = await request.post(`${site}/api/likes/toggle`, {
    data: { article_id: post.id },
    headers: { ...headersAt(site), "x-session-id": fan },
  });
  expect(like.status()).toBe(200);

  await visit(visitor, ADDRESS);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Blog Analytics");
  await expect(visitor).toHaveTitle(/^Blog Analytics · /);
  await visitor.getByRole("button", { name: "Refresh" }).click();
  await expect(card(visitor, "Total Views")).toContainText("Page views of published posts");
  const top = panel(visitor, "Top Performing Posts");
  await top.getByRole("searchbox", { name: "Search posts" }).fill(title.toUpperCase());
  await expect(visitor).toHaveURL(/[?&]search=/);
  const row = top.getByRole("row").filter({ hasText: title });
  await expect(row.getByRole("cell")).toHaveText([new RegExp(`${title}.*Productivity1 min read`), "3", "1", "0", "33.33%"]);
  await expect(row.locator("time")).toHaveAttribute("datetime", /^\d{4}-\d\d-\d\dT/);
  await expect(top.getByRole("row")).toHaveCount(2);

  const funnel = panel(visitor, "Read Funnel");
  await expect(funnel.getByRole("heading", { level: 3 })).toHaveText("All posts that match your filters");
  await funnel.getByRole("link", { name: title }).click();
  await expect(visitor).toHaveURL(new RegExp(`post=${post.id}`));
  await expect(funnel.getByRole("heading", { level: 3 })).toHaveText(title);
  await expect(funnel.getByRole("listitem")).toContainText([
    /Viewed.*2 times100\.0%/,
    /Started reading.*2 times100\.0%/,
    /Read half.*2 times100\.0%/,
    /Finished.*1 times50\.0%/,
    /Liked.*1 times50\.0%/,
    /Commented.*0 times0\.0%/,
  ]);
  await visitor.reload();
  await expect(funnel.getByRole("heading", { level: 3 })).toHaveText(title);
  await funnel.getByRole("link", { name: "Show all" }).click();
  await expect(funnel.getByRole("heading", { level: 3 })).toHaveText("All posts that match your filters");

  await expect(card(visitor, "Total Posts")).toContainText(/^Total Posts\d+/);
  await expect(card(visitor, "Total Views")).toContainText(/from the last period/);
  await expect(card(visitor, "Engagement Rate")).toContainText(/^Engagement Rate\d+\.\d\d%/);
  await expect(card(visitor, "Avg. Read Time")).toContainText(/^Avg\. Read Time\d+ min/);
  await expect(panel(visitor, "Device Breakdown").getByRole("listitem").filter({ hasText: "Desktop" })).toContainText("%");
  await expect(panel(visitor, "Browser Breakdown").getByRole("listitem").filter({ hasText: "Firefox" })).toContainText("%");
  await expect(panel(visitor, "Visitor Locations").getByRole("listitem").first()).toContainText("visits");

  const [download] = await Promise.all([
    visitor.waitForEvent("download"),
    top
      .getByRole("button", { name: "Export Top Performing Posts" })
      .click()
      .then(() => visitor.getByRole("menuitem", { name: "Download CSV" }).click()),
  ]);
  expect(download.suggestedFilename()).toMatch(/^top-performing-posts-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  const [head, line, ...rest] = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(head).toBe("id,title,slug,category,publishedAt,readTime,views,likes,comments,engagementRate");
  expect(line).toMatch(new RegExp(`^${post.id},${title},${slug},Productivity,.*,1,3,1,0,33.33$`));
  expect(rest).toEqual([""]);
});

test("a category filters the lists, and the chart has a table", async ({ visitor }) => {
  await signInAsAdmin(visitor, `${ADDRESS}?range=7d`);
  const performance = panel(visitor, "Category Performance");
  const chosen = performance.getByRole("link", { name: /: show only its posts$/ }).first();
  const category = ((await chosen.textContent()) ?? "").replace(": show only its posts", "").trim();
  await chosen.click();
  const top = panel(visitor, "Top Performing Posts");
  await expect(visitor).toHaveURL(/range=7d&category=[0-9a-f-]{36}$/);
  await expect(top.getByLabel("Category").locator("option:checked")).toHaveText(category);
  await expect(top.getByLabel("Category").locator("option").first()).toHaveText("All Categories");
  await expect(top.getByRole("row").nth(1)).toContainText(category);
  await top.getByLabel("Category").selectOption("All Categories");
  await expect(visitor).toHaveURL(`${ADDRESS}?range=7d`);
  await visitor.goBack();
  await expect(top.getByLabel("Category").locator("option:checked")).toHaveText(category);

  const trend = panel(visitor, "Engagement Trends");
  await trend.getByRole("button", { name: "Likes" }).click();
  await trend.getByText("Show as table").click();
  await expect(trend.getByRole("row")).toHaveCount(8);
  await expect(trend.getByRole("columnheader").nth(1)).toHaveText("Likes");
});

test("the screen says so when there is nothing", async ({ visitor }) => {
  await signInAsAdmin(visitor, `${ADDRESS}?search=nobody+wrote+this`);
  const top = panel(visitor, "Top Performing Posts");
  await expect(top).toContainText("No posts match your current filters.");
  await expectFine(visitor, "Blog Analytics without a match");
  await visit(visitor, `${ADDRESS}?range=custom&from=2001-01-01&to=2001-01-07`);
  await expect(top).toContainText("No posts available for this period.");
  await expect(panel(visitor, "Device Breakdown")).toContainText("No device data available");
  await expect(panel(visitor, "Browser Breakdown")).toContainText("No browser data available");
  await expect(panel(visitor, "Visitor Locations")).toContainText("No location data available yet.");
  await expect(card(visitor, "Total Views")).toContainText(/^Total Views0No change/);
  await expect(card(visitor, "Engagement Rate")).toContainText(/^Engagement Rate0\.00%No change/);
});

test("the screen is accessible, at every width, in both themes", async ({ visitor }) => {
  await signInAsAdmin(visitor, ADDRESS);
  await expect(panel(visitor, "Category Performance").getByRole("row").nth(1)).toBeVisible();
  for (const width of [1600, 1280, 320]) {
    await visitor.setViewportSize({ width, height: 800 });
    await expectFine(visitor, `Blog Analytics, ${width} px wide`);
    const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(hidden, "px that one would have to scroll sideways for").toBe(0);
  }
});

test("a failure to load figures is reported, and they can be loaded again", async ({ visitor }) => {
  visitor.forgive("500");
  await signInAsAdmin(visitor, "/admin/dashboard");
  const figures = /\/api\/admin\/analytics\/blog(\?.*)?$/;
  const refused = { code: "unavailable", message: "The database is resting." };
  await visitor.route(figures, (route) => route.fulfill({ status: 500, json: refused }));
  await visit(visitor, ADDRESS);
  const alert = visitor.getByRole("main").getByRole("alert");
  await expect(alert.getByRole("heading")).toHaveText("Error loading analytics");
  await expect(alert).toContainText("The database is resting.");
  await expectFine(visitor, "Blog Analytics without figures");
  await visitor.unroute(figures);
  await alert.getByRole("button", { name: "Try Again" }).click();
  await expect(card(visitor, "Total Posts")).toBeVisible();
  await expect(alert).toHaveCount(0);

  await visitor.route(figures, (route) => route.abort());
  visitor.forgive("net::ERR_FAILED");
  await visit(visitor, `${ADDRESS}?range=90d`);
  await expect(alert).toContainText("An unexpected error occurred");
});
