import { type RawBuilder, sql } from "kysely";
import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import type { Db, Trx } from "../../../platform/database/db.ts";
import { firstOfMonth } from "../../../platform/time/month.ts";
import { startOfDay } from "../../../platform/time/zone.ts";
import type { Context } from "../../context.ts";
import { BOUNCE_ENGAGED_SECONDS, DIMENSIONS, HALF_READ, WHOLE_READ } from "../analytics-rules.ts";
import { VALUE_OF } from "../panels/panel.sql.ts";
import { OPEN_VIEWS_MAX, QUIET_AFTER_MS } from "./drill-tally.ts";
import { drillDay, rollUpDrills } from "./roll-up-drills.ts";
import { beginning, groundOf, type LocalDay, waitingDays } from "./rollups.sql.ts";

/** `within`: ms after which no further day is begun. `openViewsMax`: above it, an open day's drills are left to its records. */
export type RollUpOptions = { timezone: string; within?: number; openViewsMax?: number };

const end = ({ day, timezone }: LocalDay) => sql<Date>`((${day}::date + 1)::timestamp at time zone ${timezone})`;

const within = (column: string, day: LocalDay): RawBuilder<boolean> =>
  sql`${sql.ref(column)} >= ${beginning(day)} and ${sql.ref(column)} < ${end(day)}`;

/**
 * Dirty days from raw rows, months from days, the newest first. Doesn't block collecting. Two at once do no harm; an interrupted one is
 * continued the next time. In a timezone other than that of the rollups, every day is marked first.
 * @param options `timezone`: IANA name @returns how many days were worked out
 */
export async function rollUp(
  ctx: Context,
  { timezone, within = Number.POSITIVE_INFINITY, openViewsMax = OPEN_VIEWS_MAX }: RollUpOptions,
): Promise<{ days: number }> {
  const began = performance.now();
  const isOver = () => performance.now() - began > within;
  await adopt(ctx.db, timezone);
  let days = 0;
  for (const [month, waiting] of byMonth(await waitingDays(ctx.db, timezone))) {
    days += await rollUpMonth(ctx, month, waiting, { timezone, openViewsMax, isOver });
    if (isOver()) break;
  }
  await rollUpDrills(ctx, { timezone, openViewsMax, isOver });
  return { days };
}

/** Days from the first to the last one with raw rows or rollups. A day is marked at its noon, which no change of clocks moves. */
const markEveryDay = (db: Db, timezone: string) =>
  sql`
  with edges (day) as (
    select (visit_started_at(edge) at time zone ${timezone})::date
    from (select min(visit), max(visit) from analytics_records) r (first, last), lateral (values (first), (last)) e (edge)
    union all
    select (edge at time zone ${timezone})::date
    from (select min(created_at), max(created_at) from article_likes
      union all select min(created_at), max(created_at) from comments) r (first, last), lateral (values (first), (last)) e (edge)
    union all select min(day) from analytics_days union all select max(day) from analytics_days
    union all select min(starts_on) from analytics_posts where not is_month
    union all select max(starts_on) from analytics_posts where not is_month
  )
  insert into analytics_marks (at)
  select (day::date + time '12:00') at time zone ${timezone}
  from generate_series((select min(day) from edges)::timestamp, (select max(day)
  from edges)::timestamp, interval '1 day') day`.execute(db);

/** Marks all days that have raw rows first, so that the next `rollUp` continues an interrupted one. @returns how many days there were */
export async function rebuildAll(ctx: Context, options: RollUpOptions): Promise<{ days: number }> {
  await adopt(ctx.db, options.timezone);
  await markEveryDay(ctx.db, options.timezone);
  return rollUp(ctx, options);
}

const adopt = (db: Db, timezone: string) =>
  db.transaction().execute(async (trx) => {
    if (await setRolledTimezone(trx, timezone)) await markEveryDay(trx, timezone);
  });

