import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

/**
 * Parts of Chromium that no journey sees. The last four load pages of the browser's own and a process in reserve for every window, which
 * takes as much of the processor as the journey's page does. The others are Playwright's choice, which a list of ours replaces.
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
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A driven browser says so, and isn't counted: `tracker.e2e.ts` opens one. All others act for readers.
  "--disable-blink-features=AutomationControlled",
  `--disable-features=${WITHOUT.join(",")}`,
];

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./e2e/start-site.ts",
  // A whole journey, on however busy a machine; what somebody waits for has the shorter limit of `expect`.
  timeout: 240_000,
  workers: Math.max(2, availableParallelism()),
  // A file's tests share a site of their own: spread over the workers, they would start one in each.
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
