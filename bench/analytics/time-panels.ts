import { quantile } from "../row.ts";
import { ask, signIn } from "./ask.ts";
import { addressOf, DRILLED, PANELS, RANGES } from "./panels.ts";

const ROUNDS = 20;
const WARM_UP = 2;
/** What takes seconds is asked for a few times only. */
const PATIENCE_MS = 10_000;
const ROUNDS_AT_LEAST = 3;
/** What is looked into is asked for these ranges. */
const DRILL_RANGES = RANGES.filter(({ name }) => ["30d", "1y"].includes(name));

/** Half of the answers, and 95 % of them, took at most so many ms. */
export type Times = { half: number; most: number };
export type Timed = { panels: Map<string, Times>; drills: Map<string, Times> };

async function time(address: string, headers: Record<string, string>, path: string): Promise<Times> {
  const times: number[] = [];
  let spent = 0;
  for (let round = -WARM_UP; round < ROUNDS; round++) {
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

/** The page, source and country of most visits: the dearest to look into. */
async function dearest(address: string, headers: Record<string, string>): Promise<Map<string, string>> {
  const first = async (panel: string, name: "path" | "value") => {
    const { text } = await ask(address + addressOf(panel, { name: "1y", query: "range=1y" }), { headers });
    const [item] = (JSON.parse(text) as { items: Record<string, string>[] }).items;
    return encodeURIComponent(item?.[name] ?? "");
  };
  return new Map([
    ["top page", `&page=${await first("pages", "path")}`],
    ["top source", `&source=${await first("breakdown?dimension=source", "value")}`],
    ["top country", `&country=${await first("breakdown?dimension=country", "value")}`],
  ]);
}

/** Asks for every panel and range, one after the other, and then for what they show of the dearest page, source and country. */
export async function timePanels(address: string, admin: { email: string; password: string }): Promise<Timed> {
  const headers = await signIn(address, admin);
  const panels = new Map<string, Times>();
  const drills = new Map<string, Times>();
  for (const panel of PANELS) {
    for (const range of RANGES) panels.set(`${panel} · ${range.name}`, await time(address, headers, addressOf(panel, range)));
  }
  panels.set("live", await time(address, headers, "/api/admin/analytics/live"));
  for (const [name, drill] of await dearest(address, headers)) {
    for (const panel of DRILLED) {
      for (const range of DRILL_RANGES) {
        drills.set(`${name}: ${panel} · ${range.name}`, await time(address, headers, addressOf(panel, range, drill)));
      }
    }
  }
  return { panels, drills };
}
