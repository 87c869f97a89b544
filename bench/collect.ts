import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { storedVisits } from "./collect/stored.ts";
import type { Row } from "./row.ts";
import { using, withScratch } from "./scratch.ts";
import { ARTICLE, allPages, startSite } from "./site.ts";
import { needProgram } from "./tools.ts";

export const title = "Collecting visits: hits as a busy site sends them, with the load generator on the same machine";

/** The rate of hits per second, for how many seconds, over how many connections. */
const RATE = Number(process.env.BENCH_RATE ?? 3300);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const CONNECTIONS = 64;
/** How often memory is measured at the same time. It grows to what the load needs, and then no further. */
const PARTS = 4;
/** How many pages per second are read at the same time. */
const PAGES_PER_SECOND = 50;

type Sent = {
  requests: number;
  ms: number;
  p50: number;
  p99: number;
  refused: number;
  broken: number;
  views: number;
  sent: number;
};
type Read = { requests: number; p99: number; refused: number; broken: number };

async function wrk<Result>(script: string, url: string, options: string[], values: string[]): Promise<Result> {
  const file = join(import.meta.dirname, "collect", script);
  const { stdout } = await promisify(execFile)("wrk", [...options, "-s", file, url, "--", ...values], { maxBuffer: 1 << 20 });
  const found = /RESULT (.*)/.exec(stdout)?.[1];
  if (!found) throw new Error(`wrk measured nothing at ${url}:\n${stdout}`);
  return JSON.parse(found) as Result;
}

/** Resident memory of a process, in MB. */
async function residentMb(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

const send = (address: string, seconds: number, paths: string[]) =>
  wrk<Sent>("hits.lua", address, ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`], [String(RATE), ...paths]);
const read = (address: string, seconds: number) =>
  wrk<Read>("pages.lua", address + ARTICLE, ["-t1", "-c2", `-d${seconds}s`], [String(PAGES_PER_SECOND / 2)]);

/** Sends hits for a minute while pages are read, and then counts the stored views in the database. */
export async function run(): Promise<Row[]> {
  needProgram("wrk", "wrk");
  return withScratch((folder) =>
    using(startSite(`${folder}/data`, { TRUST_PROXY: "1", DEMO_CONTENT: "true" }), async (site) => {
      const pages = await allPages(site.address);
      const paths = pages.map((page) => new URL(page).pathname).filter((path) => !/\.(xml|json)$/.test(path));
      const before = await storedVisits(`${folder}/data`);
      const warm = await send(site.address, 5, paths);
      const memoryBefore = await residentMb(site.pid);
      const readingMeanwhile = read(site.address, SECONDS);
      const sending = send(site.address, SECONDS, paths);
      const memory: number[] = [];
      for (let part = 1; part <= PARTS; part += 1) {
        await pause((SECONDS * 990) / PARTS);
        memory.push(await residentMb(site.pid));
      }
      const sent = await sending;
      const pagesRead = await readingMeanwhile;
      await pause(500);
      const stored = (await storedVisits(`${folder}/data`)) - before;

      const views = warm.views + sent.views;
      const unanswered = warm.sent - warm.requests + (sent.sent - sent.requests);
      const failed = warm.refused + warm.broken + sent.refused + sent.broken;
      const lost = Math.max(0, views - unanswered - stored);
      const tooMany = Math.max(0, stored - views);
      return [
        { measure: "hits answered", value: sent.requests / (sent.ms / 1000), unit: "hits/s", target: "≥ 3000" },
        { measure: "half of them within", value: sent.p50, unit: "ms" },
        { measure: "99 % of them within", value: sent.p99, unit: "ms", target: "≤ 50" },
        { measure: "refused or broken off", value: failed, unit: "hits", target: "≤ 0" },
        { measure: "views stored", value: stored, unit: `of ${views} sent` },
        { measure: "acknowledged and not stored", value: lost, unit: "views", target: "≤ 0" },
        { measure: "stored more often than sent", value: tooMany, unit: "views", target: "≤ 0" },
        { measure: "99 % of the pages read meanwhile within", value: pagesRead.p99, unit: "ms", target: "≤ 20" },
        { measure: "Node's memory before, resident", value: memoryBefore, unit: "MB" },
        ...memory.map((value, at) => ({
          measure: `after ${Math.round((SECONDS * (at + 1)) / PARTS)} s; compared with the first of these moments`,
          value,
          unit: "MB",
          ratio: value / (memory[0] as number),
        })),
      ];
    }),
  );
}
