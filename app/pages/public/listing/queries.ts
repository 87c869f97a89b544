import { queryOptions } from "@tanstack/react-query";
import { CATEGORY_SLUG } from "../../../domain/categories/category-rules.ts";
import { MAX_PAGE } from "../../../domain/posts/post-rules.ts";
import type { PostPage } from "../../../domain/posts/post-shapes.ts";
import { isSearchable, SEARCH_MAX_LENGTH, searchTerm } from "../../../domain/search/model.ts";
import { TAG_SLUG } from "../../../domain/tags/tag-rules.ts";
import type { Api } from "../../../http/api/client.ts";
import { type ListingQuery, routes } from "../../../routes.ts";
import { FRESH } from "../../data.ts";

/** The listing's state as its address tells it; whatever is malformed counts as absent. */
export function listingFromUrl(params: URLSearchParams): ListingQuery & { page: number } {
  const slug = (name: string, pattern: RegExp) => {
    const value = params.get(name);
    return value && pattern.test(value) && !value.includes("\0") ? value : undefined;
  };
  const page = Number(params.get("page") ?? 1);
  return {
    search: searchTerm(params.get("search")?.replaceAll("\0", "")).slice(0, SEARCH_MAX_LENGTH).toWellFormed() || undefined,
    category: slug("category", CATEGORY_SLUG),
    tag: slug("tag", TAG_SLUG),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  };
}

/** One page of the listing. A term that is too short to search for is left out. */
export const listingQuery = (api: Api, { search, category, tag, page }: ListingQuery) => {
  const term = isSearchable(search) ? search : undefined;
  return queryOptions({
    queryKey: ["posts", "list", { search: term, category, tag, page: page ?? 1 }],
    queryFn: () => api.posts.list({ search: term, category, tag, page: page ?? 1 }),
    staleTime: term ? FRESH.search : FRESH.posts,
  });
};

/** The categories, by name. */
export const categoriesQuery = (api: Api) =>
  queryOptions({ queryKey: ["categories"], queryFn: () => api.categories(), staleTime: FRESH.categories });

/** The address of the same selection by the current slugs; the rest of its query is kept. */
export function movedListing(params: URLSearchParams, moved_to: NonNullable<PostPage["moved_to"]>): string {
  const query = new URLSearchParams(params);
  for (const [name, slug] of Object.entries(moved_to)) query.set(name, slug);
  return `${routes.listing()}?${query}`;
}
