import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from "../bin/setup/server-process.mjs";
import { using, withScratch } from "./scratch.ts";

/** The article that the benches read. */
export const ARTICLE = "/story/mood-tracking-guide";

export type RunningSite = {
  /** "http://127.0.0.1:40123" */
  address: string;
  pid: number;
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>;
};

/** How long a start may take when it must fill an empty database, in ms. */
const PATIENCE = 60_000;

/**
 * The URL that a starting site prints.
 * @throws when it ends or stays silent instead
 */
export async function printedAddress(site: ChildProcess): Promise<string> {
  let printed = "";
  return new Promise<string>((resolve, reject) => {
    const tooLong = setTimeout(() => reject(new Error(`The site is not up after ${PATIENCE / 1000} s:\n${printed}`)), PATIENCE);
    site.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk;
      const found = /Skylark is at (http:\/\/\S+)/.exec(printed);
      if (!found?.[1]) return;
      clearTimeout(tooLong);
      resolve(found[1]);
    });
    site.once("exit", (code) => {
      clearTimeout(tooLong);
      reject(new Error(`The site ended with code ${code} before it was up:\n${printed}`));
    });
  });
}

/** The environment of a new site: any free port, nothing of the caller's configuration. */
export const siteEnvironment = (dataDir: string, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: "production",
  PORT: "0",
  DATA_DIR: dataDir,
  LOG_LEVEL: "warn",
  ...more,
});

/** Starts the built product as `npm start` does, on the data folder `dataDir`. @param more further environment variables */
export async function startSite(dataDir: string, more: NodeJS.ProcessEnv = {}): Promise<RunningSite> {
  const site = spawn(process.execPath, [...SERVER_FLAGS, "build/current/server/server.js"], {
    env: siteEnvironment(dataDir, { ...SERVER_ENVIRONMENT, ...more }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(site, "exit");
  try {
    const address = await printedAddress(site);
    return {
      address,
      pid: site.pid as number,
      stop: async () => {
        site.kill("SIGTERM");
        await ended;
      },
    };
  } catch (error) {
    site.kill("SIGTERM");
    throw error;
  }
}

/** Runs `work` on a new site with the demo content. @param more further environment variables */
export const withSite = <T>(work: (site: RunningSite, folder: string) => Promise<T>, more: NodeJS.ProcessEnv = {}): Promise<T> =>
  withScratch((folder) => using(startSite(`${folder}/data`, more), (site) => work(site, folder)));

/** The URLs of all pages: those of the sitemap, and the feeds. */
export async function allPages(address: string): Promise<string[]> {
  const sitemap = await (await fetch(`${address}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = ""]) => loc.replaceAll("&amp;", "&"));
  return [...pages, ...["/feed.xml", "/atom.xml", "/feed.json"].map((path) => address + path)];
}
