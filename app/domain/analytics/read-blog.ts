import { daysOf, type Period } from "../../platform/time/day.ts";
import { startOfDay } from "../../platform/time/zone.ts";
import { authorize } from "../authorize.ts";
import type { PolicyActor } from "../back-office.policy.ts";
import { UNCATEGORIZED } from "../categories/category-rules.ts";
import type { Context } from "../context.ts";
import { everyPost, reachOf } from "../posts/reach.sql.ts";
import { analyticsPolicy } from "./analytics.policy.ts";
import type {
  BlogAnalytics,
  BlogFunnel,
  BlogPeriodStats,
  BlogPosts,
  CategoryPerformance,
  TopPost,
  TrendDay,
} from "./analytics.ts";
import {
  BLOG_LIMITS,
  type BlogPostsQuery,
  type Dimension,
  engagementRate,
  meanOf,
  type PostFilters,
  percentChange,
  pointsChange,
  type RangeChoice,
} from "./analytics-rules.ts";
import {
  type CategoryRow,
  type ChosenPosts,
  funnelOf,
  hiddenPosts,
  mostRead,
  type PostDayRow,
  type PostRow,
  type PublishedRow,
  postDays,
  publishedByCategory,
  reactionsByCategory,
  type Span,
  stepsOf,
  unread,
} from "./blog.sql.ts";
import { oldestMark } from "./panels/panel.sql.ts";
import { CUT_DAY } from "./panels/panel-drilled.sql.ts";
import { type Cut, type PanelPeriod, panelPeriod, untilOf } from "./panels/periods.ts";
import { readBreakdown } from "./panels/read-lists.ts";

const FUNNEL_POSTS = 10;

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

const chosenBy = (actor: PolicyActor, { search, category }: PostFilters): ChosenPosts => ({
  search: search?.trim().replace(/\s+/g, " ") || undefined,
  category,
  reach: reachOf(actor, analyticsPolicy.readPosts),
});

/** Then the newest of the others that were public by the end of the period, so that a search also finds articles without views. */
async function topPosts(
  ctx: Context,
  { period, timezone }: PanelPeriod,
  filters: ChosenPosts,
  limit: number,
): Promise<TopPost[]> {
  const read = await mostRead(ctx.db, period, filters, limit);
  const rest = limit - read.length;
  if (rest === 0) return read.map(present);
  const others = read.map(({ id }) => id);
  const quiet = await unread(ctx.db, startOfDay(period.to, timezone, 1), filters, { others, limit: rest });
  return [...read, ...quiet].map(present);
}

/** Published articles within reach. @param query `limit`: 10 unless given; `category`: an id, or `none` */
export async function readBlogPosts(
  ctx: Context,
  actor: PolicyActor,
  query: BlogPostsQuery,
  timezone: string,
): Promise<BlogPosts> {
  authorize(actor, analyticsPolicy.readPosts);
  const { limit = BLOG_LIMITS.posts } = query;
  return { items: await topPosts(ctx, panelPeriod(ctx, query, timezone), chosenBy(actor, query), limit) };
}

