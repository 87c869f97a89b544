import { z } from "zod";
import { type FunnelStep, MARK_KINDS } from "./analytics-rules.ts";

// Panels of both screens, for the domain, the API and the pages. Names without dependencies are in analytics-rules.ts.

const count = z.number().int();
const id = z.guid().toLowerCase().meta({ format: "uuid", example: "0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c" });
const date = z.string().meta({ format: "date" });
const time = z.string().meta({ format: "date-time" });
const visits = count.meta({ description: "Visits that began in the period" });
const visitors = count.meta({ description: "Visitors of each day, added up" });
const views = count.meta({ description: "Page views" });
const timezone = z.string().meta({ description: "The time zone in which days begin (IANA name)" });
const asOf = time.meta({ description: "The time up to which everything is counted" });
const change = z.number().meta({ description: "Against the previous period, in percent" });

const period = z.object({ from: date, to: date, days: count });

const until = z
  .string()
  .nullable()
  .meta({
    format: "date-time",
    description:
      "As long as the period’s last day isn’t over, the previous period’s last day counts in the changes up to the same time of day: this " +
      "moment. null where all of it counts: the period is over, or the day’s records are no longer kept",
  });

const list = <Item extends z.ZodType>(item: Item, whole: string) =>
  z.object({ items: z.array(item), total: count.meta({ description: whole }) });

// Website Analytics

const compared = z.object({
  visits,
  visitors,
  page_views: views,
  bounce_rate: z.number().meta({
    description: "Visits that saw one page once, for less than 10 s, in percent of all; of a page: of those that began there",
  }),
  average_duration_seconds: z.number().meta({ description: "The mean of the completed visits" }),
});
export type ComparedFigures = z.infer<typeof compared>;

const NOTHING = "null if either period has no data for it";
const changes = z.object({
  visits: change,
  visitors: change,
  page_views: change,
  bounce_rate: z
    .number()
    .nullable()
    .meta({ description: `In percentage points; ${NOTHING}` }),
  average_duration_seconds: z
    .number()
    .nullable()
    .meta({ description: `In percent; ${NOTHING}` }),
});
export type FigureChanges = z.infer<typeof changes>;

export const analyticsOverview = z
  .object({
    period,
    previous: z.object({ from: date, to: date, until }).meta({ description: "As many days, immediately before" }),
    timezone,
    as_of: asOf,
    total_visits: count.meta({ description: "All visits ever, regardless of the range" }),
    ...compared.shape,
    completed: count.meta({ description: "Visits that have ended" }),
    active: count.meta({ description: "Visits in progress, with activity in the last 30 minutes" }),
    average_engaged_seconds: z.number().meta({ description: "Visible and active, per visit" }),
    changes,
    attribution: z.string().nullable().meta({ description: "The attribution that the location database requires" }),
  })
  .meta({ id: "AnalyticsOverview" });
export type AnalyticsOverview = z.infer<typeof analyticsOverview>;

export const campaignFunnel = z
  .object({
    visits,
    half: count.meta({ description: "Of these, in which an article was read to the middle" }),
    finished: count.meta({ description: "Of these, in which an article was read to the end" }),
    is_whole: z.boolean().meta({ description: "False if visits of some of the days are no longer stored one by one" }),
  })
  .meta({ id: "CampaignFunnel" });
export type CampaignFunnel = z.infer<typeof campaignFunnel>;

export const timelineDay = z
  .object({ date, visits, visitors, views })
  .meta({ id: "AnalyticsDay", description: "A day’s figures; a visit counts on the day on which it began" });
export type TimelineDay = z.infer<typeof timelineDay>;

export const timelineMark = z
  .object({
    date,
    kind: z.enum(MARK_KINDS).meta({
      description: "An article’s first publication, an edit of more than a fifth of its words, emails that readers got",
    }),
    label: z.string().meta({ description: "The article’s title, or how many there were" }),
    post_id: z.string().nullable().meta({ description: "The article, where it was one" }),
  })
  .meta({ id: "AnalyticsMark" });
export type TimelineMark = z.infer<typeof timelineMark>;

