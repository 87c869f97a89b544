import type { Page } from "@playwright/test";
import { expect, hydrated, markWindow, requestsReported, test, visit, visitWithLikes } from "./visitor.ts";

// Each test that likes has an article of its own: they run side by side on one site.

const SESSION = "reader_session";
const session = (page: Page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "null"), SESSION);
const button = (page: Page) =>
  page.getByRole("region", { name: "Like and share" }).getByRole("button", { name: /Like this article|Updating/ });
const toasts = (page: Page) => page.getByRole("list", { name: "Notifications" }).getByRole("listitem");

/** The number on the like button. */
const likes = async (page: Page) => Number((await button(page).innerText()).replace(/\D/g, ""));

/** Delays or refuses the responses to likes; a refused request never reaches the site. */
async function onToggle(page: Page, answer: Parameters<Page["route"]>[1]): Promise<void> {
  await page.route("**/api/likes/toggle", answer);
}

const FAILURE = { status: 500, json: { code: "unexpected", message: "Something went wrong on our end." } };

test("an article is liked, and the like is taken back", async ({ visitor }) => {
  await visitor.clock.install();
  await visitWithLikes(visitor, "/story/eat-off-the-good-plates");
  const before = await likes(visitor);
  await expect(button(visitor)).toHaveAttribute("aria-pressed", "false");
  await visitor.clock.pauseAt(new Date(Date.now() + 60_000));

  await button(visitor).click();

  await expect(toasts(visitor)).toHaveText(["Article liked!Thanks for liking this article!"]);
  await visitor.clock.runFor(1990);
  await expect(toasts(visitor)).toHaveCount(1);
  await visitor.clock.runFor(20);
  await expect(toasts(visitor)).toHaveCount(0);
  await expect(button(visitor)).toHaveAttribute("aria-pressed", "true");
  await expect(button(visitor)).toHaveText(`Like this article${before + 1}`);
  await expect(
    visitor
      .getByRole("main")
      .locator("header")
      .getByText(`${before + 1} likes`, { exact: true }),
  ).toBeVisible();

  await button(visitor).click();

  await expect(toasts(visitor)).toHaveText(["Like removedLike has been removed"]);
  await visitor.clock.runFor(2010);
  await expect(toasts(visitor)).toHaveCount(0);
  await expect(button(visitor)).toHaveAttribute("aria-pressed", "false");
  await expect(button(visitor)).toHaveText(`Like this article${before}`);
});

test("two tabs are one reader, another browser is another", async ({ visitor, context, newBrowser }) => {
  const address = "/story/soup-on-thursdays";
  await visitWithLikes(visitor, address);
  const before = await likes(visitor);
  const tab = await context.newPage();
  await visitWithLikes(tab, address);
  await expect(button(tab)).toHaveAttribute("aria-pressed", "false");

  await button(visitor).click();
  await expect(toasts(visitor)).toContainText(["Article liked!"]);

  await visitWithLikes(tab, address);
  await expect(button(tab)).toHaveAttribute("aria-pressed", "true");
  await expect(button(tab)).toHaveText(`Like this article${before + 1}`);
  const { id } = await session(visitor);
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(await session(tab)).toMatchObject({ id, isActive: true });

  const stranger = await newBrowser();
  await visitWithLikes(stranger, address);
  await expect(button(stranger)).toHaveText(`Like this article${before + 1}`);
  await expect(button(stranger)).toHaveAttribute("aria-pressed", "false");
  expect((await session(stranger)).id).not.toBe(id);

  // Taken back in another tab than it was given in.
  await button(tab).click();
  await expect(toasts(tab)).toContainText(["Like removed"]);
  await visitWithLikes(visitor, address);
  await expect(button(visitor)).toHaveAttribute("aria-pressed", "false");
  await expect(button(visitor)).toHaveText(`Like this article${before}`);
});

