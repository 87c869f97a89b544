import type { Page, Request } from "@playwright/test";
import { ADMIN, signIn, test } from "./account-visitor.ts";
import { expect, visit } from "./visitor.ts";

const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const STORY = "/story/how-to-hand-back-a-promotion";

test.use({ userAgent: PERSON });

type Told = { kind: string; session: string; url: string; engaged: number; scroll: number; who?: string; referrer?: string };

/** Everything that a page tells of its visit, in order. */
function listenTo(page: Page): Told[] {
  const told: Told[] = [];
  page.on("request", (request: Request) => {
    if (new URL(request.url()).pathname === "/api/visits") told.push(request.postDataJSON() as Told);
  });
  return told;
}

/** Lets the page believe that it was hidden, or is looked at again. */
const turn = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

test("a page is told of once it has been looked at, then what was read of it", async ({ visitor }) => {
  const told = listenTo(visitor);
  const script = visitor.waitForResponse(/\/tracker-[^/]+\.js$/);
  await visit(visitor, `${STORY}?utm_source=letter&token=secret#top`);
  expect((await (await script).request().sizes()).responseBodySize, "compressed, on the wire").toBeLessThanOrEqual(2048);
  await expect.poll(() => told).toMatchObject([{ kind: "view", url: `${STORY}?utm_source=letter`, who: "anonymous" }]);
  expect(told[0]).toMatchObject({ session: expect.stringMatching(/^[0-9a-f]{32}$/), screen: expect.stringMatching(/^\d+x\d+$/) });

  await visitor.keyboard.press("End");
  await visitor.waitForTimeout(1200);
  await visitor.mouse.move(200, 200);
  await turn(visitor, "hidden");
  await expect.poll(() => told.at(-1)).toMatchObject({ kind: "end", url: `${STORY}?utm_source=letter`, scroll: 100 });
  expect(told.at(-1)?.engaged).toBeGreaterThanOrEqual(1);
  await turn(visitor, "visible");
  await expect.poll(() => told.at(-1)).toMatchObject({ kind: "alive" });
  expect(told.filter(({ kind }) => kind === "view")).toHaveLength(1);
});

test("each change of route is a view, one's own session goes on, the referrer counts once", async ({ visitor, context }) => {
  const told = listenTo(visitor);
  await visit(visitor, "/");
  await expect.poll(() => told.length).toBe(1);
  await visitor.getByRole("banner").getByRole("link", { name: "About" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => told.map(({ kind, url }) => `${kind} ${url}`)).toEqual(["view /", "alive /", "view /about"]);
  await visitor.goBack();
  await expect.poll(() => told.at(-1)).toMatchObject({ kind: "view", url: "/" });
  expect(new Set(told.map(({ session }) => session)).size).toBe(1);

  const tab = await context.newPage();
  const inTab = listenTo(tab);
  await visit(tab, "/about");
  await expect.poll(() => inTab).toMatchObject([{ kind: "view", session: told[0]?.session }]);
});

test("a page that comes back as it was left is a view; one that is hidden waits until it is looked at", async ({ visitor }) => {
  const told = listenTo(visitor);
  await visit(visitor, "/about");
  await expect.poll(() => told.length).toBe(1);
  await visitor.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect.poll(() => told.map(({ kind }) => kind)).toEqual(["view", "view"]);

  await visitor.addInitScript(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  });
  told.length = 0;
  await visit(visitor, "/privacy");
  await visitor.waitForTimeout(1500);
  expect(told.filter(({ url }) => url === "/privacy")).toEqual([]);
  await turn(visitor, "visible");
  await expect.poll(() => told.filter(({ url }) => url === "/privacy")).toMatchObject([{ kind: "view" }]);
});

test("who asks not to be tracked isn't, and no failure shows", async ({ visitor, newBrowser }) => {
  for (const [name, value] of [
    ["doNotTrack", "1"],
    ["globalPrivacyControl", true],
  ] as const) {
    const page = await newBrowser({ userAgent: PERSON });
    const told = listenTo(page);
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
    await page.addInitScript(([name, value]) => Object.defineProperty(navigator, name, { value }), [name, value] as const);
    await visit(page, STORY);
    await page.waitForTimeout(1500);
    expect(told, name).toEqual([]);
    expect(scripts.filter((path) => path.includes("tracker"))).toEqual([]);
  }
  visitor.forgive("ERR_FAILED");
  await visitor.route("**/api/visits", (route) => route.abort());
  await visit(visitor, STORY);
  await visitor.waitForTimeout(1500);
  await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
});

test("an admin is told as one, and nothing of the back office", async ({ visitor }) => {
  const told = listenTo(visitor);
  await visit(visitor, "/admin/login");
  await signIn(visitor, ADMIN);
  await expect(visitor.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await visitor.waitForTimeout(1500);
  expect(told).toEqual([]);
  await visit(visitor, "/about");
  await expect.poll(() => told).toMatchObject([{ kind: "view", url: "/about", who: "admin" }]);
});