export const analyticsTimeline = z
  .object({
    days: z.array(timelineDay).meta({ description: "Every day of the period" }),
    previous: z.array(timelineDay).meta({ description: "As many days, immediately before; all of them whole" }),
    marks: z.array(timelineMark).meta({ description: "What happened in the period: one of each kind a day" }),
  })
  .meta({ id: "AnalyticsTimeline" });
export type AnalyticsTimeline = z.infer<typeof analyticsTimeline>;

const page = z
  .object({
    path: z.string(),
    title: z.string().meta({ description: "The article’s title of today; else the page’s, or its path" }),
    post_id: z.string().nullable().meta({ description: "The article at this path" }),
    views,
    visits,
    visitors,
    entries: count.meta({ description: "Visits that began here" }),
    exits: count.meta({ description: "Visits that ended here" }),
    bounce_rate: z.number().meta({ description: "Of the visits that began here: those that saw nothing else, in percent" }),
    average_engaged_seconds: z.number().meta({ description: "Visible and active, per visit" }),
  })
  .meta({ id: "AnalyticsPage" });
export type PageFigures = z.infer<typeof page>;
export const analyticsPages = list(page, "Pages of the whole list").meta({ id: "AnalyticsPages" });
export type AnalyticsPages = z.infer<typeof analyticsPages>;

const value = z
  .object({
    value: z.string().meta({ description: "`unknown` if it isn’t known" }),
    visits,
    visitors,
    views,
    percentage: z.number().meta({ description: "Of all visits of the period, one decimal" }),
  })
  .meta({ id: "AnalyticsValue" });
export const analyticsBreakdown = list(value, "Values of the whole list").meta({ id: "AnalyticsBreakdown" });
export type AnalyticsBreakdown = z.infer<typeof analyticsBreakdown>;

const session = z
  .object({
    id: z.string(),
    location: z.string().meta({ description: "City and country, or `unknown`" }),
    device: z.string(),
    browser: z.string(),
    browser_version: z.string(),
    operating_system: z.string(),
    started_at: time,
    last_at: time.meta({ description: "The last activity" }),
    duration_seconds: count.meta({ description: "So far, if the visit is in progress" }),
    page_views: count,
    is_active: z.boolean().meta({ description: "In progress: not ended, and active in the last 30 minutes" }),
    entry_path: z.string().meta({ description: "The page on which it began" }),
    source: z.string(),
  })
  .meta({ id: "AnalyticsSession" });
export type RecentSession = z.infer<typeof session>;
export const analyticsSessions = z.object({ items: z.array(session) }).meta({ id: "AnalyticsSessions" });
export type AnalyticsSessions = z.infer<typeof analyticsSessions>;

/** Visits with activity in the last 5 minutes, in all and by the page that each saw last. */
export type ReadersNow = { readers: number; pages: { path: string; title: string; readers: number }[] };

const searchedTerm = z
  .object({
    term: z.string(),
    searches: count,
    results: count.nullable().meta({ description: "Articles found when it was last looked up; null before the first time" }),
  })
  .meta({ id: "AnalyticsSearch" });
export type SearchedTerm = z.infer<typeof searchedTerm>;
export const searchedTerms = list(searchedTerm, "Terms of the whole list").meta({ id: "AnalyticsSearches" });
export type SearchedTerms = z.infer<typeof searchedTerms>;

const missingPage = z
  .object({
    path: z.string().meta({ description: "Decoded" }),
    hits: count,
    referrer: z.string().nullable().meta({ description: "The page that led there last" }),
    nearest: z
      .object({ path: z.string(), title: z.string() })
      .nullable()
      .meta({ description: "The page that was probably meant" }),
  })
  .meta({ id: "AnalyticsMissingPage" });
export type MissingPage = z.infer<typeof missingPage>;
export const missingPages = list(missingPage, "Addresses of the whole list").meta({ id: "AnalyticsMissing" });
export type MissingPages = z.infer<typeof missingPages>;

// Blog Analytics

