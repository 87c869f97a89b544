import type { Period } from "../../../platform/time/period.ts";
import type { FunnelCounts, RangeChoice } from "../figures-model.ts";
import type { PreviousPeriod } from "../panels/panels-model.ts";

/** How many entries the lists have (specification, section 9). */
export const BLOG_LIMITS = { posts: 10, locations: 10, devices: 4, browsers: 5 } as const;
/** How many articles the read funnel tells one by one. */
export const FUNNEL_POSTS = 10;

/** What articles are narrowed to: part of a title, whatever the case; a category's id, or `none` for those without one. */
export type PostFilters = { search?: string | undefined; category?: string | undefined };

/** What the lists of articles are asked for; `limit`: so many at most. */
export type BlogPostsQuery = RangeChoice & PostFilters & { limit?: number | undefined };

/** An article with the figures of a period. `publishedAt` is ISO 8601 in UTC, `readTime` minutes, the rate percent. */
export type TopPost = {
  id: string;
  title: string;
  slug: string;
  category: string;
  publishedAt: string;
  readTime: number;
  views: number;
  likes: number;
  comments: number;
  engagementRate: number;
};
export type BlogPosts = { items: TopPost[] };

/** `posts`: all that are published; the rest is of the period. `categoryId` is null for articles without one. */
export type CategoryPerformance = {
  categoryId: string | null;
  category: string;
  posts: number;
  totalViews: number;
  /** per article, rounded */
  avgViews: number;
  engagementRate: number;
};

/** A day's sums over all articles; `date` is an ISO date where the site's clocks are. */
export type TrendDay = { date: string; views: number; likes: number; comments: number };

/** `posts`: published in the period, of which `avgReadTime` is the mean in minutes. */
export type BlogPeriodStats = {
  views: number;
  likes: number;
  comments: number;
  posts: number;
  engagementRate: number;
  avgReadTime: number;
};

/** A part of the period's visits: `count` of them, `percentage` with one decimal. */
export type Share = { count: number; percentage: number };

/** Blog Analytics (specification, section 3), with a few figures more, which the screen shows. */
export type BlogAnalytics = {
  period: Period;
  previous: Period & PreviousPeriod;
  timezone: string;
  /** up to when everything is counted */
  asOf: string;
  /** published articles, whenever they were published */
  totalPosts: number;
  totalViews: number;
  totalLikes: number;
  totalComments: number;
  /** minutes, over all published articles */
  avgReadTime: number;
  /** percent */
  engagementRate: number;
  topPosts: TopPost[];
  categoryPerformance: CategoryPerformance[];
  engagementTrends: TrendDay[];
  /** the same for the period before, day by day */
  previousTrends: TrendDay[];
  timeRangeStats: { currentPeriod: BlogPeriodStats; previousPeriod: BlogPeriodStats; changes: BlogPeriodStats };
  deviceBreakdown: ({ device: string } & Share)[];
  browserBreakdown: ({ browser: string } & Share)[];
  locationBreakdown: ({ location: string } & Share)[];
  /** locations of the whole list */
  totalLocations: number;
};

/** How far an article's readers came. */
export type PostFunnel = { id: string; title: string; slug: string } & FunnelCounts;
/** `total`: of all articles that were asked for, not only of those in the list. */
export type BlogFunnel = { total: FunnelCounts & { posts: number }; items: PostFunnel[] };
