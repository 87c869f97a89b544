import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { findBrowser } from "../bin/test/find-browser.mjs";
import { using, withScratch } from "./scratch.ts";

/** Without the browser's own background work. */
const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-extensions",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--remote-debugging-port=0",
];

/** `port`: where its DevTools protocol listens. */
export type RunningChromium = { port: number; stop(): Promise<void> };

async function startChromium(profile: string): Promise<RunningChromium> {
  const program: string | undefined = await findBrowser({ withWindows: true });
  if (!program) throw new Error("This bench needs a Chromium: set CHROME_PATH or install the package chromium.");
  const process = spawn(program, [...ARGS, `--user-data-dir=${profile}`, "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(process, "exit");
  const port = await new Promise<number>((resolve, reject) => {
    let printed = "";
    process.stderr.on("data", (chunk: Buffer) => {
      if (printed.length < 10_000) printed += chunk;
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(printed);
      if (found) resolve(Number(found[1]));
    });
    process.once("exit", () => reject(new Error(`Chromium ended at once:\n${printed}`)));
  });
  return {
    port,
    stop: async () => {
      process.kill("SIGTERM");
      await ended;
    },
  };
}

/** Runs `work` with a Chromium that has a new profile. */
export const withChromium = <T>(work: (chromium: RunningChromium) => Promise<T>): Promise<T> =>
  withScratch((folder) => using(startChromium(join(folder, "profile")), work));

/** Runs `work` with such a Chromium, driven by Playwright. */
export const withBrowser = <T>(work: (browser: Browser) => Promise<T>): Promise<T> =>
  withChromium(async ({ port }) => {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    return work(browser).finally(() => browser.close());
  });

const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
export const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Runs `work` with an empty tab: nothing in the cache, no connection open. @param device the device to emulate, a phone unless given */
export async function withTab<T>(
  browser: Browser,
  work: (page: Page) => Promise<T>,
  device: BrowserContextOptions = PHONE,
): Promise<T> {
  const context = await browser.newContext(device);
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}
