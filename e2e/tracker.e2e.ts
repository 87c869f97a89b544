// slow: app/browser/ app/domain/analytics/ app/http/api/ app/pages/public/

import { chromium, type Page, type Request } from "@playwright/test";
import config, { args } from "../playwright.config.ts";
import { ADMIN, signIn, test } from "./account-visitor.ts";
import { expect, hydrated, requestsReported, visit } from "./visitor.ts";

const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const STORY = "/story/how-to-hand-back-a-promotion";

test.use({ userAgent: PERSON });

type Hit = {
  kind: string;
  session: string;
  url: string;
  view: number;
  engaged: number;
  scroll: number;
  idle: number;
  who?: string;
  referrer?: string;
};

/** All hits that a page sends for its visit, in order. */
function listenTo(page: Page): Hit[] {
  const hits: Hit[] = [];
  page.on("request", (request: Request) => {
    if (new URL(request.url()).pathname === "/api/visits") hits.push(request.postDataJSON() as Hit);
  });
  return hits;
}

/** Makes the page believe that it was hidden, or is visible again. */
const turn = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

/** Whether the page is scrolled to its end. */
const isAtTheEnd = () => scrollY + innerHeight >= document.body.scrollHeight - 2;

/** Lets more time pass than a page needs to count as viewed. */
async function letViewPass(page: Page): Promise<void> {
  await page.clock.runFor(1500);
  await requestsReported(page);
}

/** From now on time passes in the page only on demand, however slow the machine is. */
const stopClock = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);

test("a view is sent once the page has been visible, then what was read of it", async ({ visitor }) => {
  await visitor.clock.install();
  const hits = listenTo(visitor);
  await visit(visitor, `${STORY}?utm_source=letter&token=secret#top`);
  await expect.poll(() => hits).toMatchObject([{ kind: "view", url: `${STORY}?utm_source=letter`, who: "anonymous" }]);
  expect(hits[0]).toMatchObject({ session: expect.stringMatching(/^[0-9a-f]{32}$/), screen: expect.stringMatching(/^\d+x\d+$/) });

  await visitor.keyboard.press("End");
  await expect.poll(() => visitor.evaluate(isAtTheEnd)).toBe(true);
  await visitor.clock.runFor(1200);
  await visitor.mouse.move(200, 200);
  await turn(visitor, "hidden");
  await expect.poll(() => hits.at(-1)).toMatchObject({ kind: "end", url: `${STORY}?utm_source=letter`, scroll: 100 });
  expect(hits.at(-1)?.engaged).toBeGreaterThanOrEqual(1);
  await turn(visitor, "visible");
  await expect.poll(() => hits.at(-1)).toMatchObject({ kind: "alive" });
  expect(hits.filter(({ kind }) => kind === "view")).toHaveLength(1);
});

test("each change of route is a view, the visit continues, the referrer counts once", async ({ visitor, context }) => {
  const hits = listenTo(visitor);
  await visit(visitor, "/");
  await expect.poll(() => hits.length).toBe(1);
  await visitor.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => hits.map(({ kind, url }) => `${kind} ${url}`)).toEqual(["view /", "alive /", "view /about"]);
  await visitor.goBack();
  await expect.poll(() => hits.at(-1)).toMatchObject({ kind: "view", url: "/" });
  expect(new Set(hits.map(({ session }) => session)).size).toBe(1);

  const tab = await context.newPage();
  const inTab = listenTo(tab);
  await visit(tab, "/about");
  await expect.poll(() => inTab).toMatchObject([{ kind: "view", session: hits[0]?.session }]);
});

test("a page restored from the back-forward cache is a view; a hidden one waits until it is visible", async ({ visitor }) => {
  await visitor.clock.install();
  const hits = listenTo(visitor);
  await visit(visitor, "/about");
  await expect.poll(() => hits.length).toBe(1);
  await visitor.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect.poll(() => hits.map(({ kind }) => kind)).toEqual(["view", "view"]);

  await visitor.addInitScript(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  });
  hits.length = 0;
  await visit(visitor, "/privacy");
  await letViewPass(visitor);
  expect(hits.filter(({ url }) => url === "/privacy")).toEqual([]);
  await turn(visitor, "visible");
  await expect.poll(() => hits.filter(({ url }) => url === "/privacy")).toMatchObject([{ kind: "view" }]);
});

