import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startNginx } from "./nginx.ts";
import { median, type Row } from "./row.ts";
import { using } from "./scratch.ts";
import { ARTICLE, withSite } from "./site.ts";
import { needProgram } from "./tools.ts";

const ROUNDS = 3;

export const title = "A cached page: one Node process next to nginx with two workers, the same bytes";

/** The result of wrk: requests per second, and the 99th percentile of the response times (ms). */
type Load = { rate: number; p99: number };

/** 32 connections from one thread. @param seconds how long it runs. @param encoding the accepted encoding */
export async function load(url: string, seconds: number, encoding: "gzip" | "identity"): Promise<Load> {
  const args = ["-t1", "-c32", `-d${seconds}s`, "--latency", "-H", `Accept-Encoding: ${encoding}`, url];
  const { stdout } = await promisify(execFile)("wrk", args);
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  const [, p99, unit = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  if (!rate || !p99 || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk measured nothing good at ${url}:\n${stdout}`);
  return { rate: Number(rate), p99: Number(p99) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN) };
}

/** Measures in turns, so that load on the machine affects both in the same way. */
export async function run(): Promise<Row[]> {
  needProgram("wrk", "wrk");
  needProgram("nginx", "nginx-light");
  return withSite(async (site, folder) => {
    const url = site.address + ARTICLE;
    const page = Buffer.from(await (await fetch(url, { headers: { "accept-encoding": "identity" } })).arrayBuffer());
    return using(startNginx(folder, page), async (nginx) => {
      await load(url, 2, "gzip");
      await load(nginx.address.gzip, 1, "gzip");
      const ours: Load[] = [];
      const theirs: Load[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await load(url, 5, "gzip"));
        theirs.push(await load(nginx.address.gzip, 5, "gzip"));
      }
      const ourRate = median(ours.map(({ rate }) => rate));
      const theirRate = median(theirs.map(({ rate }) => rate));
      const ready = await load(nginx.address.gzipStatic, 3, "gzip");
      const plain = await load(nginx.address.plain, 3, "identity");
      const ourPlain = await load(url, 3, "identity");
      return [
        { measure: "ours, gzip", value: ourRate, unit: "requests/s", target: "≥ 0.5 × nginx", ratio: ourRate / theirRate },
        { measure: "ours, 99 % answered within", value: median(ours.map(({ p99 }) => p99)), unit: "ms", target: "≤ 10" },
        { measure: "nginx, gzip", value: theirRate, unit: "requests/s" },
        {
          measure: "nginx, compressed beforehand (gzip_static)",
          value: ready.rate,
          unit: "requests/s",
          ratio: ourRate / ready.rate,
        },
        { measure: "ours, not compressed", value: ourPlain.rate, unit: "requests/s", ratio: ourPlain.rate / plain.rate },
        { measure: "nginx, not compressed", value: plain.rate, unit: "requests/s" },
        { measure: "the page", value: page.length / 1000, unit: "kB" },
      ];
    });
  });
}
