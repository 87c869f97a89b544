import type { Pool } from "pg";
import type { Dictionaries } from "./add-dictionaries.ts";
import type { PlannedDay } from "./plan-days.ts";

/** Views per visit, on average. */
export const VIEWS_PER_VISIT = 2.1;

/** How many months are generated at the same time, each by a process of the database. */
const AT_ONCE = 2;

/**
 * Stores the planned visits with their records, month by month and in the order of time, as they would have arrived. The tables of
 * the months must exist. The result is the same at every run.
 */
export async function addVisits(pool: Pool, days: readonly PlannedDay[], slots: Dictionaries): Promise<void> {
  const months = Object.values(Object.groupBy(days, ({ day }) => day.slice(0, 7)));
  const work = async () => {
    const client = await pool.connect();
    try {
      await client.query("select set_config('work_mem', '256MB', false), set_config('synchronous_commit', 'off', false)");
      for (let month = months.shift(); month; month = months.shift()) {
        const { paths, origins, agents, places } = slots;
        await client.query("select setseed($1)", [((month[0]?.visits ?? 0) % 1000) / 1000]);
        await client.query(add, [JSON.stringify(month), paths, origins, agents, places, 1 - 1 / VIEWS_PER_VISIT]);
      }
    } finally {
      // The setting ends with the transaction.
      client.release(true);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/**
 * A visitor is one of twice as many as there are visits on a day, and determines browser and place. The evening has the busiest
 * hours. After each page, a visit continues with the same probability.
 */
const add = `
  with days as (
    select * from jsonb_to_recordset($1::jsonb) as d (day date, visits int, fresh int, "freshShare" float8)
  ), visits as materialized (
    select d.day, d.fresh, d."freshShare", who,
      (floor(extract(epoch from d.day::timestamp at time zone 'UTC') * 1000)::bigint + (power(random(), 0.7) * 86399999)::bigint << 20)
        | (random() * 1048575)::bigint as visit,
      ($3::int[])[1 + floor(random() * array_length($3::int[], 1))::int] as origin_id,
      1 + floor(ln(1 - random()) / ln($6::float8))::int as steps,
      (-90 * ln(1 - random()))::int as pace
    from days d cross join lateral (
      select hashint8extended((d.day - date '2000-01-01')::bigint << 32 | floor(random() * 2 * d.visits)::bigint, 0) & 9223372036854775807 as who
      from generate_series(1, d.visits)) v
  ), opened as (
    select v.*, step, case when fresh is not null and random() < "freshShare" then fresh
      else ($2::int[])[1 + floor(random() * array_length($2::int[], 1))::int] end as path_id
    from visits v cross join lateral generate_series(1, least(v.steps, 40)) step
  ), pages as (
    select visit, path_id, who, origin_id, steps, pace, min(step) as first, max(step) as last, count(*) as views, random() as attention
    from opened group by visit, path_id, who, origin_id, steps, pace
  )
  insert into analytics_records (visit, visitor, path_id, origin_id, agent_id, place_id, first_seconds, last_seconds, ended_seconds,
    views, engaged_seconds, scroll_depth, is_bounce, network)
  select visit, who, path_id, origin_id, ($4::int[])[1 + (who % array_length($4::int[], 1))::int],
    ($5::int[])[1 + (who / 8192 % array_length($5::int[], 1))::int], (first - 1) * pace, last * pace, steps * pace, views,
    least(32767, (views * pace * 0.6)::int), least(100, (pace * attention)::int), false,
    network(set_masklen('64.0.0.0'::inet + (who / 65536 % 65536) * 256, 24))
  from pages order by visit, path_id`;
