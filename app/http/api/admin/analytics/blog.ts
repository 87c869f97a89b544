import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { blogAnalytics, blogFunnel, blogPosts } from "../../../../domain/analytics/analytics.ts";
import { BLOG_LIMITS } from "../../../../domain/analytics/analytics-rules.ts";
import { readBlogAnalytics, readBlogFunnel, readBlogPosts } from "../../../../domain/analytics/read-blog.ts";
import { EXAMPLE } from "../../../../domain/schema-fields.ts";
import { readLong } from "../../../read-long.ts";
import { listSearch } from "../../fields.ts";
import { ok, resource, routesOf } from "../../operation.ts";
import { panelLimit, RANGE_QUERY, withRange } from "./panel-fields.ts";

const createRoute = routesOf("Analytics");

const CATEGORY = /^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

const POSTS_QUERY = {
  ...RANGE_QUERY,
  search: listSearch,
  category: z
    .string()
    .regex(CATEGORY, "must be a category’s id, or none")
    .toLowerCase()
    .optional()
    .openapi({ description: "A category’s id; `none`: articles without one", example: "none" }),
  limit: panelLimit,
};

const examplePost = {
  id: EXAMPLE.id,
  title: "Mood tracking",
  slug: "mood-tracking",
  category: "Wellness",
  publishedAt: EXAMPLE.date,
  readTime: 5,
  views: 1200,
  likes: 89,
  comments: 7,
  engagementRate: 8,
};

const USUAL_LIMITS = `${BLOG_LIMITS.posts} articles, ${BLOG_LIMITS.devices} devices, ${BLOG_LIMITS.browsers} browsers and ${BLOG_LIMITS.locations} locations`;

const day = { date: "2025-03-14", views: 40, likes: 3, comments: 1 };
const exampleStats = { views: 1200, likes: 89, comments: 7, posts: 4, engagementRate: 8, avgReadTime: 6 };

const figures = createRoute("get", "/admin/analytics/blog", analyticsPolicy.readSite, {
  id: "readAnalyticsBlog",
  scope: "analytics:read",
  summary: "Read the figures of articles",
  description:
    "Views, likes, comments and reading times of published articles in a period, each with its change from the previous period. " +
    `Lists have ${USUAL_LIMITS} unless a limit is given. Days without any activity have zeros.`,
  query: z.strictObject({ ...RANGE_QUERY, limit: panelLimit }),
  answer: ok(blogAnalytics, "Totals, articles, categories, days, devices, browsers and locations", {
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
});

const posts = createRoute("get", "/admin/analytics/blog/posts", analyticsPolicy.readPosts, {
  id: "readAnalyticsBlogPosts",
  scope: "analytics:read",
  summary: "Read the figures of each article",
  description:
    "The published articles with the most views in a period, then the newest of those without views that were published by its end. Contributors and authors get their own.",
  query: z.strictObject(POSTS_QUERY),
  answer: ok(blogPosts, "Articles with their figures", { items: [examplePost] }),
});

const counts = { visits: 1100, started: 840, half: 610, finished: 402, liked: 89, commented: 7 };
const funnel = createRoute("get", "/admin/analytics/blog/funnel", analyticsPolicy.readPosts, {
  id: "readAnalyticsBlogFunnel",
  scope: "analytics:read",
  summary: "Read how far readers get",
  description:
    "How many visits of articles began to read, came half way and reached the end, and how many readers liked and commented: for all " +
    "articles together, and for those with the most views. Contributors and authors get their own articles.",
  query: z.strictObject(POSTS_QUERY),
  answer: ok(blogFunnel, "The funnel of all articles and of each", {
    total: { ...counts, posts: 1 },
    items: [{ id: EXAMPLE.id, title: examplePost.title, slug: examplePost.slug, ...counts }],
  }),
});

export const analyticsBlog = () =>
  resource()
    .openapi(figures, async (c) => {
      const { settings } = c.var.deps;
      return c.json(
        await readLong(c.var.deps, (ctx) => readBlogAnalytics(ctx, withRange(c.req.valid("query")), settings.site().timezone)),
        200,
      );
    })
    .openapi(posts, async (c) => {
      const { settings } = c.var.deps;
      return c.json(
        await readLong(c.var.deps, (ctx) =>
          readBlogPosts(ctx, c.var.actor, withRange(c.req.valid("query")), settings.site().timezone),
        ),
        200,
      );
    })
    .openapi(funnel, async (c) => {
      const { settings } = c.var.deps;
      return c.json(
        await readLong(c.var.deps, (ctx) =>
          readBlogFunnel(ctx, c.var.actor, withRange(c.req.valid("query")), settings.site().timezone),
        ),
        200,
      );
    });
