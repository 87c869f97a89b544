import { quantile } from "../row.ts";
import { ask, signIn } from "./ask.ts";
import { addressOf, DRILLED, PANELS, RANGES } from "./panels.ts";

/** How often each panel is asked for. */
const ROUNDS = 20;
const WARM_UP = 2;
/** What takes seconds is asked for a few times only. */
const PATIENCE_MS = 10_000;
const ROUNDS_AT_LEAST = 3;

/** A site that is asked, with the words of who may. */
type Asked = { address: string; headers: Record<string, string> };
export type Admin = { email: string; password: string };
/** Half of the answers, and 95 % of them, took at most so many ms; half of the other site's took `halfOfFew`. */
export type Times = { half: number; most: number; halfOfFew: number };
export type Timed = { panels: Map<string, Times>; drills: Map<string, Times> };

async function timeOnce({ address, headers }: Asked, path: string): Promise<number> {
  const began = performance.now();
  const { status, text } = await ask(address + path, { headers, first: path.endsWith("/live") });
  if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`);
  return performance.now() - began;
}

/** Asks both sites in turn, so that whatever else slows the machine down slows both. */
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

/** The page, source and country of most visits: the dearest to look into. And a source of few, which is to be found among many. */
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
 * Asks for every panel and range, one after the other, and then for what they show of single pages, sources and countries.
 * @param few the address of a site with few views, which is compared with; `many`: of that which is judged
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