/** For all articles within reach together, and for the most read ones. Former slugs count for their article. */
export async function readBlogFunnel(
  ctx: Context,
  actor: PolicyActor,
  query: BlogPostsQuery,
  timezone: string,
): Promise<BlogFunnel> {
  authorize(actor, analyticsPolicy.readPosts);
  const { period } = panelPeriod(ctx, query, timezone);
  const filters = chosenBy(actor, query);
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

function everyDay(rows: readonly PostDayRow[], period: Period): TrendDay[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return daysOf(period).map((date) => {
    const { views = 0, likes = 0, comments = 0 } = byDay.get(date) ?? {};
    return { date, views, likes, comments };
  });
}

const sumOf = <Row>(rows: readonly Row[], figure: (row: Row) => number) => rows.reduce((sum, row) => sum + figure(row), 0);

const statsOf = (days: readonly Omit<TrendDay, "date">[], posts: number, minutes: number): BlogPeriodStats => {
  const views = sumOf(days, (day) => day.views);
  const likes = sumOf(days, (day) => day.likes);
  const comments = sumOf(days, (day) => day.comments);
  return {
    views,
    likes,
    comments,
    posts,
    engagementRate: engagementRate(likes, comments, views),
    avgReadTime: meanOf(minutes, posts),
  };
};

/** Percent (specification), points for the engagement rate. A rate of no views and a mean of no articles can't be compared with: 0. */
function changesOf(current: BlogPeriodStats, previous: BlogPeriodStats): BlogPeriodStats {
  const names = Object.keys(current) as (keyof BlogPeriodStats)[];
  const changes = names.map((name) => [name, percentChange(current[name], previous[name])]);
  const comparable = current.posts > 0 && previous.posts > 0;
  const isRated = current.views > 0 && previous.views > 0;
  return {
    ...(Object.fromEntries(changes) as BlogPeriodStats),
    engagementRate: isRated ? pointsChange(current.engagementRate, previous.engagementRate) : 0,
    ...(comparable ? {} : { avgReadTime: 0 }),
  };
}

function performanceOf(published: readonly PublishedRow[], reactions: readonly CategoryRow[]): CategoryPerformance[] {
  const found = new Map(reactions.map((row) => [row.category_id, row]));
  return published
    .map(({ category_id, category, posts }) => {
      const { views = 0, likes = 0, comments = 0 } = found.get(category_id) ?? {};
      return {
        categoryId: category_id,
        category: category ?? UNCATEGORIZED,
        posts,
        totalViews: views,
        avgViews: meanOf(views, posts),
        engagementRate: engagementRate(likes, comments, views),
      };
    })
    .sort((a, b) => b.totalViews - a.totalViews || a.category.localeCompare(b.category, "en"));
}

const spanOf = ({ from, to }: Period, timezone: string): Span => ({
  since: startOfDay(from, timezone),
  until: startOfDay(to, timezone, 1),
});

/** Of public articles. `cut`: the part of a day that is compared with today. */
async function publicDays(ctx: Context, days: Pick<Period, "from" | "to">, cut: Cut | null) {
  const rows = await postDays(ctx.db, days, await hiddenPosts(ctx.db, days), cut);
  return { rows: rows.filter(({ day }) => day !== CUT_DAY), cutDay: rows.find(({ day }) => day === CUT_DAY) };
}

async function articlesOf(ctx: Context, view: PanelPeriod) {
  const { period, previous, timezone, cut } = view;
  const [published, reactions, { rows, cutDay }] = await Promise.all([
    publishedByCategory(ctx.db, { current: spanOf(period, timezone), previous: spanOf(previous, timezone), cut }),
    reactionsByCategory(ctx.db, period),
    publicDays(ctx, { from: previous.from, to: period.to }, cut),
  ]);
  const sum = (name: "posts" | "minutes" | `${"current" | "previous"}_${"posts" | "minutes"}`) =>
    sumOf(published, (row) => row[name]);
  const [engagementTrends, previousTrends] = [everyDay(rows, period), everyDay(rows, previous)];
  const currentPeriod = statsOf(engagementTrends, sum("current_posts"), sum("current_minutes"));
  const compared = cutDay ? [...previousTrends.slice(0, -1), cutDay] : previousTrends;
  const previousPeriod = statsOf(compared, sum("previous_posts"), sum("previous_minutes"));
  return {
    previous: { ...previous, until: untilOf(view, cutDay !== undefined) },
    totalPosts: sum("posts"),
    totalViews: currentPeriod.views,
    totalLikes: currentPeriod.likes,
    totalComments: currentPeriod.comments,
    avgReadTime: meanOf(sum("minutes"), sum("posts")),
    engagementRate: currentPeriod.engagementRate,
    categoryPerformance: performanceOf(published, reactions),
    engagementTrends,
    previousTrends,
    timeRangeStats: { currentPeriod, previousPeriod, changes: changesOf(currentPeriod, previousPeriod) },
  };
}

/**
 * Specification, sections 2, 3 and 9: published articles alone. Changes of `totalPosts` and `avgReadTime` compare the articles published in
 * the two periods. Devices, browsers and locations are those of all visits. While the period's last day isn't over, changes are against the
 * same time of the last day before it (`previous.until`), or against all of it where its records are gone.
 * @param query `limit`: entries of each list, instead of the specification's numbers
 */
export async function readBlogAnalytics(
  ctx: Context,
  { limit, ...range }: RangeChoice & { limit?: number | undefined },
  timezone: string,
): Promise<BlogAnalytics> {
  const view = panelPeriod(ctx, range, timezone);
  const now = ctx.clock.now();
  const visits = (dimension: Dimension, usual: number) =>
    readBreakdown(ctx, { ...range, dimension, limit: limit ?? usual }, timezone);
  const [articles, top, devices, browsers, locations, waiting] = await Promise.all([
    articlesOf(ctx, view),
    topPosts(ctx, view, { reach: everyPost }, limit ?? BLOG_LIMITS.posts),
    visits("device", BLOG_LIMITS.devices),
    visits("browser", BLOG_LIMITS.browsers),
    visits("city", BLOG_LIMITS.locations),
    oldestMark(ctx.db),
  ]);
  const share = ({ visits: count, percentage }: { visits: number; percentage: number }) => ({ count, percentage });
  return {
    period: view.period,
    timezone,
    asOf: (waiting && waiting < now ? waiting : now).toISOString(),
    ...articles,
    topPosts: top,
    deviceBreakdown: devices.items.map((item) => ({ device: item.value, ...share(item) })),
    browserBreakdown: browsers.items.map((item) => ({ browser: item.value, ...share(item) })),
    locationBreakdown: locations.items.map((item) => ({ location: item.value, ...share(item) })),
    totalLocations: locations.total,
  };
}
