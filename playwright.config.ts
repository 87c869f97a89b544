import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

/**
 * Features of Chromium to switch off. The last four load the browser's own pages and a spare process for every window, which costs as much
 * processor time as the page under test. The others are Playwright's own list, which ours replaces.
 */
const WITHOUT = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "TcpPortRandomizationWin",
  "ThirdPartyStoragePartitioning",
  "PreloadTopChromeWebUI",
  "SpareRendererForSitePerProcess",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
];

/** Chromium as root and without a network of its own: no sandbox, no calls home. */
export const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  // The headless shell would round the width of each letter to whole pixels, which no browser with windows does.
  "--font-render-hinting=none",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A driven browser says so, and isn't counted: `tracker.e2e.ts` opens one. All others act for readers.
  "--disable-blink-features=AutomationControlled",
  // One process shows all pages, instead of a new one for each test, whose start costs as much processor time as the page it loads.
  "--renderer-process-limit=1",
  // A journey leaves a page before V8's optimizing compilers have paid off. Without them, axe takes an eighth less processor time.
  "--js-flags=--no-opt --no-maglev",
  `--disable-features=${WITHOUT.join(",")}`,
];

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./e2e/start-site.ts",
  // A whole journey, on however busy a machine; what somebody waits for has the shorter limit of `expect`.
  timeout: 240_000,
  // Two more than there are cores, because journeys wait for what takes its time: a poll, an animation, the next minute.
  workers: availableParallelism() + 2,
  // The tests of a file share a site. Spread over the workers, they would start one in each.
  fullyParallel: false,
  // Nobody waits so long who finds what they look for; a machine that others share may stand still for seconds.
  expect: { timeout: 30_000 },
  retries: 0,
  forbidOnly: true,
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    browserName: "chromium",
    headless: true,
    launchOptions: { executablePath: process.env.CHROME_PATH, args },
    // A trace of every journey, kept only of those that fail, made them half as fast again; a picture of the failure says most of it.
    screenshot: "only-on-failure",
  },
});
