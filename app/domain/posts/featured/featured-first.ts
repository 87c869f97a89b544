import { type RawBuilder, sql } from "kysely";
import { listedPosts } from "../listed-posts.sql.ts";

/**
 * A subquery of published articles: ordered featured ones, other featured ones, then all others, both newest first; at most `upTo` of each
 * kind. Columns: post_id, place (null without one), featured, published_at.
 * @param among a condition for `p`; empty or beginning with `and`
 * @param language see `listedPosts`
 */
export function featuredFirst(upTo: number, among: RawBuilder<unknown> = sql``, language?: string): RawBuilder<unknown> {
  const articles = listedPosts(language);
  const newest = (condition: RawBuilder<unknown>) => sql`(
    select p.post_id, null::bigint as place, p.featured, p.published_at from ${articles} p
    where ${condition} ${among} order by p.published_at desc, p.post_id desc limit ${upTo})`;
  return sql`(
    select p.post_id, o.place, p.featured, p.published_at
    from featured_order f cross join unnest(f.post_ids) with ordinality o (post_id, place)
    join ${articles} p on p.post_id = o.post_id where p.featured ${among}
    union all ${newest(sql`p.featured and p.post_id <> all (array(select unnest(post_ids) from featured_order))`)}
    union all ${newest(sql`not p.featured`)})`;
}

/** @param found the name of the `featuredFirst` subquery */
export const byPlace = (found: string): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${found}.${name}`);
  return sql`${column("featured")} desc, ${column("place")}, ${column("published_at")} desc, ${column("post_id")} desc`;
};