test("an idle tab adds no attention, and says when it was last read", async ({ visitor }) => {
  await visitor.clock.install();
  const hits = listenTo(visitor);
  await visit(visitor, STORY);
  await expect.poll(() => hits.length).toBe(1);
  await visitor.clock.runFor("03:00:00");
  await expect.poll(() => hits.length).toBe(2);
  // Somebody opened it, and may have read for half a minute.
  expect(hits[1]).toMatchObject({ kind: "alive", engaged: 30, view: hits[0]?.view });
  expect(hits[1]?.idle).toBeGreaterThanOrEqual(265);

  await visitor.clock.runFor("00:00:01");
  await turn(visitor, "hidden");
  await requestsReported(visitor);
  expect(hits, "nobody ends a visit that was over hours ago").toHaveLength(2);
});

test("only a reader's activity counts as reading, and a page that is opened again has a new view", async ({ visitor }) => {
  await visitor.clock.install();
  const hits = listenTo(visitor);
  await visit(visitor, "/about");
  await expect.poll(() => hits.length).toBe(1);
  await stopClock(visitor);
  await visitor.mouse.move(100, 100);
  await visitor.clock.runFor(12_000);
  await turn(visitor, "hidden");
  await expect.poll(() => hits.length).toBe(2);
  await visitor.clock.resume();
  await visit(visitor, "/about");
  await expect.poll(() => hits.map(({ kind }) => kind)).toEqual(["view", "end", "view"]);
  // Half a minute after it was opened, and twelve seconds after the mouse moved.
  expect(hits[1]?.engaged).toBe(42);
  expect(hits[1]?.view).toBe(hits[0]?.view);
  expect(hits[2]?.view).not.toBe(hits[0]?.view);
  expect(hits[2]).toMatchObject({ session: hits[0]?.session, engaged: 0 });
});

test("back after 40 minutes, nothing is sent until the reader does something; then a new visit begins", async ({ visitor }) => {
  await visitor.clock.install();
  const hits = listenTo(visitor);
  await visitor.goto(`${STORY}?utm_source=letter`, { referer: "https://news.example/" });
  await expect.poll(() => hits).toMatchObject([{ kind: "view", referrer: "https://news.example/" }]);
  await hydrated(visitor);
  await visitor.keyboard.press("End");
  await expect.poll(() => visitor.evaluate(isAtTheEnd)).toBe(true);
  await stopClock(visitor);
  await turn(visitor, "hidden");
  await expect.poll(() => hits.at(-1)).toMatchObject({ kind: "end", scroll: 100 });
  const before = hits.length;

  await visitor.clock.runFor("00:40:00");
  await turn(visitor, "visible");
  await visitor.clock.runFor(3000);
  await visitor.mouse.move(50, 60);
  await turn(visitor, "hidden");
  await visitor.clock.runFor(1000);
  await turn(visitor, "visible");
  await visitor.clock.runFor(1000);
  await requestsReported(visitor);
  expect(hits).toHaveLength(before);

  await visitor.clock.runFor(3000);
  await visitor.keyboard.press("Shift");
  await expect.poll(() => hits.length).toBe(before + 1);
  const next = hits[before];
  expect(next).toMatchObject({ kind: "view", engaged: 0, scroll: 0, url: `${STORY}?utm_source=letter` });
  expect(next).toMatchObject({ referrer: "https://news.example/" });
  expect(next?.session).not.toBe(hits[0]?.session);
  await visitor.clock.runFor(4000);
  await turn(visitor, "hidden");
  await expect.poll(() => hits.at(-1)).toMatchObject({ kind: "end", session: next?.session, view: next?.view, scroll: 0 });
  expect(hits.at(-1)?.engaged).toBeLessThanOrEqual(8);
});

test("neither a picture that never loads nor leaving at once hides a reader", async ({ visitor }) => {
  const hits = listenTo(visitor);
  await visitor.route("**/never.png", () => {});
  await visitor.addInitScript(() => {
    if (location.pathname === "/") new Image().src = "/never.png";
  });
  await visitor.goto("/", { waitUntil: "commit" });
  await expect.poll(() => hits).toMatchObject([{ kind: "view", url: "/" }]);
  expect(await visitor.evaluate(() => document.readyState)).toBe("interactive");

  // Here half a second takes a minute, so that the page is left before it is over.
  await visitor.addInitScript(() => {
    const later = setTimeout;
    globalThis.setTimeout = ((run: () => void, ms?: number) => later(run, ms === 500 ? 60_000 : ms)) as typeof setTimeout;
  });
  await visit(visitor, STORY);
  hits.length = 0;
  await visitor.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
  await expect.poll(() => hits.map(({ kind, url }) => `${kind} ${url}`)).toEqual([`view ${STORY}`, `end ${STORY}`]);
});

