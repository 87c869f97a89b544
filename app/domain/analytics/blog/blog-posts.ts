import { startOfDay } from "../../../platform/time/zone.ts";
import { UNCATEGORIZED } from "../../categories/model.ts";
import type { Context } from "../../context.ts";
import { engagementRate } from "../figures-model.ts";
import { type PanelPeriod, panelPeriod } from "../panels/periods.ts";
import {
  BLOG_LIMITS,
  type BlogFunnel,
  type BlogPosts,
  type BlogPostsQuery,
  FUNNEL_POSTS,
  type PostFilters,
  type TopPost,
} from "./blog-model.ts";
import { funnelOf, mostRead, type PostRow, stepsOf, unread } from "./blog-post.sql.ts";

const present = ({ id, title, slug, category, published_at, read_time, views, likes, comments }: PostRow): TopPost => ({
  id,
  title,
  slug,
  category: category ?? UNCATEGORIZED,
  publishedAt: published_at.toISOString(),
  readTime: read_time,
  views,
  likes,
  comments,
  engagementRate: engagementRate(likes, comments, views),
});

/** What is typed without what surrounds it; blank means no search. */
const filtersOf = ({ search, category }: PostFilters): PostFilters => ({
  search: search?.trim().replace(/\s+/g, " ") || undefined,
  category,
});

/**
 * A period's articles: first those that were read most, then, where these are fewer than `limit`, the newest of the others
 * that were public by the end of the period. So a search finds an article that nobody has opened, and a period before the
 * first article has none.
 */
export async function topPosts(
  ctx: Context,
  { period, timezone }: PanelPeriod,
  filters: PostFilters,
  limit: number,
): Promise<TopPost[]> {
  const read = await mostRead(ctx.db, period, filters, limit);
  const rest = limit - read.length;
  if (rest === 0) return read.map(present);
  const others = read.map(({ id }) => id);
  const quiet = await unread(ctx.db, startOfDay(period.to, timezone, 1), filters, { others, limit: rest });
  return [...read, ...quiet].map(present);
}

/**
 * Top Performing Posts, narrowed to a title and a category. Only published articles count.
 * @param query `limit`: 10 unless given; `search`: part of a title; `category`: an id, or `none`
 * @param timezone of the site, IANA name
 * @throws DomainError `invalid_input` for days that can't be asked for
 */
export async function readBlogPosts(ctx: Context, query: BlogPostsQuery, timezone: string): Promise<BlogPosts> {
  const { limit = BLOG_LIMITS.posts } = query;
  return { items: await topPosts(ctx, panelPeriod(ctx, query, timezone), filtersOf(query), limit) };
}

/**
 * The read funnel: visits, and of them those that began to read, came half way and to the end, likes and comments, for all articles
 * together and for those that were read most. An article's old addresses count for it.
 * @param query as for `readBlogPosts`; @param timezone of the site, IANA name
 * @throws DomainError `invalid_input` for days that can't be asked for
 */
export async function readBlogFunnel(ctx: Context, query: BlogPostsQuery, timezone: string): Promise<BlogFunnel> {
  const { period } = panelPeriod(ctx, query, timezone);
  const filters = filtersOf(query);
  const [total, posts] = await Promise.all([
    funnelOf(ctx.db, period, filters),
    mostRead(ctx.db, period, filters, query.limit ?? FUNNEL_POSTS),
  ]);
  const rows = await stepsOf(
    ctx.db,
    period,
    posts.map(({ id }) => id),
  );
  const steps = new Map(rows.map((row) => [row.post_id, row]));
  const items = posts.map(({ id, title, slug, likes, comments }) => {
    const { visits = 0, started = 0, half = 0, finished = 0 } = steps.get(id) ?? {};
    return { id, title, slug, visits, started, half, finished, liked: likes, commented: comments };
  });
  return { total, items };
}
