import { hash } from "node:crypto";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Db } from "../../../platform/database/db.ts";
import { cutText } from "../../text-rules.ts";
import { type Agent, HIT_LIMITS, type Origin, type StoredHit, type VisitPlace } from "../hit-rules.ts";
import { slugOfPath, titleOfPath } from "./addresses.ts";

const CACHE_SIZE = 20_000;

export type Dictionaries = {
  pages: LRUCache<string, number>;
  origins: LRUCache<string, number>;
  agents: LRUCache<string, number>;
  places: LRUCache<string, number>;
  /** months (2026-11) that have a table for their records */
  months: Set<string>;
};

/** A transaction that may be rolled back needs its own, because ids in them may never be committed. */
export const createDictionaries = (): Dictionaries => ({
  pages: new LRUCache({ max: CACHE_SIZE }),
  origins: new LRUCache({ max: CACHE_SIZE }),
  agents: new LRUCache({ max: CACHE_SIZE }),
  places: new LRUCache({ max: CACHE_SIZE }),
  months: new Set(),
});

/** `pathId` is null without a page. */
export type NumberedHit = { hit: StoredHit; pathId: number | null; originId: number; agentId: number; placeId: number };

const texts = new WeakMap<object, string>();

/** Columns in a fixed order, which hits from quarantine may not have. */
function textOf<Row extends object>(row: Row, columns: (keyof Row & string)[]): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = JSON.stringify(row, columns);
  texts.set(row, text);
  return text;
}

type DictionaryRow<Row> = Row & { key: string };

type Table = "analytics_origins" | "analytics_agents" | "analytics_places";

const NUMERIC = new Set(["latitude", "longitude"]);

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

/** Adds missing rows in the order of digests, which avoids deadlocks. @param columns without the digest @returns ids by digest */
async function ids(
  db: Db,
  table: Table,
  columns: readonly string[],
  rows: readonly { key: string }[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const typed = sql.join(columns.map((name) => sql`${sql.ref(name)} ${sql.raw(NUMERIC.has(name) ? "numeric" : "text")}`));
  // A row that another process adds at this moment is only visible to the next statement.
  for (let tries = 0; found.size < rows.length && tries < 3; tries++) {
    const wanted = JSON.stringify(rows.filter(({ key }) => !found.has(key)));
    const { rows: got } = await sql<{ key: string; id: number }>`
      with wanted as materialized (
        select decode(key, 'hex') as key, ${names} from jsonb_to_recordset(${wanted}::jsonb) as row (key text, ${typed})
      ), there as materialized (select id, key from ${sql.table(table)} where key in (select key from wanted)
      ), added as (
        insert into ${sql.table(table)} (key, ${names})
        select key, ${names} from wanted where key not in (select key from there) order by key
        on conflict (key) do nothing returning id, key
      )
      select id, encode(key, 'hex') as key from there union all select id, encode(key, 'hex') from added`.execute(db);
    for (const { key, id } of got) found.set(key, id);
  }
  return found;
}

type Page = { path: string; title: string; post_id: string | null };

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

async function articlesAt(db: Db, slugs: string[]): Promise<Map<string, { id: string; title: string }>> {
  if (slugs.length === 0) return new Map();
  const { rows } = await sql<{ slug: string; id: string; title: string }>`
    select p.slug, p.id, p.title from posts p where p.slug = any(${slugs}) and p.status = 'published'
    union all
    select s.slug, p.id, p.title from post_slugs s join posts p on p.id = s.post_id
    where s.slug = any(${slugs}) and p.status = 'published' and not exists (select from posts q
    where q.slug = s.slug)`.execute(db);
  return new Map(rows.map(({ slug, id, title }) => [slug, { id, title }]));
}

async function storedPages(db: Db, pages: Page[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ path: string; id: number }>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as row (path text, title text, post_id uuid)
    ), same as materialized (
      select p.id, p.path from analytics_paths p join wanted w using (path)
      where p.title = w.title and p.post_id is not distinct from w.post_id
    ), changed as (
      insert into analytics_paths (path, title, post_id)
      select path, title, post_id from wanted where path not in (select path from same) order by path
      on conflict (path) do update set title = excluded.title, post_id = excluded.post_id returning id, path
    )
    select id, path from same union all select id, path from changed`.execute(db);
  return new Map(rows.map(({ path, id }) => [path, id]));
}

/** Only paths with a page. Titles come from the article or a fixed list, because a hit's own can't be trusted. */
async function pageIds(db: Db, paths: string[]): Promise<Map<string, number>> {
  const slugs = paths.flatMap((path) => slugOfPath(path) ?? []);
  const articles = await articlesAt(db, slugs);
  const pages = paths.flatMap((path): Page[] => {
    const title = titleOfPath(path);
    if (title !== undefined) return [{ path, title, post_id: null }];
    const article = articles.get(slugOfPath(path) ?? "");
    return article ? [{ path, title: cutText(article.title, HIT_LIMITS.title), post_id: article.id }] : [];
  });
  return pages.length > 0 ? storedPages(db, pages) : new Map();
}

const ORIGIN_COLUMNS: (keyof Origin)[] = [
  "source",
  "channel",
  "referrer_url",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
];

const AGENT_COLUMNS: (keyof Agent)[] = [
  "user_agent",
  "browser",
  "browser_version",
  "operating_system",
  "device_type",
  "screen_resolution",
];

const PLACE_COLUMNS: (keyof VisitPlace)[] = ["country", "region", "city", "latitude", "longitude", "timezone"];

const originIds = (db: Db, rows: DictionaryRow<Origin>[]) => ids(db, "analytics_origins", ORIGIN_COLUMNS, rows);

const agentIds = (db: Db, rows: DictionaryRow<Agent>[]) => ids(db, "analytics_agents", AGENT_COLUMNS, rows);

const placeIds = (db: Db, rows: DictionaryRow<VisitPlace>[]) => ids(db, "analytics_places", PLACE_COLUMNS, rows);

/** At most one statement for each dictionary, and none for cached rows. */
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
