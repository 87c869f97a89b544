import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Db } from "../../../platform/database/db.ts";
import type { StoredHit } from "../hit-rules.ts";
import {
  AGENT_COLUMNS,
  agentIds,
  type DictionaryRow,
  ORIGIN_COLUMNS,
  originIds,
  PLACE_COLUMNS,
  pageIds,
  placeIds,
} from "./dictionary.sql.ts";

/** How many entries of each dictionary are cached. */
const KEPT = 20_000;

/** Cached ids of dictionary rows. */
export type Dictionaries = {
  pages: LRUCache<string, number>;
  origins: LRUCache<string, number>;
  agents: LRUCache<string, number>;
  places: LRUCache<string, number>;
  /** months (2026-11) that have a table for their records */
  months: Set<string>;
};

/** Creates empty caches. A transaction that may be rolled back needs its own, because ids in them may never be committed. */
export const createDictionaries = (): Dictionaries => ({
  pages: new LRUCache({ max: KEPT }),
  origins: new LRUCache({ max: KEPT }),
  agents: new LRUCache({ max: KEPT }),
  places: new LRUCache({ max: KEPT }),
  months: new Set(),
});

/** A hit with the numbers of its page (null: there is none), origin, agent and place. */
export type NumberedHit = { hit: StoredHit; pathId: number | null; originId: number; agentId: number; placeId: number };

const texts = new WeakMap<object, string>();

/** A dictionary row as text with its columns in a fixed order, which hits from quarantine may not have. */
function textOf<Row extends object>(row: Row, columns: (keyof Row & string)[]): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = JSON.stringify(row, columns);
  texts.set(row, text);
  return text;
}

/** The ids of rows by their text; new rows are added. */
async function numbers<Row extends object>(
  db: Db,
  known: LRUCache<string, number>,
  rows: readonly string[],
  ask: (db: Db, rows: DictionaryRow<Row>[]) => Promise<Map<string, number>>,
): Promise<number[]> {
  const found = new Map<string, number>();
  const unknown = new Map<string, string>();
  for (const text of rows) {
    const id = known.get(text);
    if (id !== undefined) found.set(text, id);
    else if (!unknown.has(text)) unknown.set(text, hash("sha256", text));
  }
  if (unknown.size > 0) {
    const ids = await ask(
      db,
      [...unknown].map(([text, key]) => ({ ...(JSON.parse(text) as Row), key })),
    );
    for (const [text, key] of unknown) {
      const id = ids.get(key);
      if (id === undefined) throw new Error("A row of the dictionaries was neither found nor added");
      known.set(text, id);
      found.set(text, id);
    }
  }
  return rows.map((text) => found.get(text) as number);
}

async function pagesOf(db: Db, known: Dictionaries["pages"], paths: readonly string[]): Promise<(number | null)[]> {
  const found = new Map<string, number | null>();
  const unknown = new Set<string>();
  for (const path of paths) {
    const id = known.get(path);
    if (id !== undefined) found.set(path, id);
    else unknown.add(path);
  }
  const ids = unknown.size > 0 ? await pageIds(db, [...unknown]) : new Map<string, number>();
  for (const path of unknown) {
    const id = ids.get(path) ?? null;
    // A missing page isn't cached, because it may exist the next moment.
    if (id !== null) known.set(path, id);
    found.set(path, id);
  }
  return paths.map((path) => found.get(path) ?? null);
}

/** Looks up, or adds, the dictionary rows of hits. Sends at most one statement for each dictionary, and none for cached rows. */
export async function number(db: Db, dictionaries: Dictionaries, hits: readonly StoredHit[]): Promise<NumberedHit[]> {
  const { pages, origins, agents, places } = dictionaries;
  const paths = hits.map(({ path }) => path);
  const pathIds = await pagesOf(db, pages, paths);
  const ofOrigins = await numbers(
    db,
    origins,
    hits.map(({ origin }) => textOf(origin, ORIGIN_COLUMNS)),
    originIds,
  );
  const ofAgents = await numbers(
    db,
    agents,
    hits.map(({ agent }) => textOf(agent, AGENT_COLUMNS)),
    agentIds,
  );
  const ofPlaces = await numbers(
    db,
    places,
    hits.map(({ place }) => textOf(place, PLACE_COLUMNS)),
    placeIds,
  );
  return hits.map((hit, at) => ({
    hit,
    pathId: pathIds[at] as number | null,
    originId: ofOrigins[at] as number,
    agentId: ofAgents[at] as number,
    placeId: ofPlaces[at] as number,
  }));
}
