import { readBreakdown } from "../analytics/panels/read-lists.ts";
import { readRecentViews } from "../analytics/panels/read-overview.ts";
import { readBlogPosts } from "../analytics/read-blog.ts";
import type { Actor } from "../authorize.ts";
import type { Context } from "../context.ts";
import type { Dashboard } from "./dashboard.ts";

const LISTED = 5;

/** The last 7 days, and the views of all time. @param timezone of the site, IANA name */
export async function readWeek(
  ctx: Context,
  actor: Actor,
  timezone: string,
): Promise<{ views: { total: number; current: number; previous: number }; week: NonNullable<Dashboard["week"]> }> {
  const asked = { range: "7d", limit: LISTED } as const;
  const [{ views, week }, articles, sources] = await Promise.all([
    readRecentViews(ctx, timezone),
    readBlogPosts(ctx, actor, asked, timezone),
    readBreakdown(ctx, { ...asked, dimension: "source" }, timezone),
  ]);
  return {
    views,
    week: {
      ...week,
      articles: articles.items.filter((post) => post.views > 0).map(({ title, slug, views }) => ({ title, slug, views })),
      sources: sources.items.map(({ value, visits }) => ({ value, visits })),
    },
  };
}
