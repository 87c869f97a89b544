import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { BulkAction } from "../../../domain/posts/edit-rules.ts";
import type { FeaturedOrderSave } from "../../../domain/posts/featured/featured.ts";
import { body, query, unwrapEmpty } from "../../../http/api/admin/client.ts";
import { prefetchQuery } from "../frame/prefetch-query.ts";

/** In ms (specification, section 7). */
const FRESH = 2 * 60_000;

/** The query keys to invalidate after a change of posts: lists, figures and the site's pages. */
export const CHANGED_POSTS = [
  ["admin", "posts"],
  ["admin", "categories"],
  ["admin", "tags"],
  ["admin", "comments"],
  ["admin", "trash"],
  ["admin", "dashboard"],
  ["posts"],
  ["categories"],
  ["tags"],
] as const;

export type PostFilters = {
  search: string;
  status: string;
  category: string;
  language: string;
  pictures: string;
  handed_in: string;
  by: string;
  sort: string;
  page: string;
};
export const DEFAULT_POST_FILTERS: PostFilters = {
  search: "",
  status: "",
  category: "",
  language: "",
  pictures: "",
  handed_in: "",
  by: "",
  sort: "-created_at",
  page: "1",
};

export const postsQuery = (shown: PostFilters) =>
  queryOptions({
    queryKey: ["admin", "posts", "list", shown],
    queryFn: prefetchQuery((api) => body(api.posts.$get({ query: query(shown) }))),
    staleTime: FRESH,
    retryOnMount: true,
    placeholderData: keepPreviousData,
  });

export const askPosts = (client: QueryClient, shown: PostFilters) => client.prefetchQuery(postsQuery(shown));

/** The featured articles in their order. It is never fresh, so that admins see what others have saved. */
export const featuredOrderQuery = queryOptions({
  queryKey: ["admin", "posts", "featured order"],
  queryFn: () => body(adminApi["featured-order"].$get({ query: {} })),
  staleTime: 0,
});

/** @throws ApiError with the code `stale_version` when someone else has saved since */
export const saveFeaturedOrder = (json: FeaturedOrderSave) => body(adminApi["featured-order"].$put({ json, query: {} }));

export const deletePost = (id: string) => unwrapEmpty(adminApi.posts[":id"].$delete({ param: { id }, query: {} }));

export const changePosts = (json: { ids: string[]; action: BulkAction }) => body(adminApi.posts.bulk.$post({ json, query: {} }));
