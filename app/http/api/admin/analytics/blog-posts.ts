import { z } from "@hono/zod-openapi";
import { analyticsPolicy } from "../../../../domain/analytics/analytics.policy.ts";
import { readBlogFunnel, readBlogPosts } from "../../../../domain/analytics/blog/blog-posts.ts";
import { errorResponses } from "../../error-responses.ts";
import { EXAMPLE, id } from "../../fields.ts";
import { createRoute, operation } from "../../operation.ts";
import { json, resource } from "../../resource.ts";
import { examplePost, POSTS_QUERY, topPost } from "./blog-fields.ts";
import { wholeCount, withRange } from "./panel-fields.ts";

const posts = z.object({ items: z.array(topPost) }).openapi("AnalyticsPosts");

const steps = {
  visits: wholeCount.openapi({ description: "Visits that saw the article, however often" }),
  started: wholeCount.openapi({ description: "Visits that scrolled a tenth of the article, or stayed for 10 seconds" }),
  half: wholeCount.openapi({ description: "Visits that came half way, in a sixth of the reading time at least" }),
  finished: wholeCount.openapi({
    description: "Visits that saw nine tenths of the article, in a third of its reading time at least",
  }),
  liked: wholeCount,
  commented: wholeCount,
};
const funnel = z
  .object({
    total: z.object({ ...steps, posts: wholeCount.openapi({ description: "Articles that had readers in the period" }) }),
    items: z.array(z.object({ id, title: z.string(), slug: z.string(), ...steps })),
  })
  .openapi("AnalyticsFunnel");

const read = createRoute({
  ...operation("Analytics", analyticsPolicy.read),
  operationId: "readAnalyticsBlogPosts",
  method: "get",
  path: "/admin/analytics/blog/posts",
  summary: "Read the figures of each article",
  description:
    "The published articles with the most views of a period, then the newest of those without any that were public by its " +
    "end, for admins.",
  request: { query: z.strictObject(POSTS_QUERY) },
  responses: { 200: json(posts, "Articles with their figures", { items: [examplePost] }), ...errorResponses(401, 403) },
});

const counts = { visits: 1100, started: 840, half: 610, finished: 402, liked: 89, commented: 7 };
const readFunnel = createRoute({
  ...operation("Analytics", analyticsPolicy.read),
  operationId: "readAnalyticsBlogFunnel",
  method: "get",
  path: "/admin/analytics/blog/funnel",
  summary: "Read how far readers get",
  description:
    "From visits over those that began to read, came half way and to the end, to likes and comments: all articles together, " +
    "and those with the most views one by one, for admins.",
  request: { query: z.strictObject(POSTS_QUERY) },
  responses: {
    200: json(funnel, "The funnel of all articles and of each", {
      total: { ...counts, posts: 1 },
      items: [{ id: EXAMPLE.id, title: examplePost.title, slug: examplePost.slug, ...counts }],
    }),
    ...errorResponses(401, 403),
  },
});

/** The lists of articles: which perform best, and how far their readers came. */
export const analyticsBlogPosts = () =>
  resource()
    .openapi(read, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await readBlogPosts(context, withRange(c.req.valid("query")), settings.site().timezone), 200);
    })
    .openapi(readFunnel, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await readBlogFunnel(context, withRange(c.req.valid("query")), settings.site().timezone), 200);
    });
