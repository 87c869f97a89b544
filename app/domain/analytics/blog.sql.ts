import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { containsText } from "../../platform/database/text-search.ts";
import type { Period } from "../../platform/time/day.ts";
import type { Reach } from "../posts/reach.sql.ts";
import type { FunnelCounts, PostFilters } from "./analytics-rules.ts";
import { alongWith } from "./panels/panel.sql.ts";
import { CUT_DAY, hasRecords, openedBy } from "./panels/panel-drilled.sql.ts";
import { type Cut, coverOf } from "./panels/periods.ts";

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

export type ChosenPosts = PostFilters & { reach: Reach };

const described = (ranked: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<PostRow>`
  select posts.id, posts.title, posts.slug, c.name as category, r.published_at, posts.reading_time as read_time,
    r.views, r.likes, r.comments
  from (${ranked}) r join posts on posts.id = r.post_id left join categories c on c.id = posts.category_id
  order by ${order}`;

/** Published articles, including those with likes but no views. */
export async function mostRead(db: Db, days: Days, filters: ChosenPosts, limit: number): Promise<PostRow[]> {
  const order = sql`views desc, likes desc, comments desc, published_at desc, post_id`;
  const ranked = sql`select s.*, p.published_at from (${seenPosts(days)}) s join published_posts p on p.post_id = s.post_id
    where ${meant(filters)} and s.views + s.likes + s.comments > 0 order by ${order} limit ${limit}`;
  const { rows } = await described(
    ranked,
    sql`r.views desc, r.likes desc, r.comments desc, r.published_at desc, r.post_id`,
  ).execute(db);
  return rows;
}

/** Published articles that were public before `until` and aren't among `others`, the newest first; without figures. */
export async function unread(
  db: Db,
  until: Date,
  filters: ChosenPosts,
  { others, limit }: { others: readonly string[]; limit: number },
): Promise<PostRow[]> {
  const ranked = sql`select p.post_id, p.published_at, 0 as views, 0 as likes, 0 as comments from published_posts p
    where ${meant(filters)} and p.published_at < ${until} and p.post_id <> all (${[...others]}::uuid[])
    order by p.published_at desc, p.post_id desc limit ${limit}`;
  return (await described(ranked, sql`r.published_at desc, r.post_id desc`).execute(db)).rows;
}

type StepsRow = { post_id: string } & Pick<FunnelCounts, "visits" | "started" | "half" | "finished">;

const stepsByPath = (days: Days) => sql`
  select path_id, sum(visits)::bigint as visits, sum(started)::bigint as started, sum(half)::bigint as half,
    sum(finished)::bigint as finished
  from (${rolledRows("analytics_pages", "path_id, visits, started, half, finished", days)}) rolled group by path_id`;

export async function stepsOf(db: Db, days: Days, posts: readonly string[]): Promise<StepsRow[]> {
  const { rows } = await sql<StepsRow>`
    select a.post_id, sum(s.visits)::bigint as visits, sum(s.started)::bigint as started, sum(s.half)::bigint as half,
      sum(s.finished)::bigint as finished
    from (${stepsByPath(days)}) s join analytics_paths a on a.id = s.path_id
    where a.post_id = any (${[...posts]}::uuid[]) group by a.post_id`.execute(db);
  return rows;
}

export async function funnelOf(db: Db, days: Days, filters: ChosenPosts): Promise<FunnelCounts & { posts: number }> {
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

type Days = Pick<Period, "from" | "to">;

/** Whole months as such, the rest by the day. */
function rolledRows(table: "analytics_posts" | "analytics_pages", columns: string, days: Days): RawBuilder<unknown> {
  const cover = coverOf(days);
  const piece = (isMonth: boolean, [from, to]: readonly [string, string]) => sql`select ${sql.raw(columns)}
    from ${sql.table(table)} where is_month = ${sql.lit(isMonth)} and starts_on between ${from}::date and ${to}::date`;
  const pieces = cover.days.map((ends) => piece(false, ends));
  if (cover.months) pieces.push(piece(true, cover.months));
  return sql.join(pieces, sql` union all `);
}

const seenPosts = (days: Days): RawBuilder<unknown> => sql`
  select post_id, sum(views)::bigint as views, sum(likes)::bigint as likes, sum(comments)::bigint as comments
  from (${rolledRows("analytics_posts", "post_id, views, likes, comments", days)}) rolled group by post_id`;

/** For published articles `p`. The index on `heading` (title and description in lower case) finds candidates, the title decides. */
function meant({ search, category, reach }: ChosenPosts): RawBuilder<unknown> {
  return sql`${reach(sql`p.post_id`)}
    ${search === undefined ? sql`` : sql`and ${containsText(sql`p.heading`, search)} and ${containsText(sql`fold_text(split_part(p.heading, E'\n', 1))`, search)}`}
    ${category === undefined ? sql`` : category === "none" ? sql`and p.category_id is null` : sql`and p.category_id = ${category}::uuid`}`;
}

/** All published articles; `day` is an ISO date. */
export type PostDayRow = { day: string; views: number; likes: number; comments: number };

/** Withdrawn articles, as a rule a few. */
export async function hiddenPosts(db: Db, { from, to }: Days): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from posts where (status <> 'published' or not listed) and id in (
      select post_id from analytics_posts
      where is_month and starts_on between date_trunc('month', ${from}::date)::date and ${to}::date
    )`.execute(db);
  return rows.map(({ id }) => id);
}

const cutDayOfPosts = (cut: Cut): RawBuilder<unknown> => {
  const within = sql`created_at >= ${cut.since} and created_at < ${cut.until}`;
  const isPublished = (post: string) => sql`${sql.ref(post)} in (select post_id from published_posts)`;
  return sql`select ${CUT_DAY},
    (select coalesce(sum(r.views), 0)::bigint from analytics_records r join analytics_paths p on p.id = r.path_id
      where ${openedBy(cut)} and ${isPublished("p.post_id")}),
    (select count(*) from article_likes where is_liked and ${within} and ${isPublished("article_id")}),
    (select count(*) from comments where status = 'approved' and ${within} and ${isPublished("post_id")})
    where ${hasRecords(cut)}`;
};

/** Days on which anything happened. @param hidden articles to leave out @param cut a part of a day, returned as another row */
export async function postDays(db: Db, { from, to }: Days, hidden: readonly string[], cut: Cut | null): Promise<PostDayRow[]> {
  const { rows } = await sql<PostDayRow>`
    with hidden as (
      select starts_on as day, sum(views) as views, sum(likes) as likes, sum(comments) as comments from analytics_posts
      where post_id = any (${[...hidden]}::uuid[]) and not is_month and starts_on between ${from}::date and ${to}::date
      group by starts_on
    )
    select to_char(d.day, 'YYYY-MM-DD') as day, (d.views - coalesce(h.views, 0))::bigint as views,
      (d.likes - coalesce(h.likes, 0))::bigint as likes, (d.comments - coalesce(h.comments, 0))::bigint as comments
    from analytics_post_days d left join hidden h on h.day = d.day
    where d.day between ${from}::date and ${to}::date
    ${alongWith(cut && cutDayOfPosts(cut))} order by day`.execute(db);
  return rows;
}

/** Moments: from `since` on, before `until`. */
export type Span = { since: Date; until: Date };

/** `minutes` of reading time in all; the counts of two periods as well. */
export type PublishedRow = {
  category_id: string | null;
  category: string | null;
  posts: number;
  minutes: number;
  current_posts: number;
  current_minutes: number;
  previous_posts: number;
  previous_minutes: number;
};

/** Without empty categories. @param cut up to when the previous period's last day counts, as long as its records are there */
export async function publishedByCategory(
  db: Db,
  { current, previous, cut }: { current: Span; previous: Span; cut: Cut | null },
): Promise<PublishedRow[]> {
  const end = cut
    ? sql`case when ${hasRecords(cut)} then ${cut.until}::timestamptz else ${previous.until}::timestamptz end`
    : null;
  const within = ({ since, until }: { since: Date; until: Date | RawBuilder<unknown> }) =>
    sql`filter (where published_at >= ${since} and published_at < ${until})`;
  const before = { since: previous.since, until: end ?? previous.until };
  const { rows } = await sql<PublishedRow>`
    select f.*, c.name as category from (
      select category_id, count(*) as posts, sum(reading_time)::bigint as minutes,
        count(*) ${within(current)} as current_posts, coalesce(sum(reading_time) ${within(current)}, 0)::bigint as current_minutes,
        count(*) ${within(before)} as previous_posts,
        coalesce(sum(reading_time) ${within(before)}, 0)::bigint as previous_minutes
      from published_posts group by category_id
    ) f left join categories c on c.id = f.category_id`.execute(db);
  return rows;
}

export type CategoryRow = { category_id: string | null; views: number; likes: number; comments: number };

export async function reactionsByCategory(db: Db, days: Days): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select p.category_id, sum(s.views)::bigint as views, sum(s.likes)::bigint as likes, sum(s.comments)::bigint as comments
    from (${seenPosts(days)}) s join published_posts p on p.post_id = s.post_id group by p.category_id`.execute(db);
  return rows;
}
