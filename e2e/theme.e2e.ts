import type { Page } from "@playwright/test";
import { expect, hydrated, test, visit } from "./visitor.ts";

const choice = (page: Page, name: string) => page.getByRole("banner").getByRole("button", { name, exact: true });
const html = (page: Page) => page.locator("html");
const background = (page: Page) => html(page).evaluate((element) => getComputedStyle(element).backgroundColor);

test("auto is the system's theme, and follows it", async ({ visitor }) => {
  await visitor.emulateMedia({ colorScheme: "light" });
  await visit(visitor, "/");
  await expect(choice(visitor, "Auto")).toHaveAttribute("aria-pressed", "true");
  await expect(html(visitor)).toHaveAttribute("data-theme", "light");
  const light = await background(visitor);
  await visitor.emulateMedia({ colorScheme: "dark" });
  await expect(html(visitor)).toHaveAttribute("data-theme", "dark");
  await expect.poll(() => background(visitor)).not.toBe(light);
});

test("a choice overrides the system, across pages and reloads, until auto is chosen again", async ({ visitor }) => {
  await visitor.emulateMedia({ colorScheme: "light" });
  await visit(visitor, "/");
  await choice(visitor, "Dark").click();
  await expect(html(visitor)).toHaveAttribute("data-theme", "dark");
  await expect(choice(visitor, "Dark")).toHaveAttribute("aria-pressed", "true");
  await expect(choice(visitor, "Auto")).toHaveAttribute("aria-pressed", "false");

  await visitor.getByRole("link", { name: "Read: Mood Tracking Guide" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toContainText("Mood Tracking Guide");
  await expect(html(visitor)).toHaveAttribute("data-theme", "dark");
  await visitor.reload();
  await hydrated(visitor);
  await expect(html(visitor)).toHaveAttribute("data-theme", "dark");
  await expect(choice(visitor, "Dark")).toHaveAttribute("aria-pressed", "true");

  await choice(visitor, "Auto").click();
  await expect(html(visitor)).toHaveAttribute("data-theme", "light");
  await choice(visitor, "Light").click();
  await visitor.emulateMedia({ colorScheme: "dark" });
  await expect(html(visitor)).toHaveAttribute("data-theme", "light");
});

test("another tab follows at once", async ({ visitor, context }) => {
  await visitor.emulateMedia({ colorScheme: "light" });
  await visit(visitor, "/");
  const tab = await context.newPage();
  await visit(tab, "/about");
  await choice(tab, "Dark").click();
  await expect(html(visitor)).toHaveAttribute("data-theme", "dark");
  await expect(choice(visitor, "Dark")).toHaveAttribute("aria-pressed", "true");
});

test("a page that comes back from the browser's cache has the theme that was chosen meanwhile", async ({ visitor }) => {
  await visitor.emulateMedia({ colorScheme: "light" });
  await visit(visitor, "/");
  // What another tab has stored while this page was away. Headless browsers don't keep pages, so it comes back by its event.
  await visitor.evaluate(() => {
    localStorage.setItem("theme", "dark");
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(html(visitor)).toHaveAttribute("data-theme", "dark");
  await expect(choice(visitor, "Dark")).toHaveAttribute("aria-pressed", "true");
});

const marksDark = () => {
  new MutationObserver((_, observer) => {
    if (document.documentElement?.dataset.theme !== "dark") return;
    observer.disconnect();
    performance.mark("dark");
  }).observe(document, { attributes: true, childList: true, subtree: true });
};

for (const address of ["/", "/story/mood-tracking-guide", "/view-all"]) {
  test(`a chosen theme applies before the first paint of ${address}`, async ({ visitor }) => {
    await visitor.emulateMedia({ colorScheme: "light" });
    await visit(visitor, "/about");
    await choice(visitor, "Dark").click();
    await visitor.addInitScript(marksDark);
    await visit(visitor, address);
    // The page may be hydrated before the browser has reported its first paint.
    await visitor.waitForFunction(() => performance.getEntriesByName("first-paint").length > 0);
    const { dark, painted, body } = await visitor.evaluate(() => ({
      dark: performance.getEntriesByName("dark")[0]?.startTime ?? Number.NaN,
      painted: performance.getEntriesByName("first-paint")[0]?.startTime ?? Number.NaN,
      body: getComputedStyle(document.documentElement).colorScheme,
    }));
    expect(dark).toBeLessThan(painted);
    expect(body).toBe("dark");
  });
}

test("an article waits for the script only if a choice of theme is stored, and reading sets no cookie", async ({
  visitor,
  context,
}) => {
  await visitor.emulateMedia({ colorScheme: "light" });
  const cookies = async () => (await context.cookies()).map(({ name, value }) => `${name}=${value}`);
  /** Twice: the second response is the cached one. */
  const waits = async () => {
    const seen: boolean[] = [];
    for (let time = 0; time < 2; time++) {
      await visit(visitor, "/story/mood-tracking-guide");
      const script = visitor.locator('script[src*="before-paint"]');
      seen.push(await script.evaluate((element) => !(element as HTMLScriptElement).async));
    }
    return seen;
  };
  expect(await waits()).toEqual([false, false]);
  expect(await cookies()).toEqual([]);

  await choice(visitor, "Dark").click();
  await expect.poll(cookies).toEqual(["look=own"]);
  expect(await waits()).toEqual([true, true]);

  await choice(visitor, "Auto").click();
  await expect.poll(cookies).toEqual([]);
  expect(await waits()).toEqual([false, false]);
});

test("each variant of a page has its own entity tag, so that nobody gets the other's", async ({ request }) => {
  const get = (headers: Record<string, string>) => request.get("/story/mood-tracking-guide", { headers });
  const first = (await get({})).headers();
  const own = (await get({ cookie: "look=own" })).headers();
  expect(first.vary).toContain("Cookie");
  expect(own.etag).not.toBe(first.etag);
  const answers = [
    await get({ "if-none-match": first.etag ?? "" }),
    await get({ "if-none-match": own.etag ?? "", cookie: "theme=1; look=own" }),
    await get({ "if-none-match": first.etag ?? "", cookie: "look=own" }),
  ];
  expect(answers.map((answer) => answer.status())).toEqual([304, 304, 200]);
});

test("a theme that is chosen before the script runs is applied once it runs", async ({ visitor }) => {
  await visitor.emulateMedia({ colorScheme: "light" });
  const held = Promise.withResolvers<void>();
  await visitor.route(/\/hydrate-.*\.js/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await visitor.goto("/", { waitUntil: "domcontentloaded" });
  await choice(visitor, "Light").click();
  await choice(visitor, "Dark").click();
  held.resolve();
  await expect(choice(visitor, "Dark")).toHaveAttribute("aria-pressed", "true");
  await expect(visitor.locator("html")).toHaveAttribute("data-theme", "dark");
});
