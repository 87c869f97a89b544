import { load } from "./cached-page.ts";
import { startNginx } from "./nginx.ts";
import { median, type Row } from "./row.ts";
import { using } from "./scratch.ts";
import { withSite } from "./site.ts";
import { needProgram } from "./tools.ts";

const ROUNDS = 3;
const READS = { "a list": "/api/posts?limit=15", "an article": "/api/posts/mood-tracking-guide", categories: "/api/categories" };

export const title =
  "Cached reads of the API: one Node process next to nginx with two workers, the same bytes, compressed beforehand";

/** Measures in turns, so that load on the machine affects both in the same way. */
export async function run(): Promise<Row[]> {
  needProgram("wrk", "wrk");
  needProgram("nginx", "nginx-light");
  const rows: Row[] = [];
  for (const [name, path] of Object.entries(READS)) rows.push(...(await measure(name, path)));
  return rows;
}

const measure = (name: string, path: string): Promise<Row[]> =>
  withSite(async (site, folder) => {
    const url = site.address + path;
    const body = Buffer.from(await (await fetch(url, { headers: { "accept-encoding": "identity" } })).arrayBuffer());
    return using(startNginx(folder, body), async (nginx) => {
      await load(url, 2, "gzip");
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push((await load(url, 3, "gzip")).rate);
        theirs.push((await load(nginx.address.gzipStatic, 3, "gzip")).rate);
      }
      const [our, their] = [median(ours), median(theirs)];
      return [
        { measure: `${name}, ours, gzip`, value: our, unit: "requests/s", target: "≥ 0.4 × nginx", ratio: our / their },
        { measure: `${name}, nginx, gzip_static`, value: their, unit: "requests/s" },
        { measure: `${name}, its size`, value: body.length / 1000, unit: "kB" },
      ];
    });
  });
