import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { BlogAnalytics, BlogFunnel, BlogPosts } from "../../../domain/analytics/analytics.ts";
import type { BlogPostsQuery } from "../../../domain/analytics/analytics-rules.ts";
import { body, query } from "../../../http/api/admin/client.ts";
import type { AskedRange } from "../charts/range.tsx";

/** When to fetch again, what counts as stale, and how to retry (specification, section 7); in ms. */
const caching = {
  refetchInterval: 5 * 60_000,
  staleTime: 2 * 60_000,
  refetchOnWindowFocus: false,
  retry: 2,
  retryDelay: (attempt: number) => Math.min(1000 * 2 ** attempt, 10_000),
  placeholderData: keepPreviousData,
};

export type AskedPosts = AskedRange & Pick<BlogPostsQuery, "search" | "category">;

export const readBlog = (asked: AskedRange, limit?: number): Promise<BlogAnalytics> =>
  body(adminApi.analytics.blog.$get({ query: query({ ...asked, limit }) }));
export const readPosts = (asked: AskedPosts, limit?: number): Promise<BlogPosts> =>
  body(adminApi.analytics.blog.posts.$get({ query: query({ ...asked, limit }) }));
export const readFunnel = (asked: AskedPosts, limit?: number): Promise<BlogFunnel> =>
  body(adminApi.analytics.blog.funnel.$get({ query: query({ ...asked, limit }) }));

export const blogQuery = (asked: AskedRange) =>
  queryOptions({ queryKey: ["admin", "analytics", "blog", asked], queryFn: () => readBlog(asked), ...caching });

export const blogPostsQuery = (asked: AskedPosts) =>
  queryOptions({ queryKey: ["admin", "analytics", "blog-posts", asked], queryFn: () => readPosts(asked), ...caching });

export const blogFunnelQuery = (asked: AskedPosts) =>
  queryOptions({ queryKey: ["admin", "analytics", "blog-funnel", asked], queryFn: () => readFunnel(asked), ...caching });
