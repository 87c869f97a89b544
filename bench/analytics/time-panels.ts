import { quantile } from "../row.ts";
import { ask, signIn } from "./ask.ts";
import { addressOf, DRILLED, PANELS, RANGES } from "./panels.ts";

/** How often each panel is requested. */
const ROUNDS = 20;
const WARM_UP = 2;
/** Slow requests, which take seconds, are sent a few times only. */
const PATIENCE_MS = 10_000;
const ROUNDS_AT_LEAST = 3;

/** A site to send requests to, with the headers of an admin. */
type Asked = { address: string; headers: Record<string, string> };
export type Admin = { email: string; password: string };
/** The median and the 95th percentile of the response times in ms; `halfOfFew` is the median of the site with few views. */
export type Times = { half: number; most: number; halfOfFew: number };
export type Timed = { panels: Map<string, Times>; drills: Map<string, Times> };

async function timeOnce({ address, headers }: Asked, path: string): Promise<number> {
  const began = performance.now();
  const { status, text } = await ask(address + path, { headers, first: path.endsWith("/live") });
  if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`);
  return performance.now() - began;
}

/** Sends requests to both sites in turn, so that a slow machine slows both. */
async function time([few, many]: [Asked, Asked], [pathOfFew, path]: [string, string]): Promise<Times> {
  const timesOfFew: number[] = [];
  const times: number[] = [];
  let spent = 0;
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const tookFew = await timeOnce(few, pathOfFew);
    const took = await timeOnce(many, path);
    spent += took;
    if (round >= 0) {
      timesOfFew.push(tookFew);
      times.push(took);
    }
    if (times.length >= ROUNDS_AT_LEAST && spent > PATIENCE_MS) break;
  }
  return { half: quantile(times, 0.5), most: quantile(times, 0.95), halfOfFew: quantile(timesOfFew, 0.5) };
}

/** The page, source and country with the most visits, which are the slowest to filter by; and a source with few, which must be found among many. */
async function lookedInto({ address, headers }: Asked): Promise<[name: string, drill: string][]> {
  const found = async (panel: string, name: "path" | "value", at: 0 | -1 = 0) => {
    const { text } = await ask(address + addressOf(panel, { name: "1y", query: "range=1y&limit=1000" }), { headers });
    const item = (JSON.parse(text) as { items: Record<string, string>[] }).items.at(at);
    return encodeURIComponent(item?.[name] ?? "");
  };
  return [
    ["top page", `&page=${await found("pages", "path")}`],
    ["top source", `&source=${await found("breakdown?dimension=source", "value")}`],
    ["top country", `&country=${await found("breakdown?dimension=country", "value")}`],
    ["rare source", `&source=${await found("breakdown?dimension=source", "value", -1)}`],
  ];
}

/**
 * Requests every panel and range, one after the other, and then the panels of single pages, sources and countries.
 * @param few the URL of the site with few views, to compare with; `many`: that of the site to judge
 */
export async function timePanels(few: string, many: string, admin: Admin): Promise<Timed> {
  const arrive = async (address: string): Promise<Asked> => ({ address, headers: await signIn(address, admin) });
  const sites: [Asked, Asked] = [await arrive(few), await arrive(many)];
  const same = (path: string) => time(sites, [path, path]);
  const panels = new Map<string, Times>();
  const drills = new Map<string, Times>();
  for (const panel of PANELS) {
    for (const range of RANGES) panels.set(`${panel} · ${range.name}`, await same(addressOf(panel, range)));
  }
  panels.set("live", await same("/api/admin/analytics/live"));
  const [ofFew, ofMany] = [await lookedInto(sites[0]), await lookedInto(sites[1])];
  for (const [at, [name, drill]] of ofMany.entries()) {
    const drillOfFew = ofFew[at]?.[1] ?? drill;
    for (const panel of DRILLED) {
      for (const range of RANGES) {
        const paths: [string, string] = [addressOf(panel, range, drillOfFew), addressOf(panel, range, drill)];
        drills.set(`${name}: ${panel} · ${range.name}`, await time(sites, paths));
      }
    }
  }
  return { panels, drills };
}
