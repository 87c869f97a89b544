// slow: app/browser/tracker.ts app/domain/analytics/ app/pages/admin/analytics/ app/pages/admin/blog-analytics/
// slow: app/pages/admin/charts/

import type { APIRequestContext, BrowserContextOptions, Page } from "@playwright/test";
import { onSiteWith, signIn } from "./account-visitor.ts";
import { ADMIN } from "./own-site.ts";
import { expect, expectAccessible, hydrated, stayInOneDay, visit, visitWithLikes } from "./visitor.ts";

/** A site with no content but this test's, so that each figure is that of the visits below and of no others. */
const test = onSiteWith({ DEMO_CONTENT: "false" });

const desktop = { viewport: { width: 1280, height: 720 }, screen: { width: 1920, height: 1080 } };
const phone = { viewport: { width: 390, height: 760 }, screen: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const tablet = { viewport: { width: 800, height: 1000 }, screen: { width: 800, height: 1280 }, hasTouch: true };
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const CHROME: BrowserContextOptions = { ...desktop, userAgent: `${WINDOWS} Chrome/142.0.0.0 Safari/537.36` };
const EDGE: BrowserContextOptions = { ...desktop, userAgent: `${WINDOWS} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0` };
const FIREFOX: BrowserContextOptions = {
  ...desktop,
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
};
const IPHONE: BrowserContextOptions = {
  ...phone,
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
};
const ANDROID: BrowserContextOptions = {
  ...tablet,
  userAgent: "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
};

const FIRST = { title: "First light", slug: "first-light" };
const SECOND = { title: "Second thoughts", slug: "second-thoughts" };
const [LIGHT, THOUGHTS] = [`/story/${FIRST.slug}`, `/story/${SECOND.slug}`];
const LETTER = "utm_source=letter&utm_medium=email&utm_campaign=autumn";
const GOOGLE = "https://www.google.com/";

/** One visit: where it begins and comes from, and what happens then. `leaves`: the page is hidden in the end. */
type Visit = {
  browser: BrowserContextOptions;
  first: string;
  referer?: string;
  does?: "about" | "reads" | "likes";
  leaves?: boolean;
};
const VISITS: Visit[] = [
  { browser: CHROME, first: LIGHT, referer: GOOGLE, does: "reads", leaves: true },
  // The same computer again: another visit, the same visitor.
  { browser: CHROME, first: "/", leaves: true },
  { browser: EDGE, first: LIGHT, referer: GOOGLE, does: "about", leaves: true },
  { browser: FIREFOX, first: `/?${LETTER}`, does: "about", leaves: true },
  { browser: FIREFOX, first: `${THOUGHTS}?${LETTER}`, does: "reads", leaves: true },
  { browser: IPHONE, first: LIGHT, referer: "https://t.co/", does: "likes", leaves: true },
  { browser: IPHONE, first: THOUGHTS },
  { browser: ANDROID, first: LIGHT, leaves: true },
  { browser: ANDROID, first: "/about" },
  // A program that says so.
  {
    browser: { ...desktop, userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
    first: LIGHT,
  },
  // A visitor who doesn't want to be counted.
  { browser: { ...FIREFOX, extraHTTPHeaders: { "sec-gpc": "1" } }, first: LIGHT },
];

/** Two articles, each long enough that nobody sees a tenth of it at once. */
async function publish(request: APIRequestContext): Promise<void> {
  const answer = await request.post("/auth/v1/token?grant_type=password", { data: ADMIN });
  const { access_token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const category = await request.post("/api/admin/categories", { data: { name: "Walks", slug: "walks" }, headers });
  const { id: category_id } = (await category.json()) as { id: string };
  const content = Array.from({ length: 220 }, (_, n) => `<p>Paragraph ${n} of a long walk over the field at dawn.</p>`).join("");
  for (const { title, slug } of [FIRST, SECOND]) {
    const post = await request.post("/api/admin/posts", {
      data: { title, slug, description: "What is seen on the way.", content, category_id, status: "published" },
      headers,
    });
    expect(post.status(), await post.text()).toBe(201);
  }
}

/** Waits until the site has received the hits of the page. */
const hitSent = (page: Page, kind: string) =>
  page.waitForResponse((response) => {
    const request = response.request();
    return new URL(request.url()).pathname === "/api/visits" && (request.postDataJSON() as { kind: string }).kind === kind;
  });

/** How far an article was read: the last hit has the highest figure. */
type Read = { engaged: number; scroll: number };

/** @returns how far the article of the visit was read, by the page's own hits; null for a visit without an article */
async function come(page: Page, { first, referer, does, leaves }: Visit): Promise<Read | null> {
  let read: Read | null = null;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname !== "/api/visits") return;
    const hit = request.postDataJSON() as Read & { url: string };
    if (hit.url.startsWith("/story/")) read = { engaged: hit.engaged, scroll: hit.scroll };
  });
  const opened = hitSent(page, "view");
  if (does === "likes") await visitWithLikes(page, first);
  else {
    await page.goto(first, referer ? { referer } : {});
    await hydrated(page);
  }
  expect((await opened).ok()).toBe(true);
  if (does === "reads") {
    // Down to the last paragraph, which becomes visible wherever the page grows in the meantime.
    const last = page.getByText("Paragraph 219 of");
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    await page.mouse.wheel(0, 200);
  }
  if (does === "likes") {
    const like = page.getByRole("region", { name: "Like and share" }).getByRole("button", { name: /Like this article|Updating/ });
    const stored = page.waitForResponse("**/api/likes/toggle");
    await like.click();
    await expect(like).toHaveAttribute("aria-pressed", "true");
    expect((await stored).status()).toBe(200);
  }
  if (does === "about") {
    const turned = hitSent(page, "view");
    await page.getByRole("banner").getByRole("link", { name: "About" }).click();
    await turned;
  }
  if (!leaves) return read;
  const left = hitSent(page, "end");
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await left;
  return read;
}

