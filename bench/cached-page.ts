import { execFile } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { startNginx } from "./nginx.ts";
import { median, type Row } from "./row.ts";
import { using } from "./scratch.ts";
import { ARTICLE, type RunningSite, withSite } from "./site.ts";
import { needProgram } from "./tools.ts";

const ROUNDS = 3;

export const title = "A cached page: one process and two next to nginx with two workers, the same bytes";

/** The result of wrk: requests per second, and the 99th percentile of the response times (ms). */
type Load = { rate: number; p99: number };

/** 32 connections from one thread. @param seconds how long it runs. @param encoding the accepted encoding */
export async function load(url: string, seconds: number, encoding: "gzip" | "identity"): Promise<Load> {
  const args = ["-t1", "-c32", `-d${seconds}s`, "--latency", "--timeout", "10s", "-H", `Accept-Encoding: ${encoding}`, url];
  const { stdout } = await promisify(execFile)("wrk", args);
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  const [, p99, unit = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  if (!rate || !p99 || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk measured nothing good at ${url}:\n${stdout}`);
  return { rate: Number(rate), p99: Number(p99) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN) };
}

/** A page as it is sent. */
async function sent(url: string, encoding: "gzip" | "identity"): Promise<Buffer> {
  const [answer] = (await once(get(url, { headers: { "accept-encoding": encoding } }), "response")) as [IncomingMessage];
  return Buffer.concat(await answer.toArray());
}

/** Measures in turns, so that load on the machine affects all in the same way. */
export async function run(): Promise<Row[]> {
  needProgram("wrk", "wrk");
  needProgram("nginx", "nginx-light");
  return withSite((one, folder) => withSite(async (two) => compare(one, two, folder), { WORKERS: "2" }));
}

async function compare(one: RunningSite, two: RunningSite, folder: string): Promise<Row[]> {
  const url = one.address + ARTICLE;
  const page = await sent(url, "identity");
  return using(startNginx(folder, page, await sent(url, "gzip")), async (nginx) => {
    const addresses = { one: url, two: two.address + ARTICLE, ready: nginx.address.gzipStatic, each: nginx.address.gzip };
    const loads: Record<keyof typeof addresses, Load[]> = { one: [], two: [], ready: [], each: [] };
    const names = Object.keys(addresses) as (keyof typeof addresses)[];
    for (const name of names) await load(addresses[name], 2, "gzip");
    for (let round = 0; round < ROUNDS; round++)
      for (const name of names) loads[name].push(await load(addresses[name], 4, "gzip"));
    const rate = (name: keyof typeof addresses) => median(loads[name].map((one) => one.rate));
    const plain = await load(nginx.address.plain, 3, "identity");
    const ourPlain = await load(url, 3, "identity");
    const next = (name: keyof typeof addresses, target: string) => ({
      value: rate(name),
      unit: "requests/s",
      target,
      ratio: rate(name) / rate("ready"),
    });
    return [
      { measure: "one process, gzip", ...next("one", "≥ 0.5 × nginx") },
      { measure: "WORKERS=2, gzip", ...next("two", "≥ 0.8 × nginx") },
      { measure: "nginx, compressed beforehand (gzip_static)", value: rate("ready"), unit: "requests/s" },
      {
        measure: "one process, 99 % answered within",
        value: median(loads.one.map(({ p99 }) => p99)),
        unit: "ms",
        target: "≤ 10",
      },
      {
        measure: "nginx, compressed for each request",
        value: rate("each"),
        unit: "requests/s",
        ratio: rate("each") / rate("ready"),
      },
      { measure: "one process, not compressed", value: ourPlain.rate, unit: "requests/s", ratio: ourPlain.rate / plain.rate },
      { measure: "nginx, not compressed", value: plain.rate, unit: "requests/s" },
      { measure: "the page", value: page.length / 1000, unit: "kB" },
    ];
  });
}
