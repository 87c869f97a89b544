import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { NAMELESS, type Tally } from "../rollups/drill-model.ts";
import { type PageRow, titledPages, type ValueRow } from "./panel.sql.ts";
import type { PageSort } from "./panels-model.ts";

type Db = Kysely<DB>;
/** `all_visits` counts those without a value too. */
export type DrilledValueRow = ValueRow & { all_visits: number };

/** What a page's figures in a tally are, and a value's, in their order. */
export const PAGE_NAMES = ["visits", "visitors", "views", "entries", "exits", "bounces", "engaged"];
export const VALUE_NAMES = PAGE_NAMES.slice(0, 3);
const VISITS = PAGE_NAMES.indexOf("visits");
const VIEWS = PAGE_NAMES.indexOf("views");

type Entry = [id: number, figures: number[]];
const figureOf = ([, figures]: Entry, at: number): number => figures[at] ?? 0;

/** Numbers and figures in SQL, as rows of `t`: numbers by `id`, the first figures of each by these names. */
export const tallied = (entries: Iterable<Entry>, names: readonly string[]): RawBuilder<unknown> => {
  const all = [...entries];
  const lists = names.map((_, at) => sql`${all.map((entry) => figureOf(entry, at))}::bigint[]`);
  return sql`unnest(${all.map(([id]) => id)}::integer[], ${sql.join(lists)}) as t (id, ${sql.raw(names.join(", "))})`;
};

/**
 * The values that the most visits have, out of a tally alone: only names that may be shown are asked for, however many there are.
 * Of as many visits, the name decides.
 */
export async function talliedValues(db: Db, tally: Tally, limit: number): Promise<DrilledValueRow[]> {
  const named = [...tally].filter(([id]) => id !== NAMELESS).sort((a, b) => figureOf(b, VISITS) - figureOf(a, VISITS));
  const last = named[limit - 1];
  const least = last ? figureOf(last, VISITS) : 0;
  const shown = named.filter((entry) => figureOf(entry, VISITS) >= least);
  const all = [...tally].reduce((sum, entry) => sum + figureOf(entry, VISITS), 0);
  const { rows } = await sql<DrilledValueRow>`
    select n.name as value, t.visits, t.visitors, t.views, ${named.length}::bigint as total, ${all}::bigint as all_visits
    from ${tallied(shown, VALUE_NAMES)} join analytics_names n on n.id = t.id
    order by t.visits desc, value limit ${limit}`.execute(db);
  return rows;
}

/** The pages that have most of what they are sorted by, out of a tally alone; those that have none of it are left out. */
export async function talliedPages(db: Db, tally: Tally, { sort, limit }: { sort: PageSort; limit: number }): Promise<PageRow[]> {
  const by = PAGE_NAMES.indexOf(sort);
  const some = [...tally].filter((entry) => figureOf(entry, by) > 0);
  const shown = some
    .sort((a, b) => figureOf(b, by) - figureOf(a, by) || figureOf(b, VIEWS) - figureOf(a, VIEWS) || a[0] - b[0])
    .slice(0, limit);
  const figures = sql`select t.id as path_id, ${sql.raw(PAGE_NAMES.map((name) => `t.${name}`).join(", "))},
    ${some.length}::bigint as total from ${tallied(shown, PAGE_NAMES)}`;
  return (await titledPages(figures, sort).execute(db)).rows;
}
