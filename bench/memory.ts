import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { load } from "./cached-page.ts";
import { median, type Row } from "./row.ts";
import { withScratch } from "./scratch.ts";
import { ARTICLE, allPages, printedAddress, siteEnvironment, withSite } from "./site.ts";
import { needProgram } from "./tools.ts";

export const title = "Memory at rest and under load, and how soon a start responds";

const REQUESTS = 500;
/** Longer than idle connections to the database stay open. */
const REST_MS = 15_000;
const LOAD_SECONDS = 20;
const STARTS = 3;

/** A process and its memory, in MB; `pss` counts pages shared by several processes in equal parts, `shmem` those of shared memory in it. */
type Process = { pid: number; parent: number; command: string; rss: number; pss: number; shmem: number };

export async function run(): Promise<Row[]> {
  needProgram("wrk", "wrk");
  return [...(await memory()), ...(await startTimes())];
}

const memory = () =>
  withSite(async ({ address, pid }): Promise<Row[]> => {
    await readPages(address);
    const atRest = rowsOf(await familyOf(pid), pid, "at rest after the first start", "≤ 250");
    let isLoaded = true;
    const loaded = load(address + ARTICLE, LOAD_SECONDS, "gzip").finally(() => {
      isLoaded = false;
    });
    // The most at any moment counts.
    let most: Process[] = [];
    for (; isLoaded; await pause(1000)) {
      const now = await familyOf(pid);
      if (sum(now, "pss") > sum(most, "pss")) most = now;
    }
    const { rate } = await loaded;
    return [
      ...atRest,
      ...rowsOf(most, pid, "under load", "≤ 350"),
      { measure: "the load: one page, from memory", value: rate, unit: "requests/s" },
    ];
  });

/** Requests pages as readers do, then rests. */
async function readPages(address: string): Promise<void> {
  const pages = await allPages(address);
  for (let i = 0; i < REQUESTS; i++) await (await fetch(pages[i % pages.length] as string)).arrayBuffer();
  await pause(REST_MS);
}

const sum = (processes: Process[], what: "rss" | "pss") => processes.reduce((total, process) => total + process[what], 0);

/** @param target for Node and PostgreSQL together */
function rowsOf(all: Process[], pid: number, when: string, target: string): Row[] {
  const node = all.filter((process) => process.pid === pid);
  const database = all.filter((process) => process.pid !== pid);
  const own = { measure: `Node, resident, ${when}`, value: sum(node, "rss"), unit: "MB" };
  if (!database.every(({ pss }) => pss > 0)) return [own];
  // Each of PostgreSQL's processes has the shared memory as its own, so their resident memory would count it many times.
  const shared = sum(database, "pss");
  return [
    own,
    { measure: `PostgreSQL, ${database.length} processes, shared pages counted once, ${when}`, value: shared, unit: "MB" },
    { measure: `together, ${when}`, value: own.value + shared, unit: "MB", target },
  ];
}

/** A second `npm start` on the same data: nothing to install, build, migrate or fill. This is how a site runs from then on. */
const startTimes = () =>
  withScratch(async (folder): Promise<Row[]> => {
    const times: number[] = [];
    let launchers = 0;
    let atRest: Row[] = [];
    for (let i = 0; i <= STARTS; i++) {
      const began = performance.now();
      const npm = spawn("npm", ["start"], { env: siteEnvironment(`${folder}/data`), stdio: ["ignore", "pipe", "inherit"] });
      const ended = once(npm, "exit");
      const address = await printedAddress(npm);
      const answer = await fetch(address);
      await answer.text();
      if (answer.status !== 200) throw new Error(`The first page answers ${answer.status}`);
      if (i > 0) times.push(performance.now() - began);
      const family = await familyOf(npm.pid as number);
      const node = family.find(({ command }) => command.includes("server.js"));
      const before = family.filter(({ pid, command }) => pid !== node?.pid && /\bnpm\b|bin\/start|\bsh -c/.test(command));
      launchers = before.reduce((sum, { rss }) => sum + rss, 0);
      if (i === STARTS && node) {
        await readPages(address);
        atRest = rowsOf(await familyOf(node.pid), node.pid, "at rest after another start", "≤ 250");
      }
      // The signal goes to the server itself; the processes around it end with it.
      process.kill(node?.pid ?? (npm.pid as number), "SIGTERM");
      await ended;
    }
    return [
      ...atRest,
      {
        measure: "npm start with nothing to do, until the first page is answered",
        value: median(times),
        unit: "ms",
        target: "≤ 2,000",
      },
      { measure: "npm and the command around Node, while they wait", value: launchers, unit: "MB" },
    ];
  });

/** A process and all its descendants. */
export async function familyOf(root: number): Promise<Process[]> {
  const { stdout } = await promisify(execFile)("ps", ["-axo", "pid=,ppid=,rss=,args="], { maxBuffer: 10_000_000 });
  const all = stdout.split("\n").flatMap((line) => {
    const [, pid, parent, rss, command = ""] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), rss: kilobytes(rss), command }] : [];
  });
  const family = all.filter(({ pid }) => pid === root);
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member.pid));
  return Promise.all(family.map(async (member) => ({ ...member, ...(await proportionalSizes(member.pid)) })));
}

/** In MB; 0 on systems without these figures. */
async function proportionalSizes(pid: number): Promise<Pick<Process, "pss" | "shmem">> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const sizeOf = (name: string) => kilobytes(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(rollup)?.[1]);
  return { pss: sizeOf("Pss"), shmem: sizeOf("Pss_Shmem") };
}

const kilobytes = (text = "0") => (Number(text) * 1024) / 1_000_000;