const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const card = (page: Page, label: string) => page.locator(".stat-card").filter({ has: page.getByText(label, { exact: true }) });

async function look(page: Page, address: string): Promise<void> {
  await visit(page, address);
  await page.getByRole("button", { name: "Refresh" }).click();
}

/** Nine visits that count, of five computers; two of them opened a second page. */
async function expectWebsite(page: Page): Promise<void> {
  await look(page, "/admin/analytics");
  await expect(card(page, "Total Visits")).toContainText(/^Total Visits9/);
  await expect(card(page, "Unique Visitors")).toContainText(/^Unique Visitors5/);
  await expect(card(page, "Page Views")).toContainText(/^Page Views11/);
  await expect(card(page, "Session Duration")).toContainText("7 completed, 2 active");
  const rows = (name: string) => panel(page, name).getByRole("listitem");
  await expect(rows("Top Pages")).toContainText([/First light.*4 views/, /About.*3 views/, /2 views/, /2 views/]);
  await expect(rows("Device Breakdown")).toContainText([/Desktop.*55\.6%/, /Mobile.*22\.2%/, /Tablet.*22\.2%/]);
  const shares = { Chrome: "44.4%", Firefox: "22.2%", Safari: "22.2%", "Microsoft Edge": "11.1%" };
  await expect(rows("Browser Breakdown")).toHaveCount(4);
  for (const [browser, share] of Object.entries(shares))
    await expect(rows("Browser Breakdown").filter({ hasText: browser })).toContainText(share);
  await expect(rows("Top Locations")).toContainText([/Unknown.*#1.*9 visits/]);
  const choose = (group: string, name: string) =>
    page.getByRole("group", { name: group, exact: true }).getByRole("button", { name, exact: true }).click();
  await choose("Sources", "Campaigns");
  await expect(rows("Campaigns")).toContainText([/autumn.*2 visits/]);
  await choose("Pages", "Entries");
  await expect(rows("Entry Pages").first()).toContainText(/4 visits began here/);
  await expect(panel(page, "Recent Sessions").getByRole("row")).toHaveCount(1 + 9);
  await expectAccessible(page, "Website Analytics after the visits");

  await look(page, "/admin/analytics?source=Google");
  await expect(card(page, "Unique Visitors")).toContainText(/^Unique Visitors2/);
  await expect(card(page, "Page Views")).toContainText(/^Page Views3/);
}

/** Six views of articles and one like: an engagement rate of 16.67 percent. `started`: how many of them began to read. */
async function expectBlog(page: Page, started: number): Promise<void> {
  await look(page, "/admin/blog-analytics");
  await expect(card(page, "Total Posts")).toContainText(/^Total Posts2/);
  await expect(card(page, "Total Views")).toContainText(/^Total Views6/);
  await expect(card(page, "Engagement Rate")).toContainText(/^Engagement Rate16\.67%/);
  const rows = panel(page, "Top Performing Posts").getByRole("row");
  await expect(rows).toHaveCount(3);
  const figures = (row: number) => rows.nth(row).getByRole("cell");
  await expect(figures(1)).toHaveText([/First light/, "4", "1", "0", "25.00%"]);
  await expect(figures(2)).toHaveText([/Second thoughts/, "2", "0", "0", "0.00%"]);
  await expect(panel(page, "Read Funnel").getByRole("listitem")).toContainText([
    /Viewed.*6 times100\.0%/,
    new RegExp(`Started reading.*${started} times`),
    // Three reached the end within seconds, which doesn't count as reading.
    /Read half.*0 times0\.0%/,
    /Finished.*0 times0\.0%/,
    /Liked.*1 times16\.7%/,
    /Commented.*0 times0\.0%/,
  ]);
  await expect(panel(page, "Device Breakdown").getByRole("listitem")).toContainText([/Desktop.*55\.6%/, /22\.2%/, /22\.2%/]);
}

test("both screens show the owner what readers do in their browsers", async ({ visitor, newBrowser, request }) => {
  // A reader counts as another one on the next day.
  await stayInOneDay();
  await publish(request);
  const lanes = [VISITS.slice(0, 4), VISITS.slice(4, 8), VISITS.slice(8)];
  const reads = await Promise.all(
    lanes.map(async (lane) => {
      const own: (Read | null)[] = [];
      for (const one of lane) own.push(await come(await newBrowser(one.browser), one));
      return own;
    }),
  );
  // The program and the visitor who isn't counted come last, and don't count.
  const counted = reads.flat().slice(0, 9);
  const started = counted.filter((read) => read !== null && (read.scroll >= 10 || read.engaged >= 10)).length;
  expect(started).toBeGreaterThanOrEqual(3);
  await visit(visitor, "/admin/login");
  await signIn(visitor, ADMIN);
  await expect(visitor).toHaveURL("/admin/dashboard");
  await expectWebsite(visitor);
  await expectBlog(visitor, started);
});
