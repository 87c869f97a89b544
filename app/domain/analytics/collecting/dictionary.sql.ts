import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import type { Agent, Origin, VisitPlace } from "../model.ts";

type Db = Kysely<DB>;

/** A row with the digest of everything in it, as hex. */
export type DictionaryRow<Row> = Row & { key: string };

type Table = "analytics_origins" | "analytics_agents" | "analytics_places";

const NUMERIC = new Set(["latitude", "longitude"]);

/**
 * Finds rows by their digest, and adds those that aren't there, in the order of the digests so that nobody waits in a circle.
 * @param columns of the table besides the digest
 * @returns numbers by digest
 */
async function ids(
  db: Db,
  table: Table,
  columns: readonly string[],
  rows: readonly { key: string }[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const typed = sql.join(columns.map((name) => sql`${sql.ref(name)} ${sql.raw(NUMERIC.has(name) ? "numeric" : "text")}`));
  // What somebody else adds at this moment is seen by neither half of the statement, but by the next one.
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

export const ORIGIN_COLUMNS: (keyof Origin)[] = [
  "source",
  "channel",
  "referrer_url",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
];
export const AGENT_COLUMNS: (keyof Agent)[] = [
  "user_agent",
  "browser",
  "browser_version",
  "operating_system",
  "device_type",
  "screen_resolution",
];
export const PLACE_COLUMNS: (keyof VisitPlace)[] = ["country", "region", "city", "latitude", "longitude", "timezone"];

/** Numbers of origins by their digests. */
export const originIds = (db: Db, rows: DictionaryRow<Origin>[]) => ids(db, "analytics_origins", ORIGIN_COLUMNS, rows);
/** Numbers of agents by their digests. */
export const agentIds = (db: Db, rows: DictionaryRow<Agent>[]) => ids(db, "analytics_agents", AGENT_COLUMNS, rows);
/** Numbers of places by their digests. */
export const placeIds = (db: Db, rows: DictionaryRow<VisitPlace>[]) => ids(db, "analytics_places", PLACE_COLUMNS, rows);
