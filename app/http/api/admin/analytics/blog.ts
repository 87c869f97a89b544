import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { readBlogAnalytics } from "../../../../domain/analytics/blog/blog-figures.ts";
import { errorResponses } from "../../error-responses.ts";
import { EXAMPLE, id } from "../../fields.ts";
import { createRoute, operation } from "../../operation.ts";
import { json, resource } from "../../resource.ts";
import { examplePost, minutes, rate, topPost, USUAL_LIMITS } from "./blog-fields.ts";
import { isoDate, isoTime, panelLimit, RANGE_QUERY, untilField, wholeCount, withRange } from "./panel-fields.ts";

const period = z.object({ from: isoDate, to: isoDate, days: wholeCount });
const share = {
  count: wholeCount.openapi({ description: "Visits that began in the period" }),
  percentage: z.number().openapi({ description: "Of all visits of the period, one decimal" }),
};
const reactions = { views: wholeCount, likes: wholeCount, comments: wholeCount };
const trend = z.array(z.object({ date: isoDate, ...reactions }));
const stats = z.object({
  ...reactions,
  posts: wholeCount.openapi({ description: "Articles with a publication date in the period" }),
  engagementRate: rate,
  avgReadTime: minutes,
});
const change = z.number().openapi({ description: "Against the previous period, in percent" });
const performance = z.object({
  categoryId: id.nullable(),
  category: z.string(),
  posts: wholeCount,
  totalViews: wholeCount,
  avgViews: wholeCount.openapi({ description: "Views per article, rounded" }),
  engagementRate: rate,
});

const blog = z
  .object({
    period,
    previous: period.extend({ until: untilField }).openapi({ description: "As many days, immediately before" }),
    timezone: z.string().openapi({ description: "By whose clocks days begin, as IANA names it" }),
    asOf: isoTime.openapi({ description: "Up to when everything is counted" }),
    totalPosts: wholeCount.openapi({ description: "Published articles, whenever they were published" }),
    totalViews: wholeCount,
    totalLikes: wholeCount,
    totalComments: wholeCount,
    avgReadTime: minutes.openapi({ description: "Minutes, over all published articles" }),
    engagementRate: rate,
    topPosts: z.array(topPost),
    categoryPerformance: z.array(performance),
    engagementTrends: trend.openapi({ description: "One entry per day of the period" }),
    previousTrends: trend.openapi({ description: "One entry per day of the previous period; its last day is whole" }),
    timeRangeStats: z.object({
      currentPeriod: stats,
      previousPeriod: stats,
      changes: z.object({
        views: change,
        likes: change,
        comments: change,
        posts: change,
        engagementRate: z.number().openapi({ description: "In percentage points; 0 where either period has no views" }),
        avgReadTime: change,
      }),
    }),
    deviceBreakdown: z.array(z.object({ device: z.string(), ...share })),
    browserBreakdown: z.array(z.object({ browser: z.string(), ...share })),
    locationBreakdown: z.array(z.object({ location: z.string(), ...share })),
    totalLocations: wholeCount.openapi({ description: "Locations of the whole list" }),
  })
  .openapi("BlogAnalytics");

const day = { date: "2025-03-14", views: 40, likes: 3, comments: 1 };
const exampleStats = { views: 1200, likes: 89, comments: 7, posts: 4, engagementRate: 8, avgReadTime: 6 };

const read = createRoute({
  ...operation("Analytics", analyticsPolicy.read),
  operationId: "readAnalyticsBlog",
  method: "get",
  path: "/admin/analytics/blog",
  summary: "Read the figures of articles",
  description:
    "What readers did with the published articles in a period, each figure with its change against the previous period, for " +
    `admins. Lists have ${USUAL_LIMITS} unless a limit is given. Days without anything are there, with zeros.`,
  request: { query: z.strictObject({ ...RANGE_QUERY, limit: panelLimit }) },
  responses: {
    200: json(blog, "Totals, articles, categories, days, devices, browsers and locations", {
      period: { from: "2025-03-14", to: "2025-03-14", days: 1 },
      previous: { from: "2025-03-13", to: "2025-03-13", days: 1, until: null },
      timezone: "Europe/Paris",
      asOf: EXAMPLE.date,
      totalPosts: 12,
      totalViews: 1200,
      totalLikes: 89,
      totalComments: 7,
      avgReadTime: 5,
      engagementRate: 8,
      topPosts: [examplePost],
      categoryPerformance: [
        { categoryId: EXAMPLE.id, category: "Wellness", posts: 3, totalViews: 1200, avgViews: 400, engagementRate: 8 },
      ],
      engagementTrends: [day],
      previousTrends: [{ ...day, date: "2025-03-13" }],
      timeRangeStats: {
        currentPeriod: exampleStats,
        previousPeriod: exampleStats,
        changes: { views: 0, likes: 0, comments: 0, posts: 0, engagementRate: 0, avgReadTime: 0 },
      },
      deviceBreakdown: [{ device: "mobile", count: 640, percentage: 50 }],
      browserBreakdown: [{ browser: "Firefox", count: 320, percentage: 25 }],
      locationBreakdown: [{ location: "Berlin, Germany", count: 64, percentage: 5 }],
      totalLocations: 41,
    }),
    ...errorResponses(401, 403),
  },
});

/** The cards, lists and curves of the articles' analytics. */
export const analyticsBlog = () =>
  resource().openapi(read, async (c) => {
    const { context, settings } = c.var.deps;
    return c.json(await readBlogAnalytics(context, withRange(c.req.valid("query")), settings.site().timezone), 200);
  });
