// slow: app/browser/ app/domain/analytics/ app/http/api/admin/analytics/ app/pages/admin/analytics/
// slow: app/pages/admin/blog-analytics/ app/pages/admin/charts/ app/ui/

import { readFile } from "node:fs/promises";
import type { APIRequestContext, Download, Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { signInAsAdmin } from "./admin-writer.ts";
import { expect, expectAccessible, stayInOneDay } from "./visitor.ts";

// One after the other on one site: each needs its own visits there, and none changes them.
test.describe.configure({ mode: "default" });

const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";

/** A campaign that no other test knows: filtered by it, the screen shows these visits and no others. */
const CAMPAIGN = "utm_source=larkletter&utm_medium=email&utm_campaign=first-light";
const session = (digit: number) => String(digit).repeat(32);

/** The hits that a page's tracker sends. */
async function sendHit(request: APIRequestContext, site: string, userAgent: string, hit: object): Promise<void> {
  const headers = { "user-agent": userAgent, origin: site, "sec-fetch-site": "same-origin", "accept-language": "en" };
  const answer = await request.post(`${site}/api/visits`, { data: hit, headers });
  expect(answer.ok()).toBe(true);
}

/** Three readers, four page views, one of the visits over. */
async function threeCome(request: APIRequestContext, site: string): Promise<void> {
  const [home, about] = [`/?${CAMPAIGN}`, `/about?${CAMPAIGN}`];
  await sendHit(request, site, CHROME, { kind: "view", session: session(1), url: home, screen: "1920x1080" });
  await sendHit(request, site, CHROME, { kind: "view", session: session(1), url: "/about", screen: "1920x1080" });
  await sendHit(request, site, CHROME, { kind: "end", session: session(1), url: "/about", engaged: 1, scroll: 90 });
  await sendHit(request, site, SAFARI, { kind: "view", session: session(2), url: about, screen: "390x844" });
  await sendHit(request, site, FIREFOX, { kind: "view", session: session(3), url: about, screen: "1440x900" });
}

test.beforeAll(async ({ playwright, ownSite }) => {
  // A chart below expects them on its last day.
  await stayInOneDay();
  const request = await playwright.request.newContext();
  await threeCome(request, ownSite.address);
  await request.dispose();
});

async function enter(page: Page, address: string): Promise<void> {
  await signInAsAdmin(page, address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Website Analytics");
}

const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
/** Shows another panel of a group. */
const choose = (page: Page, group: string, name: string) =>
  page.getByRole("group", { name: group, exact: true }).getByRole("button", { name, exact: true }).click();
const card = (page: Page, label: string) => page.locator(".stat-card").filter({ has: page.getByText(label, { exact: true }) });
const textOf = async (download: Download) => readFile(await download.path(), "utf8");

async function sidewaysPixels(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test("an admin sees who came, from where and what they read, filtered by one source", async ({ visitor }) => {
  await enter(visitor, "/admin/analytics?source=larkletter");
  await visitor.getByRole("button", { name: "Refresh" }).click();

  await expect(card(visitor, "Total Visits")).toContainText("All time visits");
  await expect(card(visitor, "Unique Visitors")).toContainText(/^Unique Visitors3/);
  await expect(card(visitor, "Unique Visitors")).toContainText("Unique per day");
  await expect(card(visitor, "Page Views")).toContainText(/^Page Views4/);
  await expect(card(visitor, "Session Duration")).toContainText(/\dm \ds/);
  await expect(card(visitor, "Session Duration")).toContainText("1 completed, 2 active");

  const pages = panel(visitor, "Top Pages").getByRole("listitem");
  await expect(pages).toHaveCount(2);
  await expect(pages.first()).toContainText(/\/about.*3 views/);
  await expect(pages.last()).toContainText("1 views");
  await choose(visitor, "Pages", "Entries");
  await expect(panel(visitor, "Entry Pages").getByRole("listitem").first()).toContainText(/2 visits began here/);
  await choose(visitor, "Pages", "Exits");
  await expect(panel(visitor, "Exit Pages").getByRole("listitem")).toContainText([/3 visits ended here/]);
  await expect(panel(visitor, "Device Breakdown").getByRole("listitem")).toContainText([/Desktop.*66\.7%/, /Mobile.*33\.3%/]);
  for (const browser of ["Chrome", "Safari", "Firefox"])
    await expect(panel(visitor, "Browser Breakdown").getByRole("listitem").filter({ hasText: browser })).toContainText("33.3%");
  await expect(panel(visitor, "Top Locations").getByRole("listitem")).toContainText([/Unknown.*#1.*3 visits/]);
  await choose(visitor, "Sources", "Campaigns");
  await expect(panel(visitor, "Campaigns").getByRole("listitem")).toContainText([/first-light/]);

  const sessions = panel(visitor, "Recent Sessions").getByRole("row");
  await expect(sessions).toHaveCount(4);
  await expect(sessions.filter({ hasText: "Chrome 142" })).toContainText(/Unknown.*Desktop.*Windows.*Completed/);
  await expect(sessions.filter({ hasText: "Safari" })).toContainText(/Mobile.*iOS.*Active/);
});

test("where readers came from and what they read is answered without scrolling", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await signInAsAdmin(visitor, "/admin/analytics?range=last-week");
  for (const title of ["Top Pages", "Sources"]) {
    const fifth = panel(visitor, title).getByRole("listitem").nth(4);
    await expect(fifth, title).toBeVisible();
    await expect(async () => {
      const { y = 0, height = 0 } = (await fifth.boundingBox()) ?? {};
      expect(y + height, `where the fifth of ${title} ends`).toBeLessThanOrEqual(900);
    }).toPass({ timeout: 15_000 });
  }
  expect(await visitor.evaluate(() => scrollY)).toBe(0);
});

test("bars stand out from light and from dark paper", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/analytics");
  const bar = panel(visitor, "Sources").locator(".bar").first();
  await expect(bar).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await visitor.emulateMedia({ colorScheme });
    const contrast = await bar.evaluate((element) => {
      const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
      const luminance = (color: string) => {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) =>
          value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const paper = getComputedStyle(document.documentElement).backgroundColor;
      const [low = 0, high = 0] = [getComputedStyle(element).backgroundColor, paper].map(luminance).sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    });
    expect(contrast, colorScheme).toBeGreaterThanOrEqual(1.8);
  }
});

test("the screen is accessible, at every width, in both themes", async ({ visitor }) => {
  await enter(visitor, "/admin/analytics?source=larkletter");
  await expect(panel(visitor, "Recent Sessions").getByRole("row")).toHaveCount(4);
  for (const [width, scheme] of [
    [1280, "light"],
    [320, "dark"],
    [1600, "dark"],
  ] as const) {
    await visitor.setViewportSize({ width, height: 800 });
    await visitor.emulateMedia({ colorScheme: scheme });
    await expectAccessible(visitor, `Website Analytics, ${width} px wide, ${scheme}`);
    expect(await sidewaysPixels(visitor), "px that one would have to scroll sideways for").toBe(0);
  }
});

test("a phone shows small figures side by side, and each visit in a few lines", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(visitor, "/admin/analytics");
  const visits = visitor.getByRole("table", { name: "Recent sessions" }).locator("tbody tr");
  await expect(visits.first()).toBeVisible();
  const cards = visitor.locator(".stat-card");
  await expect(cards.first().locator(".stat-value")).toHaveText(/\d/);
  await expect(async () => {
    const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(tops.length / 2);
    const heights = await visits.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    // Long places and late hours take a line more.
    expect(Math.max(...heights)).toBeLessThan(250);
  }).toPass();
  await expect.poll(() => sidewaysPixels(visitor)).toBe(0);
});

test("a click on a page filters every panel, and the filter is in the URL", async ({ visitor }) => {
  await enter(visitor, "/admin/analytics?source=larkletter");
  // A filter keeps its place on the screen.
  await visitor.setViewportSize({ width: 1280, height: 500 });
  const page = panel(visitor, "Top Pages").getByRole("link").last();
  await page.scrollIntoViewIfNeeded();
  const before = await visitor.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(100);
  await page.click();
  await expect(visitor).toHaveURL("/admin/analytics?path=%2F&source=larkletter");
  await expect(panel(visitor, "Top Pages")).toBeInViewport();
  expect(await visitor.evaluate(() => scrollY)).toBeGreaterThan(before / 2);
  await expect(card(visitor, "Page Views")).toContainText(/^Page Views1/);
  await expect(panel(visitor, "Recent Sessions").getByRole("row")).toHaveCount(2);

  const chips = visitor.getByRole("group", { name: "Filtered by" });
  await visitor.reload();
  await chips.getByRole("button", { name: "Page: / (remove this filter)" }).click();
  await expect(visitor).toHaveURL("/admin/analytics?source=larkletter");
  await expect(card(visitor, "Page Views")).toContainText(/^Page Views4/);
  await visitor.goBack();
  await chips.getByRole("button", { name: "Clear all" }).click();
  await expect(visitor).toHaveURL("/admin/analytics");
});

test("the panels say so when there are no visits", async ({ visitor }) => {
  await enter(visitor, "/admin/analytics?source=nobody.example");
  await expect(panel(visitor, "Recent Sessions")).toContainText("No recent sessions found");
  await expect(card(visitor, "Unique Visitors")).toContainText(/^Unique Visitors0No change/);
  await expect(card(visitor, "Session Duration")).toContainText("0m 0s");
  await expectAccessible(visitor, "Website Analytics without visits");
});

test("the range is chosen, stays in the URL, and is compared with the previous period", async ({ visitor }) => {
  await enter(visitor, "/admin/analytics");
  const range = visitor.getByLabel("Time range");
  await expect(range.locator("option")).toHaveText([
    "Yesterday",
    "Last week",
    "Last 7 days",
    "Last 30 days",
    "Last 90 days",
    "Last year",
    "Custom range",
  ]);
  await expect(range).toHaveValue("30d");
  await range.selectOption("Last 7 days");
  await expect(visitor).toHaveURL("/admin/analytics?range=7d");
  await expect(visitor.getByText(/ so far, compared with .* until \d+:\d\d [AP]M$/)).toBeVisible();
  const table = panel(visitor, "Day by Day").getByRole("table");
  await panel(visitor, "Day by Day").getByText("Show as table").click();
  await expect(table.getByRole("row")).toHaveCount(8);
  await expect(table.getByRole("columnheader").first()).toHaveText("Day");
  await expect(table.getByRole("rowheader")).toHaveText([...Array(6).fill(/^[\d/]+$/), /^[\d/]+ \(so far\)$/]);
  const legend = panel(visitor, "Day by Day").locator(".chart-legend");
  await expect(legend).toContainText("Today so far");
  const wayToToday = panel(visitor, "Day by Day").locator("path.recharts-line-curve[stroke-dasharray='3 4']");
  await expect(wayToToday).toHaveCount(1);
  await visitor.reload();
  await expect(range).toHaveValue("7d");

  await range.selectOption("Custom range");
  await visitor.getByLabel("From", { exact: true }).fill("2026-02-03");
  await visitor.getByLabel("To", { exact: true }).fill("2026-02-01");
  await expect(visitor.getByText("The first day must not be after the last.")).toBeVisible();
  await expect(visitor).not.toHaveURL(/to=2026-02-01/);
  await visitor.getByLabel("To", { exact: true }).fill("2026-02-05");
  await expect(visitor).toHaveURL("/admin/analytics?range=custom&from=2026-02-03&to=2026-02-05");
  await expect(legend).not.toContainText("so far");
  await expect(wayToToday).toHaveCount(0);
  await expect(visitor.getByText("02/03/2026 – 02/05/2026 compared with 01/31/2026 – 02/02/2026")).toBeVisible();
});

test("an invalid range says why, and the default range is used", async ({ visitor }) => {
  await enter(visitor, "/admin/analytics?range=custom&from=2026-02-09&to=2026-02-01");
  await expect(visitor.getByText("The first day must not be after the last.")).toBeVisible();
  await expectAccessible(visitor, "days that can't be");
});

test("the chart is operated by keys, and every panel can be exported", async ({ visitor }) => {
  await enter(visitor, "/admin/analytics?range=7d&source=larkletter");
  const days = panel(visitor, "Day by Day");
  // The point under the mouse has precedence over the one chosen by keys.
  await visitor.mouse.move(0, 0);
  await days.getByRole("button", { name: "Visitors" }).press("Enter");
  const curve = days.getByRole("application", { name: /^Day by day: Visitors/ });
  await curve.focus();
  // The last day is today; another key press stays there.
  await expect(async () => {
    await visitor.keyboard.press("ArrowRight");
    await expect(days.locator(".chart-tip")).toContainText("Visitors: 3", { timeout: 500 });
  }).toPass();
  await expect(days.locator(".chart-tip-day")).toHaveText(/, so far$/);

  const take = async (title: string, kind: string) => {
    await panel(visitor, title)
      .getByRole("button", { name: `Export ${title}` })
      .click();
    const [download] = await Promise.all([
      visitor.waitForEvent("download"),
      visitor.getByRole("menuitem", { name: kind }).click(),
    ]);
    return download;
  };
  const csv = await take("Top Pages", "Download CSV");
  expect(csv.suggestedFilename()).toMatch(/^top-pages-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await textOf(csv)).split("\r\n");
  expect(lines[0]).toMatch(/^path,title,.*views,/);
  expect(lines[1]).toMatch(/^\/about,/);
  expect(lines).toHaveLength(4);
  const json = await take("Device Breakdown", "Download JSON");
  expect(json.suggestedFilename()).toMatch(/^device-breakdown-.*\.json$/);
  expect(JSON.parse(await textOf(json))).toMatchObject({
    items: [{ value: "desktop", visits: 2 }, { value: "mobile" }],
    total: 2,
  });
});

test("the current readers are updated automatically", async ({ visitor, site, request }) => {
  await enter(visitor, "/admin/analytics");
  const live = panel(visitor, "Readers Right Now");
  await expect(live).toContainText("Active in the last 5 minutes");
  const privacy = live.getByRole("listitem").filter({ has: visitor.locator('[title="/privacy"]') });
  await expect(privacy).toHaveCount(0);
  await sendHit(request, site, FIREFOX, { kind: "view", session: session(4), url: "/privacy", screen: "1440x900" });
  await live.locator("summary").click();
  await expect(privacy).toHaveText(/1$/);
  await expect(live.locator(".live-count")).toHaveText(/^[1-9]\d*$/);
});

test("figures that can't be loaded are zeros and empty lists, with a way to try again", async ({ visitor }) => {
  visitor.forgive("500");
  await visitor.route("**/api/admin/analytics/**", (route) => route.fulfill({ status: 500, body: "" }));
  await enter(visitor, "/admin/analytics?source=larkletter");
  await expect(card(visitor, "Total Visits")).toContainText(/^Total Visits0/);
  await expect(card(visitor, "Session Duration")).toContainText("0m 0s");
  await expect(panel(visitor, "Recent Sessions")).toContainText("No recent sessions found");
  await expect(panel(visitor, "Readers Right Now")).toContainText("Not connected. Trying again");
  await expectAccessible(visitor, "Website Analytics without a server");
  await visitor.unroute("**/api/admin/analytics/**");
  await panel(visitor, "Recent Sessions").getByRole("button", { name: "Try Again" }).click();
  await expect(panel(visitor, "Recent Sessions").getByRole("row")).toHaveCount(4);
  await expect(panel(visitor, "Top Pages")).toContainText("Could not be loaded.");
});