test("a reader on a slow line who leaves before the application is there counts once", async ({ visitor }) => {
  const hits = listenTo(visitor);
  const browser = await visitor.context().newCDPSession(visitor);
  const speed = 50_000;
  const line = { offline: false, latency: 400, downloadThroughput: speed, uploadThroughput: speed };
  await browser.send("Network.emulateNetworkConditions", line);
  await visitor.goto(STORY, { waitUntil: "commit" });
  await expect.poll(() => hits).toMatchObject([{ kind: "view", url: STORY, who: "anonymous" }]);
  await expect(visitor.locator("html")).not.toHaveAttribute("data-hydrated", "true");
  await visitor.goto("about:blank", { waitUntil: "commit" });
  expect(hits.filter(({ kind }) => kind === "view")).toHaveLength(1);
});

test("a browser without beacons counts as well, also one that refuses them", async ({ newBrowser }) => {
  for (const answer of [undefined, false]) {
    const page = await newBrowser({ userAgent: PERSON });
    const hits = listenTo(page);
    await page.addInitScript((answer) => {
      const sendBeacon = answer === undefined ? undefined : () => answer;
      Object.defineProperty(navigator, "sendBeacon", { value: sendBeacon, configurable: true });
    }, answer);
    await visit(page, STORY);
    await expect.poll(() => hits.map(({ kind }) => kind)).toEqual(["view"]);
    await turn(page, "hidden");
    await expect.poll(() => hits.map(({ kind }) => kind)).toEqual(["view", "end"]);
  }
});

test("a browser driven by a program doesn't count", async ({ site }) => {
  const driven = await chromium.launch({
    ...config.use?.launchOptions,
    args: args.filter((arg) => !arg.includes("AutomationControlled")),
  });
  try {
    const page = await driven.newPage({ baseURL: site, userAgent: PERSON });
    await page.clock.install();
    const hits: string[] = [];
    page.on("request", (request) => /\/api\/(visits|views)$/.test(new URL(request.url()).pathname) && hits.push(request.url()));
    await visit(page, STORY);
    expect(await page.evaluate(() => navigator.webdriver)).toBe(true);
    await letViewPass(page);
    await visit(page, "/about");
    expect(hits).toEqual([]);
  } finally {
    await driven.close();
  }
});

test("nothing is sent when no session can be stored", async ({ visitor }) => {
  await visitor.clock.install();
  const asked: string[] = [];
  visitor.on("request", (request) => /\/api\/(visits|views)$/.test(new URL(request.url()).pathname) && asked.push(request.url()));
  await visitor.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
  });
  await visit(visitor, STORY);
  await letViewPass(visitor);
  expect(asked).toEqual([]);
});

test("readers who ask not to be tracked aren't, and no failure shows", async ({ visitor, newBrowser }) => {
  for (const [name, value] of [
    ["doNotTrack", "1"],
    ["globalPrivacyControl", true],
  ] as const) {
    const page = await newBrowser({ userAgent: PERSON });
    await page.clock.install();
    const hits = listenTo(page);
    await page.addInitScript(([name, value]) => Object.defineProperty(navigator, name, { value }), [name, value] as const);
    await visit(page, STORY);
    await letViewPass(page);
    expect(hits, name).toEqual([]);
  }
  visitor.forgive("ERR_FAILED");
  await visitor.route("**/api/visits", (route) => route.abort());
  const refused = visitor.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/visits"));
  await visit(visitor, STORY);
  await refused;
  await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
});

test("hits of admins are marked, and the back office sends none", async ({ visitor }) => {
  await visitor.clock.install();
  const hits = listenTo(visitor);
  await visit(visitor, "/admin/login");
  await signIn(visitor, ADMIN);
  await expect(visitor.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await letViewPass(visitor);
  expect(hits).toEqual([]);
  await visit(visitor, "/about");
  await expect.poll(() => hits).toMatchObject([{ kind: "view", url: "/about", who: "admin" }]);
});