async function setRolledTimezone(db: Db, timezone: string): Promise<boolean> {
  const changed = await db
    .updateTable("analytics_options")
    .set({ rolled_timezone: timezone })
    .where("rolled_timezone", "is distinct from", timezone)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

const byMonth = (days: readonly string[]): Map<string, string[]> => Map.groupBy(days, (day) => firstOfMonth(day));

const isOpen = ({ day, timezone }: LocalDay, now: Date): boolean =>
  now.getTime() < startOfDay(day, timezone, 1).getTime() + QUIET_AFTER_MS;

type Rollup = { table: string; keys: readonly string[]; figures: readonly string[] };

const DAYS: Rollup = {
  table: "analytics_days",
  keys: ["day"],
  figures: ["visits", "visitors", "views", "bounces", "engaged_seconds", "completed", "duration_seconds"],
};

const VALUES: Rollup = {
  table: "analytics_values",
  keys: ["dimension", "is_month", "starts_on", "value"],
  figures: ["visits", "visitors", "views", "bounces", "engaged_seconds", "completed", "duration_seconds"],
};

const PAGES: Rollup = {
  table: "analytics_pages",
  keys: ["is_month", "starts_on", "path_id"],
  figures: [
    ...["views", "visits", "visitors", "entries", "exits", "bounces"],
    ...["engaged_seconds", "started", "half", "finished", "completed", "duration_seconds"],
  ],
};

const POSTS: Rollup = {
  table: "analytics_posts",
  keys: ["is_month", "starts_on", "post_id"],
  figures: ["views", "likes", "comments"],
};

const listed = (names: readonly string[], before = "") => sql.raw(names.map((name) => before + name).join(", "));

const VALUES_OF_VISIT = sql.join(
  DIMENSIONS.map((dimension) => sql`(${sql.lit(dimension)}::analytics_dimension, ${VALUE_OF[dimension]})`),
);

const ofDay = ({ day }: LocalDay) => sql`not t.is_month and t.starts_on = ${day}::date`;

/** For records `r`; `t` has the reading time of the article, if it is one. */
export const isRead = ({ scroll, timeShare }: typeof HALF_READ | typeof WHOLE_READ): RawBuilder<boolean> =>
  sql`r.scroll_depth >= ${sql.lit(scroll)} and r.engaged_seconds * ${sql.lit(timeShare)} >= coalesce(t.seconds, 0)`;

/** Of pages in the same second, the entry is the one left first, the exit the one opened last. Bounce: one page, once, below 10 s. */
const rollUpVisits = (db: Db, day: LocalDay) =>
  sql`
  with records as materialized (
    select visit, visitor, path_id, origin_id, agent_id, place_id, first_seconds, last_seconds, ended_seconds, views,
      engaged_seconds, scroll_depth
    from analytics_records where visit >= visit_floor(${beginning(day)}) and visit < visit_floor(${end(day)})
  ), reading_times as materialized (
    select p.id as path_id, posts.reading_time * 60 as seconds from analytics_paths p join posts on posts.id = p.post_id
    where p.id = any(array(select distinct path_id from records))
  ), visits as materialized (
    select visit, min(visitor) as visitor, min(origin_id) as origin_id, min(agent_id) as agent_id, min(place_id) as place_id,
      sum(views) as views, sum(engaged_seconds) as engaged, max(ended_seconds) as ended,
      count(*) = 1 and sum(views) = 1 and sum(engaged_seconds) < ${BOUNCE_ENGAGED_SECONDS} as bounced,
      (min(array[first_seconds, last_seconds, path_id]))[3] as entry, (max(array[last_seconds, first_seconds, path_id]))[3] as exit
    from records group by visit
  ), fresh_days as (
    select ${day.day}::date as day, count(*) as visits, count(distinct visitor) as visitors, sum(views) as views,
      count(*) filter (where bounced) as bounces, sum(engaged) as engaged_seconds, count(ended) as completed,
      coalesce(sum(ended), 0) as duration_seconds
    from visits having count(*) > 0
  ), ${replaceRollup(DAYS, "fresh_days", sql`t.day = ${day.day}::date`)}, fresh_pages as (
    select false as is_month, ${day.day}::date as starts_on, path_id, views, visits, visitors, coalesce(entries, 0) as entries,
      coalesce(exits, 0) as exits, coalesce(bounces, 0) as bounces, engaged_seconds, started, half, finished,
      completed, duration_seconds
    from (
      select path_id, sum(views) as views, count(*) as visits, count(distinct visitor) as visitors,
        sum(engaged_seconds) as engaged_seconds,
        count(*) filter (where scroll_depth >= 10 or engaged_seconds >= 10) as started,
        count(*) filter (where ${isRead(HALF_READ)}) as half, count(*) filter (where ${isRead(WHOLE_READ)}) as finished,
        count(ended_seconds) as completed, coalesce(sum(ended_seconds), 0) as duration_seconds
      from records r left join reading_times t using (path_id) group by path_id
    ) seen
    left join (select entry as path_id, count(*) as entries, count(*) filter (where bounced) as bounces from visits group by entry)
      entered using (path_id)
    left join (select exit as path_id, count(*) as exits from visits group by exit) left_from using (path_id)
  ), ${replaceRollup(PAGES, "fresh_pages", ofDay(day))}, of_visitors as (
    select d.dimension, d.value, v.visitor, count(*) as visits, sum(v.views) as views, count(*) filter (where v.bounced) as bounces,
      sum(v.engaged) as engaged, count(v.ended) as completed, sum(v.ended) as duration
    from visits v
      join analytics_origins o on o.id = v.origin_id join analytics_agents a on a.id = v.agent_id
      join analytics_places l on l.id = v.place_id
      cross join lateral (values ${VALUES_OF_VISIT}) d (dimension, value)
    where d.value is not null
    group by d.dimension, d.value, v.visitor
  ), fresh_values as (
    select dimension, false as is_month, ${day.day}::date as starts_on, value, sum(visits) as visits, count(*) as visitors,
      sum(views) as views, sum(bounces) as bounces, sum(engaged) as engaged_seconds, sum(completed) as completed,
      coalesce(sum(duration), 0) as duration_seconds
    from of_visitors group by dimension, value
  ), ${replaceRollup(VALUES, "fresh_values", ofDay(day))}
  select`.execute(db);

/** Needs the day's pages. Waits for articles that are being deleted, and leaves them out. */
const rollUpPosts = (db: Db, day: LocalDay) =>
  sql`
  with seen as materialized (
    select path_id, views from analytics_pages where not is_month and starts_on = ${day.day}::date
  ), counted as materialized (
    select p.post_id, d.views, 0 as likes, 0 as comments
    from seen d join analytics_paths p on p.id = d.path_id
    where p.id = any(array(select path_id from seen)) and p.post_id is not null
    union all select article_id, 0, 1, 0 from article_likes where is_liked and ${within("created_at", day)}
    union all select post_id, 0, 0, 1 from comments where status = 'approved' and ${within("created_at", day)}
  ), standing as materialized (
    select id from posts where id = any(array(select post_id from counted)) order by id for key share
  ), fresh as (
    select false as is_month, ${day.day}::date as starts_on, post_id, sum(views) as views, sum(likes) as likes,
      sum(comments) as comments
    from counted join standing on standing.id = post_id group by post_id
  ), ${replaceRollup(POSTS, "fresh", ofDay(day))}
  select`.execute(db);

/** A transaction per day; the last one also adds up the month and removes the marks. */
async function rollUpMonth(
  { db, clock }: Context,
  month: string,
  days: readonly string[],
  { timezone, openViewsMax, isOver }: { timezone: string; openViewsMax: number; isOver(): boolean },
): Promise<number> {
  const seen: string[] = [];
  const now = clock.now();
  let done = 0;
  let isLast = false;
  for (const [index, day] of days.entries()) {
    if (isLast) break;
    isLast = index === days.length - 1 || isOver();
    await withAdvisoryLock(db, `analytics ${month}`, async (trx) => {
      const ground = await groundOf(trx, { day, timezone });
      // Another process may have switched the timezone meanwhile, and marked all days.
      if (ground.timezone !== timezone) return;
      const marks = await marksOf(trx, { day, timezone });
      if (marks.length > 0 && ground.isWhole) {
        await rollUpVisits(trx, { day, timezone });
        const goesAlong = isOpen({ day, timezone }, now) && (await viewsOfDay(trx, day)) <= openViewsMax;
        if (goesAlong) await drillDay(trx, { day, timezone });
        else
          await sql`
          with months as (delete from analytics_drills where is_month and starts_on = date_trunc('month', ${day}::date)::date),
            days as (delete from analytics_drills where not is_month and starts_on = ${day}::date)
          delete from analytics_drilled
          where (is_month, starts_on) in ((false, ${day}::date), (true, date_trunc('month', ${day}::date)::date))`.execute(trx);
      }
      if (marks.length > 0) await rollUpPosts(trx, { day, timezone });
      if (isLast && seen.length + marks.length > 0) await finish(trx, month, [...seen, ...marks]);
      // Last, so that a repetition after a deadlock doesn't count twice.
      seen.push(...marks);
      done += marks.length > 0 ? 1 : 0;
    });
  }
  return done;
}

/** Parts of a `with`. Rows that haven't changed stay untouched: few of a busy day's rows change. @param scope of the table, as `t` */
function replaceRollup({ table, keys, figures }: Rollup, fresh: string, scope: RawBuilder<unknown>): RawBuilder<unknown> {
  const all = listed([...keys, ...figures]);
  return sql`${sql.id(`${table}_gone`)} as (
      delete from ${sql.table(table)} t where ${scope}
        and not exists (select from ${sql.id(fresh)} f where (${listed(keys, "f.")}) = (${listed(keys, "t.")}))
    ), ${sql.id(`${table}_kept`)} as (
      insert into ${sql.table(table)} as t (${all}) select ${all} from ${sql.id(fresh)} order by ${listed(keys)}
      on conflict (${listed(keys)}) do update set (${listed(figures)}) = row(${listed(figures, "excluded.")})
      where (${listed(figures, "t.")}) is distinct from (${listed(figures, "excluded.")})
    )`;
}

/** In decimal; only those that are visible now, since others may be added meanwhile. */
async function marksOf(db: Db, { day, timezone }: LocalDay): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from analytics_marks where (at at time zone ${timezone})::date = ${day}::date`.execute(db);
  return rows.map(({ id }) => id);
}

async function viewsOfDay(db: Db, day: string): Promise<number> {
  const { rows } = await sql<{ views: number }>`select views from analytics_days where day = ${day}::date`.execute(db);
  return rows[0]?.views ?? 0;
}

const sums = ({ figures }: Rollup) => sql.raw(figures.map((figure) => `sum(${figure}) as ${figure}`).join(", "));

const daysOf = (month: string) =>
  sql`not is_month and starts_on >= ${month}::date and starts_on < (${month}::date + interval '1 month')::date`;

const ofMonth = (month: string) => sql`t.is_month and t.starts_on = ${month}::date`;

async function finish(trx: Trx, month: string, marks: readonly string[]): Promise<void> {
  await sql`
    with fresh as (
      select dimension, true as is_month, ${month}::date as starts_on, value, ${sums(VALUES)}
      from analytics_values where dimension = any (enum_range(null::analytics_dimension)) and ${daysOf(month)}
      group by dimension, value
    ), ${replaceRollup(VALUES, "fresh", sql`t.dimension = any (enum_range(null::analytics_dimension)) and ${ofMonth(month)}`)}
    select`.execute(trx);
  await sql`
    with fresh as (
      select true as is_month, ${month}::date as starts_on, path_id, ${sums(PAGES)}
      from analytics_pages where ${daysOf(month)} group by path_id
    ), ${replaceRollup(PAGES, "fresh", ofMonth(month))}
    select`.execute(trx);
  // Waits for articles that are being deleted, and leaves them out.
  await sql`
    with counted as materialized (
      select post_id, ${sums(POSTS)} from analytics_posts where ${daysOf(month)} group by post_id
    ), standing as materialized (
      select id from posts where id = any(array(select post_id from counted)) order by id for key share
    ), fresh as (
      select true as is_month, ${month}::date as starts_on, counted.* from counted join standing on standing.id = post_id
    ), ${replaceRollup(POSTS, "fresh", ofMonth(month))}
    select`.execute(trx);
  await sql`delete from analytics_marks where id = any (${[...marks]}::bigint[])`.execute(trx);
}
