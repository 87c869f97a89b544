import type { Browser } from "@playwright/test";
import { withBrowser, withTab } from "./chromium.ts";
import { median, type Row } from "./row.ts";
import { ARTICLE, withSite } from "./site.ts";

/** How many times slower than this machine the processor should be; a smaller number for a slow machine. */
const SLOWER = Number(process.env.BENCH_SLOWER ?? 4);
const LOADS = Number(process.env.BENCH_LOADS ?? 5);

export const title = `An article on a phone: slow 4G (1.6 Mbit/s, 150 ms) and a processor ${SLOWER} times slower; half of ${LOADS} loads`;

const SLOW_4G = { offline: false, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 };
/** How long nothing may happen before the page counts as settled, in ms. */
const QUIET_MS = 2_000;

/** The figures of the browser: paints and the end of hydration in ms after the start; blocked time in ms; layout shift as a score. */
type Vitals = { firstPaint: number; largestPaint: number; largest: string; blocked: number; shift: number; hydrated: number };
/** What the page itself records: the tasks above 50 ms instead of their sum, times in ms after the start. */
type Noted = Omit<Vitals, "blocked"> & { tasks: { start: number; duration: number }[] };

export async function run(): Promise<Row[]> {
  return withSite((site) =>
    withBrowser(async (browser) => {
      const url = site.address + ARTICLE;
      await fetch(url);
      const loads: Vitals[] = [];
      for (let i = 0; i < LOADS; i++) loads.push(await coldLoad(browser, url));
      const of = (name: Exclude<keyof Vitals, "largest">) => median(loads.map((vitals) => vitals[name]));
      return [
        { measure: "first contentful paint", value: of("firstPaint"), unit: "ms" },
        { measure: `largest contentful paint (${loads[0]?.largest})`, value: of("largestPaint"), unit: "ms", target: "≤ 600" },
        { measure: "total blocking time", value: of("blocked"), unit: "ms", target: "≤ 100" },
        { measure: "cumulative layout shift", value: of("shift"), unit: "", target: "0" },
        { measure: "React has taken over", value: of("hydrated"), unit: "ms" },
      ];
    }),
  );
}

const coldLoad = (browser: Browser, url: string): Promise<Vitals> =>
  withTab(browser, async (page) => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Network.enable");
    await devTools.send("Network.emulateNetworkConditions", SLOW_4G);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.addInitScript(watchVitals);
    await page.goto(url, { waitUntil: "load" });
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === "true");
    await page.waitForTimeout(QUIET_MS);
    const { tasks, ...vitals } = await page.evaluate(() => (window as unknown as { vitals: Noted }).vitals);
    return { ...vitals, blocked: blockedAfter(vitals.firstPaint, tasks) };
  });

/** Total blocking time as Lighthouse defines it: the part above 50 ms of each task after the first contentful paint. */
const blockedAfter = (firstPaint: number, tasks: Noted["tasks"]) =>
  tasks
    .map(({ start, duration }) => start + duration - Math.max(start, firstPaint))
    .reduce((sum, behind) => sum + Math.max(0, behind - 50), 0);

/** Runs in the page before its own scripts. */
function watchVitals() {
  const vitals: Noted = { firstPaint: 0, largestPaint: 0, largest: "", tasks: [], shift: 0, hydrated: 0 };
  Object.assign(window, { vitals });
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch("paint", (entry) => {
    if (entry.name === "first-contentful-paint") vitals.firstPaint = entry.startTime;
  });
  watch("largest-contentful-paint", (entry) => {
    const { element } = entry as PerformanceEntry & { element?: Element };
    vitals.largestPaint = entry.startTime;
    vitals.largest = element ? `<${element.tagName.toLowerCase()}>` : "gone";
  });
  watch("longtask", ({ startTime, duration }) => {
    vitals.tasks.push({ start: startTime, duration });
  });
  watch("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) vitals.shift += value;
  });
  new MutationObserver(() => {
    if (document.documentElement?.dataset.hydrated === "true") vitals.hydrated ||= performance.now();
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-hydrated"] });
}
