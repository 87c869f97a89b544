import { type Kysely, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { PAGES, POSTS, type Rollup, replaceRollup, VALUES } from "./replace-rollups.ts";

type Db = Kysely<DB>;

const sums = ({ figures }: Rollup) => sql.raw(figures.map((figure) => `sum(${figure}) as ${figure}`).join(", "));
const daysOf = (month: string) =>
  sql`not is_month and starts_on >= ${month}::date and starts_on < (${month}::date + interval '1 month')::date`;
const ofMonth = (month: string) => sql`t.is_month and t.starts_on = ${month}::date`;

/** Adds up a month's days: what its visits have in common. @param month its first day */
export const addUpValues = (db: Db, month: string) =>
  sql`
  with fresh as (
    select dimension, true as is_month, ${month}::date as starts_on, value, ${sums(VALUES)}
    from analytics_values where dimension = any (enum_range(null::analytics_dimension)) and ${daysOf(month)}
    group by dimension, value
  ), ${replaceRollup(VALUES, "fresh", sql`t.dimension = any (enum_range(null::analytics_dimension)) and ${ofMonth(month)}`)}
  select`.execute(db);

/** Adds up a month's days: its pages. @param month its first day */
export const addUpPages = (db: Db, month: string) =>
  sql`
  with fresh as (
    select true as is_month, ${month}::date as starts_on, path_id, ${sums(PAGES)}
    from analytics_pages where ${daysOf(month)} group by path_id
  ), ${replaceRollup(PAGES, "fresh", ofMonth(month))}
  select`.execute(db);

/** Adds up a month's days: its articles. One that is being deleted is waited for, and left out then. @param month its first day */
export const addUpPosts = (db: Db, month: string) =>
  sql`
  with counted as materialized (
    select post_id, ${sums(POSTS)} from analytics_posts where ${daysOf(month)} group by post_id
  ), standing as materialized (
    select id from posts where id = any(array(select post_id from counted)) order by id for key share
  ), fresh as (
    select true as is_month, ${month}::date as starts_on, counted.* from counted join standing on standing.id = post_id
  ), ${replaceRollup(POSTS, "fresh", ofMonth(month))}
  select`.execute(db);
