import { z } from "@hono/zod-openapi";
import { BLOG_LIMITS } from "../../../../domain/analytics/blog/blog-model.ts";
import { EXAMPLE, id } from "../../fields.ts";
import { listSearch } from "../list-fields.ts";
import { isoTime, panelLimit, RANGE_QUERY, wholeCount } from "./panel-fields.ts";

const CATEGORY = /^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** What the lists of articles take. */
export const POSTS_QUERY = {
  ...RANGE_QUERY,
  search: listSearch,
  category: z
    .string()
    .regex(CATEGORY, "must be a category's id, or none")
    .toLowerCase()
    .optional()
    .openapi({ description: "A category's id; `none`: articles without one", example: "none" }),
  limit: panelLimit,
};

export const rate = z.number().openapi({ description: "(likes + comments) / views in percent, two decimals" });
export const minutes = wholeCount.openapi({ description: "Minutes" });

export const topPost = z
  .object({
    id,
    title: z.string(),
    slug: z.string(),
    category: z.string(),
    publishedAt: isoTime,
    readTime: minutes,
    views: wholeCount,
    likes: wholeCount,
    comments: wholeCount,
    engagementRate: rate,
  })
  .openapi("AnalyticsTopPost");

export const examplePost = {
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

/** How many entries the lists have unless a limit is given, in words. */
export const USUAL_LIMITS = `${BLOG_LIMITS.posts} articles, ${BLOG_LIMITS.devices} devices, ${BLOG_LIMITS.browsers} browsers and ${BLOG_LIMITS.locations} locations`;
