import { quantile } from "../row.ts";
import { ask, signIn } from "./ask.ts";
import { addressOf, DRILLED, PANELS, RANGES } from "./panels.ts";

/** How often each panel is asked for: often enough for 95 % of the answers, or for half of them. */
export const MANY_ROUNDS = 20;
export const FEW_ROUNDS = 7;
const WARM_UP = 2;
/** What takes seconds is asked for a few times only. */
const PATIENCE_MS = 10_000;
const ROUNDS_AT_LEAST = 3;

/** Half of the answers, and 95 % of them, took at most so many ms. */
export type Times = { half: number; most: number };
export type Timed = { panels: Map<string, Times>; drills: Map<string, Times> };

async function time(address: string, headers: Record<string, string>, path: string, rounds: number): Promise<Times> {
  const times: number[] = [];
  let spent = 0;
  for (let round = -WARM_UP; round < rounds; round++) {
    const began = performance.now();
    const { status, text } = await ask(address + path, { headers, first: path.endsWith("/live") });
    if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`);
    const took = performance.now() - began;
    spent += took;
    if (round >= 0) times.push(took);
    if (times.length >= ROUNDS_AT_LEAST && spent > PATIENCE_MS) break;
  }
  return { half: quantile(times, 0.5), most: quantile(times, 0.95) };
}

/** The page, source and country of most visits: the dearest to look into. And a source of few, which is to be found among many. */
async function lookedInto(address: string, headers: Record<string, string>): Promise<Map<string, string>> {
  const found = async (panel: string, name: "path" | "value", at: 0 | -1 = 0) => {
    const { text } = await ask(address + addressOf(panel, { name: "1y", query: "range=1y&limit=1000" }), { headers });
    const item = (JSON.parse(text) as { items: Record<string, string>[] }).items.at(at);
    return encodeURIComponent(item?.[name] ?? "");
  };
  return new Map([
    ["top page", `&page=${await found("pages", "path")}`],
    ["top source", `&source=${await found("breakdown?dimension=source", "value")}`],
    ["top country", `&country=${await found("breakdown?dimension=country", "value")}`],
    ["rare source", `&source=${await found("breakdown?dimension=source", "value", -1)}`],
  ]);
}

/**
 * Asks for every panel and range, one after the other, and then for what they show of single pages, sources and countries.
 * @param rounds how often each is asked for
 */
export async function timePanels(address: string, admin: { email: string; password: string }, rounds: number): Promise<Timed> {
  const headers = await signIn(address, admin);
  const panels = new Map<string, Times>();
  const drills = new Map<string, Times>();
  for (const panel of PANELS) {
    for (const range of RANGES)
      panels.set(`${panel} · ${range.name}`, await time(address, headers, addressOf(panel, range), rounds));
  }
  panels.set("live", await time(address, headers, "/api/admin/analytics/live", rounds));
  for (const [name, drill] of await lookedInto(address, headers)) {
    for (const panel of DRILLED) {
      for (const range of RANGES)
        drills.set(`${name}: ${panel} · ${range.name}`, await time(address, headers, addressOf(panel, range, drill), rounds));
    }
  }
  return { panels, drills };
}
