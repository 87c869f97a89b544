import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import type { Period } from "../../../platform/time/period.ts";
import type { FunnelCounts } from "../figures-model.ts";
import { meant, rolledRows, seenPosts } from "./blog.sql.ts";
import type { PostFilters } from "./blog-model.ts";

type Db = Kysely<DB>;
type Days = Pick<Period, "from" | "to">;

/** An article with a period's figures. */
export type PostRow = {
  id: string;
  title: string;
  slug: string;
  category: string | null;
  published_at: Date;
  read_time: number;
  views: number;
  likes: number;
  comments: number;
};

const described = (ranked: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<PostRow>`
  select posts.id, posts.title, posts.slug, c.name as category, r.published_at, posts.reading_time as read_time,
    r.views, r.likes, r.comments
  from (${ranked}) r join posts on posts.id = r.post_id left join categories c on c.id = posts.category_id
  order by ${order}`;

/** The published articles that were read most in a period; one that nobody opened may still have been liked. */
export async function mostRead(db: Db, days: Days, filters: PostFilters, limit: number): Promise<PostRow[]> {
  const order = sql`views desc, likes desc, comments desc, published_at desc, post_id`;
  const ranked = sql`select s.*, p.published_at from (${seenPosts(days)}) s join published_posts p on p.post_id = s.post_id
    where ${meant(filters)} and s.views + s.likes + s.comments > 0 order by ${order} limit ${limit}`;
  const { rows } = await described(
    ranked,
    sql`r.views desc, r.likes desc, r.comments desc, r.published_at desc, r.post_id`,
  ).execute(db);
  return rows;
}

/** Published articles, the newest first, that were public before `until` and aren't among `others`; all without figures. */
export async function unread(
  db: Db,
  until: Date,
  filters: PostFilters,
  { others, limit }: { others: readonly string[]; limit: number },
): Promise<PostRow[]> {
  const ranked = sql`select p.post_id, p.published_at, 0 as views, 0 as likes, 0 as comments from published_posts p
    where ${meant(filters)} and p.published_at < ${until} and p.post_id <> all (${[...others]}::uuid[])
    order by p.published_at desc, p.post_id desc limit ${limit}`;
  return (await described(ranked, sql`r.published_at desc, r.post_id desc`).execute(db)).rows;
}

/** How far visits came on an article's pages, old addresses included. */
export type StepsRow = { post_id: string } & Pick<FunnelCounts, "visits" | "started" | "half" | "finished">;

const stepsByPath = (days: Days) => sql`
  select path_id, sum(visits)::bigint as visits, sum(started)::bigint as started, sum(half)::bigint as half,
    sum(finished)::bigint as finished
  from (${rolledRows("analytics_pages", "path_id, visits, started, half, finished", days)}) rolled group by path_id`;

/** How far visits came with each of some articles. */
export async function stepsOf(db: Db, days: Days, posts: readonly string[]): Promise<StepsRow[]> {
  const { rows } = await sql<StepsRow>`
    select a.post_id, sum(s.visits)::bigint as visits, sum(s.started)::bigint as started, sum(s.half)::bigint as half,
      sum(s.finished)::bigint as finished
    from (${stepsByPath(days)}) s join analytics_paths a on a.id = s.path_id
    where a.post_id = any (${[...posts]}::uuid[]) group by a.post_id`.execute(db);
  return rows;
}

/** How far the readers of all published articles came that are meant, and how many of these had readers. */
export async function funnelOf(db: Db, days: Days, filters: PostFilters): Promise<FunnelCounts & { posts: number }> {
  const { rows } = await sql<FunnelCounts & { posts: number }>`
    select seen.*, steps.* from (
      select count(*) as posts, coalesce(sum(s.likes), 0)::bigint as liked,
        coalesce(sum(s.comments), 0)::bigint as commented
      from (${seenPosts(days)}) s join published_posts p on p.post_id = s.post_id
      where ${meant(filters)} and s.views + s.likes + s.comments > 0
    ) seen cross join (
      select coalesce(sum(s.visits), 0)::bigint as visits, coalesce(sum(s.started), 0)::bigint as started,
        coalesce(sum(s.half), 0)::bigint as half, coalesce(sum(s.finished), 0)::bigint as finished
      from (${stepsByPath(days)}) s join analytics_paths a on a.id = s.path_id
        join published_posts p on p.post_id = a.post_id
      where ${meant(filters)}
    ) steps`.execute(db);
  const { visits, started, half, finished, liked, commented, posts } = rows[0] as FunnelCounts & { posts: number };
  return { visits, started, half, finished, liked, commented, posts };
}
