import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/database/db.ts";
import type { Period } from "../../../platform/time/day.ts";
import { DIMENSIONS, type Dimension, type PageSort } from "../analytics-rules.ts";
import { type Cover, coverOf } from "./periods.ts";

export const DICTIONARIES = {
  origin_id: { table: "analytics_origins", as: "o" },
  agent_id: { table: "analytics_agents", as: "a" },
  place_id: { table: "analytics_places", as: "l" },
} as const;
export type Dictionary = keyof typeof DICTIONARIES;

/** Every visit has a value of each, except of `campaign`. A city comes with its country, as `placeName()` writes places. */
const STORED: Record<Dimension, [Dictionary, RawBuilder<string | null>]> = {
  source: ["origin_id", sql`o.source`],
  channel: ["origin_id", sql`o.channel`],
  campaign: ["origin_id", sql`o.utm_campaign`],
  country: ["place_id", sql`l.country`],
  city: [
    "place_id",
    sql`coalesce(nullif(concat_ws(', ', coalesce(nullif(l.city, 'unknown'), nullif(l.region, 'unknown')),
      nullif(l.country, 'unknown')), ''), 'unknown')`,
  ],
  device: ["agent_id", sql`a.device_type`],
  browser: ["agent_id", sql`a.browser`],
  os: ["agent_id", sql`a.operating_system`],
};

/** Over origin `o`, agent `a` and place `l`. */
export const VALUE_OF = Object.fromEntries(DIMENSIONS.map((name) => [name, STORED[name][1]])) as Record<
  Dimension,
  RawBuilder<string | null>
>;

export const dimensionsIn = (dictionary: Dictionary): Dimension[] => DIMENSIONS.filter((name) => STORED[name][0] === dictionary);

type Days = Pick<Period, "from" | "to">;

/** `day`: ISO date. Times in seconds, added up. `entries`: visits that could bounce (all, or those that began on the page asked for). */
export type DayRow = {
  day: string;
  visits: number;
  entries: number;
  visitors: number;
  views: number;
  bounces: number;
  engaged: number;
  completed: number;
  duration: number;
};

/** As another row of the same statement. */
export const alongWith = (cut: RawBuilder<unknown> | null): RawBuilder<unknown> => (cut ? sql`union all ${cut}` : sql``);

/** Days with any visit. @param cut a part of a day, returned as another row */
export async function rolledDays(db: Db, { from, to }: Days, cut: RawBuilder<unknown> | null = null): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`select to_char(day, 'YYYY-MM-DD') as day, visits, visits as entries, visitors, views,
      bounces, engaged_seconds as engaged, completed, duration_seconds as duration
    from analytics_days where day between ${from}::date and ${to}::date
    ${alongWith(cut)} order by day`.execute(db);
  return rows;
}

/** Null when nothing waits to be rolled up. */
export async function oldestMark(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(marked_at) as at from analytics_marks`.execute(db);
  return rows[0]?.at ?? null;
}

/** `select` gives rows from a day to a day, or from a month to a month. */
function pieces(
  cover: Cover,
  select: (isMonth: RawBuilder<boolean>, from: string, to: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const parts = cover.days.map(([from, to]) => select(sql`false`, from, to));
  if (cover.months) parts.push(select(sql`true`, ...cover.months));
  return sql.join(parts, sql` union all `);
}

/** `total`: values of the whole list. */
export type ValueRow = { value: string; visits: number; visitors: number; views: number; total: number };

/** The values with the most visits. */
export async function rolledValues(db: Db, days: Days, dimension: Dimension, limit: number): Promise<ValueRow[]> {
  const rolled = pieces(
    coverOf(days),
    (isMonth, from, to) => sql`select value, visits, visitors, views from analytics_values
      where dimension = ${dimension}::analytics_dimension and is_month = ${isMonth}
        and starts_on between ${from}::date and ${to}::date`,
  );
  const { rows } = await sql<ValueRow>`select value, sum(visits) as visits, sum(visitors) as visitors, sum(views) as views,
      count(*) over () as total
    from (${rolled}) rolled group by value having sum(visits) > 0 order by visits desc, value limit ${limit}`.execute(db);
  return rows;
}

/** `total`: pages of the whole list. `bounces` belong to the `entries`. */
export type PageRow = {
  path: string;
  title: string;
  post_id: string | null;
  views: number;
  visits: number;
  visitors: number;
  entries: number;
  exits: number;
  bounces: number;
  engaged: number;
  total: number;
};

/** Titles of today. `figures` gives rows by `path_id`, with `total`. */
export const titledPages = (figures: RawBuilder<unknown>, sort: PageSort) =>
  sql<PageRow>`select p.path, coalesce(posts.title, nullif(p.title, ''), p.path) as title, p.post_id, f.views, f.visits,
      f.visitors, f.entries, f.exits, f.bounces, f.engaged, f.total
    from (${figures}) f join analytics_paths p on p.id = f.path_id left join posts on posts.id = p.post_id
    order by f.${sql.ref(sort)} desc, f.views desc, p.path`;

/** Without pages that have a zero in `sort`. @param path the only page asked for; null for all */
export async function rolledPages(
  db: Db,
  days: Days,
  { sort, limit, path = null }: { sort: PageSort; limit: number; path?: number | null },
): Promise<PageRow[]> {
  const one = path === null ? sql`` : sql`and path_id = ${path}`;
  const rolled = pieces(
    coverOf(days),
    (isMonth, from, to) => sql`select path_id, views, visits, visitors, entries, exits, bounces, engaged_seconds
      from analytics_pages where is_month = ${isMonth} and starts_on between ${from}::date and ${to}::date ${one}`,
  );
  const by = sql.ref(sort);
  const figures = sql`select path_id, sum(views) as views, sum(visits) as visits, sum(visitors) as visitors,
      sum(entries) as entries, sum(exits) as exits, sum(bounces) as bounces, sum(engaged_seconds)::bigint as engaged,
      count(*) over () as total
    from (${rolled}) rolled group by path_id having sum(${by}) > 0
    order by sum(${by}) desc, views desc, path_id limit ${limit}`;
  return (await titledPages(figures, sort).execute(db)).rows;
}
