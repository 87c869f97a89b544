import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";

export { expect };

/** Messages that a test causes on purpose, by a part of their text. */
type Forgiving = { forgive(part: string): void };

type Fixtures = {
  /** the site's URL, without a trailing slash */
  site: string;
  /** unexpected errors in any browser of the test */
  complaints: string[];
  forgiven: string[];
  visitor: Page & Forgiving;
  /** a page in a separate browser: other storage, another reader */
  newBrowser(options?: BrowserContextOptions): Promise<Page>;
};

/** Records what no page should do: errors and warnings on the console, uncaught errors, requests to other hosts. */
export async function watch(context: BrowserContext, complaints: string[], site: string): Promise<void> {
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => complaints.push(error.error().message));
  context.on("request", (request) => {
    if (!request.url().startsWith(`${site}/`) && !request.url().startsWith("data:"))
      complaints.push(`request to ${request.url()}`);
  });
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`against the content policy: ${violatedDirective} ${blockedURI}`);
    });
  });
}

/** A visitor with a browser. Whatever `watch` records fails the test, unless the test forgives it. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names those that it needs by destructuring, also when it needs none
  site: async ({}, use) => use(process.env.SITE ?? ""),
  baseURL: async ({ site }, use) => use(site),
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names those that it needs by destructuring, also when it needs none
  forgiven: async ({}, use) => use([]),
  complaints: async ({ forgiven }, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints.filter((complaint) => !forgiven.some((part) => complaint.includes(part)))).toEqual([]);
  },
  visitor: async ({ page, context, site, complaints, forgiven }, use) => {
    await watch(context, complaints, site);
    await use(Object.assign(page, { forgive: (part: string) => void forgiven.push(part) }));
  },
  newBrowser: async ({ browser, site, complaints }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ baseURL: site, ...options });
      opened.push(context);
      await watch(context, complaints, site);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});

/** Waits until React has taken over, so that a click works as it does for a person a moment later. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "true");
}

/** Opens a URL and waits for React. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
}

/** Opens a URL and waits until each article shows this session's own likes. */
export async function visitWithLikes(page: Page, address: string): Promise<void> {
  const [stats] = await Promise.all([page.waitForResponse(/\/api\/likes\/stats\?/), visit(page, address)]);
  await stats.finished();
}

const DAY = 86_400_000;
/** Longer than a test takes, in ms. */
const EVENING = 5 * 60_000;

/** Waits for the next day (UTC) if it is about to begin, so that today stays today until the end of the test. */
export async function stayInOneDay(): Promise<void> {
  const left = DAY - (Date.now() % DAY);
  if (left > EVENING) return;
  base.setTimeout(base.info().timeout + left);
  await pause(left);
}

/** Waits until the browser has reported all requests that the page has sent so far. They come in order, so this sends one more. */
export async function requestsReported(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch("/robots.txt")).text());
}

/** Leaves a mark that only a full page load removes. @returns whether the mark is still there */
export async function markWindow(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => void Object.assign(window, { stillTheSame: true }));
  return () => page.evaluate(() => "stillTheSame" in window);
}

/** Goes to a path within the page, as a link or the back button would, even where no link leads. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    history.pushState(null, "", "/privacy");
    history.back();
  }, address);
}

/** All rules of WCAG 2.2 A and AA that axe can check (including target sizes, which it skips by default), and best practices. */
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules whose result can change with the theme. */
export const COLOR_RULES = ["color-contrast", "link-in-text-block"];

const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Whether axe has run all rules on this page as it is now, in whichever theme. If not, the page's state is stored. */
const hasSeenAll = (page: Page) =>
  page.evaluate(() => {
    const seen = window as { axeStates?: string[] };
    seen.axeStates ??= [];
    const { outerHTML } = document.documentElement;
    const typed = [...document.querySelectorAll<HTMLInputElement>("input, textarea, select")].map(({ value }) => value);
    const state = [location.href, innerWidth, innerHeight, ...typed, outerHTML.replace(/ data-theme="\w+"/, "")].join("\n");
    if (seen.axeStates.includes(state)) return true;
    seen.axeStates.push(state);
    return false;
  });

/**
 * Waits until no transition runs: nobody reads by the colors during a change of theme. An element that inherits a color
 * may begin its own transition when that of its parent ends.
 */
async function settleColors(): Promise<void> {
  const isRunning = ({ playState, timeline, effect }: Animation) =>
    playState === "running" && timeline === document.timeline && Number.isFinite(Number(effect?.getComputedTiming().endTime));
  // Another theme reaches the page a frame or two after it was asked for.
  for (let calm = 0; calm < 3; calm += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const running = document.getAnimations().filter(isRunning);
    if (running.length > 0) calm = -1;
    await Promise.allSettled(running.map(({ finished }) => finished));
  }
}

/**
 * Expects axe to find nothing, in the page's current theme and size. It runs all rules, or only those about colors if it has run all on the
 * same content in the same size.
 * @param without rules that are left out, for a page whose colors another page has shown
 */
export async function expectAccessible(
  page: Page,
  circumstances: string,
  without: readonly string[] = [],
  within = "html",
): Promise<void> {
  await page.evaluate(settleColors);
  const runOnly = (await hasSeenAll(page)) ? COLOR_RULES : AXE_TAGS;
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const find = async () => {
    // Loaded once per page: axe's builder would load it for each run, which takes longer than the run.
    for (const frame of page.frames()) if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(AXE);
    // Without frames, which the pages don't have: with them, axe's builder opens a second tab for each result.
    const builder = new AxeBuilder({ page, axeSource: "0" }).setLegacyMode(true).include(within);
    return (await builder.options({ runOnly, rules, resultTypes: ["violations"], preload: false }).analyze()).violations;
  };
  // A preview that loads another page meanwhile takes axe with it.
  let violations: Awaited<ReturnType<typeof find>> = [];
  await expect(async () => {
    violations = await find();
  }).toPass();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
  expect(found, circumstances).toEqual([]);
}
