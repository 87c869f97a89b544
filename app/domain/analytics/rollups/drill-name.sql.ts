import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { VALUE_OF } from "../panels/dimension.sql.ts";
import type { Dimension } from "../panels/panels-model.ts";

type Db = Kysely<DB>;

/** What stands in one of the dictionaries of origins (`o`), agents (`a`) and places (`l`), and the dimensions that it tells. */
export const DICTIONARIES = {
  origin_id: { table: "analytics_origins", as: "o", dimensions: ["source", "channel", "campaign"] },
  agent_id: { table: "analytics_agents", as: "a", dimensions: ["device", "browser", "os"] },
  place_id: { table: "analytics_places", as: "l", dimensions: ["country", "city"] },
} as const satisfies Record<string, { table: string; as: string; dimensions: readonly Dimension[] }>;
export type Dictionary = keyof typeof DICTIONARIES;

/** The values of rows of a dictionary, in the order of its dimensions; null where there is none. */
export async function valuesOf(
  db: Db,
  dictionary: Dictionary,
  ids: readonly number[],
): Promise<{ id: number; values: (string | null)[] }[]> {
  const { table, as, dimensions } = DICTIONARIES[dictionary];
  const values = sql.join(dimensions.map((dimension) => sql`${VALUE_OF[dimension]}::text`));
  const { rows } = await sql<{ id: number; values: (string | null)[] }>`
    select id, array[${values}] as values from ${sql.table(table)} as ${sql.ref(as)}
    where id = any (${[...ids]}::integer[])`.execute(db);
  return rows;
}

/** The numbers of names; those that are new are added. */
export async function numbersOf(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const known = await found(db, names);
  const missing = names.filter((name) => !known.has(name));
  if (missing.length === 0) return known;
  await sql`insert into analytics_names (name) select name from unnest(${missing}::text[]) name order by name
    on conflict (name) do nothing`.execute(db);
  return new Map([...known, ...(await found(db, missing))]);
}

async function found(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from analytics_names where name = any (${[...names]}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [name, id]));
}