test("a like shows at once, before the site responds", async ({ visitor }) => {
  await visitWithLikes(visitor, "/story/four-minutes-nobody-notices");
  const before = await likes(visitor);
  const held = Promise.withResolvers<void>();
  let asked = 0;
  await onToggle(visitor, async (route) => {
    asked += 1;
    await held.promise;
    await route.continue();
  });

  await button(visitor).click();

  await expect(button(visitor)).toHaveText(`Updating...${before + 1}`);
  await expect(button(visitor)).toHaveAttribute("aria-pressed", "true");
  await expect(toasts(visitor)).toHaveCount(0);
  // Disabled for assistive technology, but a finger can still tap it.
  await button(visitor).click({ force: true });
  held.resolve();
  await expect(toasts(visitor)).toContainText(["Article liked!"]);
  await expect(button(visitor)).toHaveText(`Like this article${before + 1}`);
  expect(asked).toBe(1);
});

test("a like that fails is rolled back with a message", async ({ visitor }) => {
  visitor.forgive("500");
  await visitor.clock.install();
  await visitWithLikes(visitor, "/story/predictable-surprises");
  const before = await likes(visitor);
  const held = Promise.withResolvers<void>();
  await onToggle(visitor, async (route) => {
    await held.promise;
    await route.fulfill(FAILURE);
  });
  await button(visitor).click();
  await expect(button(visitor)).toHaveText(`Updating...${before + 1}`);
  await visitor.clock.pauseAt(new Date(Date.now() + 60_000));
  held.resolve();

  await expect(toasts(visitor)).toHaveText(["ErrorFailed to update like. Please try again."]);
  await visitor.clock.runFor(2990);
  await expect(toasts(visitor)).toHaveCount(1);
  await visitor.clock.runFor(20);
  await expect(toasts(visitor)).toHaveCount(0);
  await expect(button(visitor)).toHaveText(`Like this article${before}`);
  await expect(button(visitor)).toHaveAttribute("aria-pressed", "false");
});

test("the cards of the home page can be liked", async ({ visitor }) => {
  await visitWithLikes(visitor, "/");
  const heart = visitor.getByRole("button", { name: /like “The Bicycle of Theseus”/ });
  const before = Number(await heart.innerText());
  const sameWindow = await markWindow(visitor);
  await heart.click();
  await expect(toasts(visitor)).toContainText(["Article liked!"]);
  await expect(heart).toHaveText(String(before + 1));
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await visitor.getByRole("link", { name: "The Bicycle of Theseus", exact: true }).click();
  await expect(button(visitor)).toHaveText(`Like this article${before + 1}`);
  await expect(button(visitor)).toHaveAttribute("aria-pressed", "true");
  expect(await sameWindow()).toBe(true);
});

test("the listing can be liked, and doesn't report a failure", async ({ visitor }) => {
  visitor.forgive("500");
  await visitWithLikes(visitor, "/view-all");
  const heart = visitor.getByRole("button", { name: /like “The Spreadsheet That Chose the Wrong Flat”/ });
  const before = Number(await heart.innerText());
  // It shows at once; the next page has it when the site does.
  const stored = visitor.waitForResponse("**/api/likes/toggle");
  await heart.click();
  await expect(heart).toHaveText(String(before + 1));
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await (await stored).finished();
  await visitWithLikes(visitor, "/view-all");
  await expect(heart).toHaveAttribute("aria-pressed", "true");

  await onToggle(visitor, (route) => route.fulfill(FAILURE));
  const answered = visitor.waitForResponse("**/api/likes/toggle");
  await heart.click();
  await (await answered).finished();
  await expect(heart).toHaveText(String(before + 1));
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(toasts(visitor)).toHaveCount(0);
});

test("likes are loaded together, and not twice within a second", async ({ visitor }) => {
  const asked: string[] = [];
  visitor.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/likes/stats") asked.push(url.searchParams.get("ids") ?? "");
  });
  await visitWithLikes(visitor, "/view-all");
  expect(asked.map((ids) => ids.split(",").length)).toEqual([6]);
  const list = visitor.getByRole("button", { name: "List view" });
  await list.click();
  await expect(list).toHaveAttribute("aria-pressed", "true");
  await visitWithLikes(visitor, "/story/how-to-hand-back-a-promotion");
  const [ids = ""] = asked.slice(1);
  expect(asked).toHaveLength(2);
  expect(new Set(ids.split(",")).size).toBe(4);
});

