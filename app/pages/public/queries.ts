import { queryOptions } from "@tanstack/react-query";
import { pathWithin } from "../../base-path.ts";
import { CATEGORY_SLUG } from "../../domain/categories/category-rules.ts";
import { FEATURED_LIMIT, MAX_PAGE } from "../../domain/posts/post-rules.ts";
import type { PostPage } from "../../domain/posts/post-shapes.ts";
import { isSearchable, SEARCH_MAX_LENGTH, searchTerm } from "../../domain/search/search-rules.ts";
import { LANGUAGE_TAG } from "../../domain/settings/direction-rules.ts";
import { TAG_SLUG } from "../../domain/tags/tag-rules.ts";
import type { Api } from "../../http/api/client.ts";
import { type ListingQuery, routes } from "../../routes.ts";
import { FRESH } from "../data.ts";

export const homeQuery = (api: Api) =>
  queryOptions({ queryKey: ["site", "home"], queryFn: () => api.home(), staleTime: FRESH.site });

/** Newest first, completed with the newest other articles. */
export const featuredQuery = (api: Api) =>
  queryOptions({
    queryKey: ["posts", "featured"],
    queryFn: async () => (await api.posts.list({ featured: "first", limit: FEATURED_LIMIT })).posts,
    staleTime: FRESH.posts,
  });

export const aboutQuery = (api: Api) =>
  queryOptions({ queryKey: ["site", "about"], queryFn: () => api.about(), staleTime: FRESH.site });

/** Shows the site as it is set up now. */
export const privacyQuery = (api: Api) =>
  queryOptions({ queryKey: ["site", "privacy"], queryFn: async () => (await api.privacy()).kinds, staleTime: FRESH.site });

export const storedKeysQuery = (api: Api) =>
  queryOptions({ queryKey: ["site", "stored-keys"], queryFn: async () => (await api.storedKeys()).keys, staleTime: FRESH.site });

/** 1 unless the URL has a good one. */
export function pageFromUrl(params: URLSearchParams): number {
  const page = Number(params.get("page") ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

/** Malformed parameters are ignored. */
export function listingFromUrl(params: URLSearchParams): ListingQuery & { page: number } {
  const slug = (name: string, pattern: RegExp) => {
    const value = params.get(name);
    return value && pattern.test(value) && !value.includes("\0") ? value : undefined;
  };
  const search = searchTerm(params.get("search")?.replaceAll("\0", "")).slice(0, SEARCH_MAX_LENGTH).toWellFormed() || undefined;
  return {
    search,
    sort: search && params.get("sort") === "newest" ? "newest" : undefined,
    exact: search && params.get("exact") === "true" ? true : undefined,
    category: slug("category", CATEGORY_SLUG),
    tag: slug("tag", TAG_SLUG),
    language: slug("language", LANGUAGE_TAG),
    page: pageFromUrl(params),
  };
}

/** A search term that is too short is left out. */
export const listingQuery = (api: Api, { search, category, tag, language, page = 1, ...choice }: ListingQuery) => {
  const term = isSearchable(search) ? search : undefined;
  const { sort, exact } = term ? choice : {};
  const asked = { search: term, category, tag, language, page, sort, exact };
  return queryOptions({
    queryKey: ["posts", "list", asked],
    queryFn: () => api.posts.list(asked),
    staleTime: term ? FRESH.search : FRESH.posts,
  });
};

export const categoriesQuery = (api: Api) =>
  queryOptions({ queryKey: ["categories"], queryFn: () => api.categories(), staleTime: FRESH.categories });

/** With a page of their articles. `slug` may be a former one. */
export const authorQuery = (api: Api, slug: string, page: number) =>
  queryOptions({ queryKey: ["posts", "author", slug, page], queryFn: () => api.author(slug, page), staleTime: FRESH.posts });

/** Replaces slugs by the current ones; other parameters stay. */
export function movedListing(params: URLSearchParams, moved_to: NonNullable<PostPage["moved_to"]>): string {
  const query = new URLSearchParams(params);
  for (const [name, slug] of Object.entries(moved_to)) query.set(name, slug);
  return `${routes.listing()}?${query}`;
}

/** `slug` may be a former one, or an id. */
export const postQuery = (api: Api, slug: string) =>
  queryOptions({ queryKey: ["posts", "one", slug], queryFn: () => api.posts.read(slug), staleTime: FRESH.posts });

/** Comments may arrive while an article is being read. */
const COMMENTS_FRESH_MS = 60_000;

export const commentsQuery = (api: Api, slug: string) =>
  queryOptions({ queryKey: ["comments", slug], queryFn: () => api.posts.comments(slug), staleTime: COMMENTS_FRESH_MS });

/** Loads the pages from the second to `last` together, because a comment may move between them. */
export const furtherCommentsQuery = (api: Api, slug: string, last: number) =>
  queryOptions({
    queryKey: ["comments", slug, "further", last],
    queryFn: async () => {
      const pages = await Promise.all(Array.from({ length: last - 1 }, (_, index) => api.posts.comments(slug, index + 2)));
      return pages.flatMap(({ comments }) => comments);
    },
    staleTime: COMMENTS_FRESH_MS,
  });

/** Null if the server doesn't redirect within this site or can't be reached. */
async function redirectTarget(url: string, signal: AbortSignal): Promise<string | null> {
  const answer = await fetch(url, { method: "HEAD", signal }).catch(() => null);
  if (!answer?.redirected) return null;
  const { origin, pathname, search } = new URL(answer.url);
  const path = origin === new URL(url).origin ? pathWithin(pathname) : null;
  return path && path + search;
}

/** Asked each time. @param url absolute */
export const redirectQuery = (url: string) =>
  queryOptions({ queryKey: ["redirect", url], queryFn: ({ signal }) => redirectTarget(url, signal), staleTime: 0 });
