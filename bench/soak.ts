import { setTimeout as pause } from "node:timers/promises";
import { sendLoad } from "../test/several/send-load.ts";
import { familyOf } from "./memory.ts";
import { median, quantile, type Row } from "./row.ts";
import { using, withScratch } from "./scratch.ts";
import { type RunningSite, startSite } from "./site.ts";

/** `npm run bench -- soak --minutes=3` for a short one. */
const MINUTES = Number(
  /^--minutes=(\d+(?:\.\d+)?)$/.exec(process.argv.find((word) => word.startsWith("--minutes=")) ?? "")?.[1] ?? 30,
);
/** How many samples of the memory are taken, and how many requests are sent a second, besides a saved post. */
const SAMPLES = 120;
const PER_SECOND = 80;
/** How much more memory the last quarter may take than the second, by the median, in MB. */
const GROWTH = 15;

export const title = `${MINUTES} minutes of mixed load: does memory stay flat? (--minutes=3 for a short run)`;
/** It takes too long for a run of all benches. */
export const onlyByName = true;

const ADMIN = { email: "keeper@skylark.example", password: "a lark sings early" };

/**
 * Resident memory in MB: of the server, of its database's processes, and of what these share, which fills up to PostgreSQL's
 * `shared_buffers` as the tables grow. `processes`: how many the database has.
 */
type Sample = { node: number; database: number; shared: number; processes: number };

async function sample(pid: number): Promise<Sample> {
  const sum = { node: 0, database: 0, shared: 0, processes: 0 };
  for (const process of await familyOf(pid)) {
    if (process.pid === pid) sum.node += process.rss;
    else {
      sum.database += (process.pss || process.rss) - process.shmem;
      sum.shared += process.shmem;
      sum.processes += 1;
    }
  }
  return sum;
}

/** Saves a post every second, so that pages are made again, until `isOver`. @returns how many saves there were, and what failed */
async function saveOften(address: string, isOver: () => boolean) {
  const send = async (method: string, path: string, token: string, body: unknown) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(address + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const signIn = async () => String((await send("POST", "/auth/v1/token?grant_type=password", "", ADMIN)).access_token);
  let token = await signIn();
  const { items } = (await send("GET", "/api/admin/posts?limit=1", token, undefined)) as { items: { id: string }[] };
  const path = `/api/admin/posts/${items[0]?.id}`;
  let { version } = await send("GET", path, token, undefined);
  const failures: string[] = [];
  let saves = 0;
  for (; !isOver(); await pause(1000)) {
    // A token lasts an hour.
    if (saves % 1500 === 1499) token = await signIn();
    try {
      ({ version } = await send("PATCH", path, token, { description: `What a lark wrote in line ${saves + 1}.`, version }));
      saves++;
    } catch (error) {
      failures.push((error as Error).message);
    }
  }
  return { saves, failures };
}

const NAMES = { node: "Node", database: "PostgreSQL without shared buffers" };

async function soak({ address, pid }: RunningSite): Promise<Row[]> {
  const { posts } = (await (await fetch(`${address}/api/posts`)).json()) as { posts: { id: string; slug: string }[] };
  const load = sendLoad(address, posts, { perSecond: PER_SECOND });
  let isOver = false;
  const saving = saveOften(address, () => isOver);
  // Told of at the end, so that the site is stopped in any case.
  saving.catch(() => undefined);
  const samples: Sample[] = [];
  const every = (MINUTES * 60_000) / SAMPLES;
  for (const begun = performance.now(); samples.length < SAMPLES; ) {
    await pause(Math.max(0, begun + (samples.length + 1) * every - performance.now()));
    samples.push(await sample(pid));
  }
  isOver = true;
  const { saves, failures } = await saving;
  failures.push(...(await load.end()));
  if (failures.length > 0) console.log(failures.slice(0, 5).join("\n"));
  const quarter = (n: number, what: keyof Sample) =>
    median(samples.slice((n * SAMPLES) / 4 + 1, ((n + 1) * SAMPLES) / 4).map((one) => one[what]));
  const growth = (what: "node" | "database"): Row => ({
    measure: `${NAMES[what]}: the last quarter above the second`,
    value: quarter(3, what) - quarter(1, what),
    unit: "MB",
    target: `≤ ${GROWTH}`,
  });
  const highest = (what: keyof Sample) =>
    quantile(
      samples.map((one) => one[what]),
      1,
    );
  return [
    { measure: "requests", value: load.count(), unit: "" },
    { measure: "saved posts", value: saves, unit: "" },
    { measure: "failed", value: failures.length, unit: "", target: "0" },
    ...(["node", "database"] as const).flatMap((what) => [
      ...[0, 1, 2, 3].map((n) => ({
        measure: `${NAMES[what]}, quarter ${n + 1}`,
        value: quarter(n, what),
        unit: "MB",
      })),
      { measure: `${NAMES[what]}, at most`, value: highest(what), unit: "MB" },
      growth(what),
    ]),
    { measure: "PostgreSQL, shared buffers, at most", value: highest("shared"), unit: "MB", target: "≤ 150" },
    { measure: "PostgreSQL, processes, at most", value: highest("processes"), unit: "" },
  ];
}

/** Reads, searches, visits, likes and saves at a steady pace, and looks at the memory of the server and of its database. */
export const run = (): Promise<Row[]> =>
  withScratch((folder) => {
    const env = { TRUST_PROXY: "1", ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
    return using(startSite(`${folder}/data`, env), soak);
  });