const engagementRate = z.number().meta({ description: "(likes + comments) / views in percent, two decimals" });
const minutes = count.meta({ description: "Minutes" });
const reactions = { views: count, likes: count, comments: count };

const topPost = z
  .object({
    id,
    title: z.string(),
    slug: z.string(),
    category: z.string(),
    publishedAt: time,
    readTime: minutes,
    ...reactions,
    engagementRate,
  })
  .meta({ id: "AnalyticsTopPost" });
export type TopPost = z.infer<typeof topPost>;
export const blogPosts = z.object({ items: z.array(topPost) }).meta({ id: "AnalyticsPosts" });
export type BlogPosts = z.infer<typeof blogPosts>;

const categoryPerformance = z.object({
  categoryId: id.nullable(),
  category: z.string(),
  posts: count,
  totalViews: count,
  avgViews: count.meta({ description: "Views per article, rounded" }),
  engagementRate,
});
export type CategoryPerformance = z.infer<typeof categoryPerformance>;

const trendDay = z.object({ date, ...reactions });
export type TrendDay = z.infer<typeof trendDay>;
const stats = z.object({
  ...reactions,
  posts: count.meta({ description: "Articles with a publication date in the period" }),
  engagementRate,
  avgReadTime: minutes,
});
export type BlogPeriodStats = z.infer<typeof stats>;

const share = {
  count: count.meta({ description: "Visits that began in the period" }),
  percentage: z.number().meta({ description: "Of all visits of the period, one decimal" }),
};
export type Share = { [Name in keyof typeof share]: z.infer<(typeof share)[Name]> };

/** Specification, section 3, with a few figures more. */
export const blogAnalytics = z
  .object({
    period,
    previous: period.extend({ until }).meta({ description: "As many days, immediately before" }),
    timezone,
    asOf,
    totalPosts: count.meta({ description: "Published articles, regardless of when they were published" }),
    totalViews: count,
    totalLikes: count,
    totalComments: count,
    avgReadTime: minutes.meta({ description: "Minutes, over all published articles" }),
    engagementRate,
    topPosts: z.array(topPost),
    categoryPerformance: z.array(categoryPerformance),
    engagementTrends: z.array(trendDay).meta({ description: "One entry per day of the period" }),
    previousTrends: z.array(trendDay).meta({ description: "One entry per day of the previous period; its last day is whole" }),
    timeRangeStats: z.object({
      currentPeriod: stats,
      previousPeriod: stats,
      changes: z.object({
        views: change,
        likes: change,
        comments: change,
        posts: change,
        engagementRate: z.number().meta({ description: "In percentage points; 0 where either period has no views" }),
        avgReadTime: change,
      }),
    }),
    deviceBreakdown: z.array(z.object({ device: z.string(), ...share })),
    browserBreakdown: z.array(z.object({ browser: z.string(), ...share })),
    locationBreakdown: z.array(z.object({ location: z.string(), ...share })),
    totalLocations: count.meta({ description: "Locations of the whole list" }),
  })
  .meta({ id: "BlogAnalytics" });
export type BlogAnalytics = z.infer<typeof blogAnalytics>;

const steps = {
  visits: count.meta({ description: "Visits that saw the article, however often" }),
  started: count.meta({ description: "Visits that scrolled a tenth of the article, or stayed for 10 seconds" }),
  half: count.meta({ description: "Visits that came half way, in a sixth of the reading time at least" }),
  finished: count.meta({ description: "Visits that saw nine tenths of the article, in a third of its reading time at least" }),
  liked: count,
  commented: count,
} satisfies Record<FunnelStep, z.ZodType>;

const postFunnel = z.object({ id, title: z.string(), slug: z.string(), ...steps });
export type PostFunnel = z.infer<typeof postFunnel>;
/** `total`: of all articles asked for, not only of those in the list. */
export const blogFunnel = z
  .object({
    total: z.object({ ...steps, posts: count.meta({ description: "Articles that had readers in the period" }) }),
    items: z.array(postFunnel),
  })
  .meta({ id: "AnalyticsFunnel" });
export type BlogFunnel = z.infer<typeof blogFunnel>;
