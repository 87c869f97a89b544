import { type RawBuilder, sql } from "kysely";

/** A rollup's table: what tells its rows apart, and the figures in them. */
export type Rollup = { table: string; keys: readonly string[]; figures: readonly string[] };

export const DAYS: Rollup = {
  table: "analytics_days",
  keys: ["day"],
  figures: ["visits", "visitors", "views", "bounces", "engaged_seconds", "completed", "duration_seconds"],
};
export const VALUES: Rollup = {
  table: "analytics_values",
  keys: ["dimension", "is_month", "starts_on", "value"],
  figures: ["visits", "visitors", "views", "bounces", "engaged_seconds", "completed", "duration_seconds"],
};
export const PAGES: Rollup = {
  table: "analytics_pages",
  keys: ["is_month", "starts_on", "path_id"],
  figures: [
    ...["views", "visits", "visitors", "entries", "exits", "bounces"],
    ...["engaged_seconds", "started", "half", "finished", "completed", "duration_seconds"],
  ],
};
export const POSTS: Rollup = {
  table: "analytics_posts",
  keys: ["is_month", "starts_on", "post_id"],
  figures: ["views", "likes", "comments"],
};

const listed = (names: readonly string[], before = "") => sql.raw(names.map((name) => before + name).join(", "));

/**
 * Parts of a `with`: makes the rows of a rollup equal to those of another part. Rows that hold already stay untouched, since
 * few of a busy day's change from one time to the next.
 * @param fresh the name of the part with the rows as they should be. @param scope which rows of the table are meant, as `t`
 */
export function replaceRollup({ table, keys, figures }: Rollup, fresh: string, scope: RawBuilder<unknown>): RawBuilder<unknown> {
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