test("likes that can't be loaded count as none", async ({ visitor }) => {
  visitor.forgive("500");
  await visitor.route("**/api/likes/stats?*", (route) => route.fulfill(FAILURE));
  await visit(visitor, "/story/why-the-way-home-feels-shorter");
  await expect(button(visitor)).toHaveText("Like this article");
  await expect(button(visitor)).toHaveAttribute("aria-pressed", "false");
  await expect(toasts(visitor)).toHaveCount(0);
});

test("the likes of an article are loaded once, even when hydration is slow", async ({ visitor }) => {
  const slow = await visitor.context().newCDPSession(visitor);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 10 });
  await visitor.clock.install();
  const asked: string[] = [];
  visitor.on("request", (request) => {
    if (request.url().includes("/api/likes/stats"))
      asked.push(...(new URL(request.url()).searchParams.get("ids") ?? "").split(","));
  });
  await visitWithLikes(visitor, "/story/mood-tracking-guide");
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  // Longer than the 200 ms of their delay and the second within which they are loaded once.
  await visitor.clock.runFor(2500);
  await requestsReported(visitor);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked).toEqual([...new Set(asked)]);
});

test("likes given before the page's script runs are sent once, and none is taken back", async ({ visitor }) => {
  const sent: string[] = [];
  visitor.on("request", (request) => {
    if (request.url().includes("/api/likes/toggle")) sent.push(request.method());
  });
  // The entry waits until the buttons have been pressed.
  let pressed = Promise.withResolvers<void>();
  await visitor.route(/\/assets\/(?!before-paint).*\.js$/, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  const open = async (presses: number) => {
    pressed = Promise.withResolvers<void>();
    await visitor.goto("/story/two-small-gaps-in-a-wheat-field", { waitUntil: "domcontentloaded" });
    await visitor.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    for (let press = 0; press < presses; press += 1) await button(visitor).click();
    const stats = visitor.waitForResponse(/\/api\/likes\/stats\?/);
    pressed.resolve();
    await (await stats).finished();
  };

  await open(1);
  await expect(toasts(visitor)).toHaveText(["Article liked!Thanks for liking this article!"]);
  await expect(button(visitor)).toHaveAttribute("aria-pressed", "true");
  expect(sent).toHaveLength(1);

  // It is liked already, which the page didn't show yet.
  await open(1);
  await expect(button(visitor)).toHaveAttribute("aria-pressed", "true");
  await open(2);
  await requestsReported(visitor);
  await expect(button(visitor)).toHaveAttribute("aria-pressed", "true");
  expect(sent).toHaveLength(1);
});

test("a press before the script runs doesn't count any more after the button was used", async ({ visitor, newBrowser }) => {
  const sent: string[] = [];
  visitor.on("request", (request) => {
    if (request.url().includes("/api/likes/toggle")) sent.push(request.method());
  });
  const [pressed, known] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await visitor.route(/\/assets\/(?!before-paint).*\.js$/, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await visitor.route(/\/api\/likes\/stats\?/, async (route) => {
    await known.promise;
    await route.continue();
  });
  const story = "/story/the-backup-that-was-never-there";
  await visitor.goto(story, { waitUntil: "domcontentloaded" });
  await visitor.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await button(visitor).click();
  pressed.resolve();
  await hydrated(visitor);
  for (const state of ["true", "false"]) {
    const stored = visitor.waitForResponse("**/api/likes/toggle");
    await button(visitor).click();
    await expect(button(visitor)).toHaveAttribute("aria-pressed", state);
    await (await stored).finished();
    await expect(button(visitor)).not.toHaveAttribute("aria-disabled", "true");
  }
  known.resolve();
  const other = await newBrowser();
  await visitWithLikes(other, story);
  const stored = other.waitForResponse("**/api/likes/toggle");
  await button(other).click();
  await (await stored).finished();
  // Away and back: the page asks again after a second, and hears of the other reader's like.
  await visitor.clock.install();
  await visitor.getByRole("banner").getByRole("link", { name: "About" }).first().click();
  await expect(visitor).toHaveURL("/about");
  await visitor.clock.runFor(1000);
  const stats = visitor.waitForResponse(/\/api\/likes\/stats\?/);
  await visitor.goBack();
  await (await stats).finished();
  await expect.poll(() => likes(visitor)).toBe(await likes(other));
  await requestsReported(visitor);
  await expect(button(visitor)).toHaveAttribute("aria-pressed", "false");
  expect(sent).toHaveLength(2);
});
