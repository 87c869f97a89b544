import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { createContext as createReactContext, useContext } from "react";
import { createContext as createRouterContext, type RouterContextProvider } from "react-router";
import type { Api } from "../http/api/client.ts";

/** What a loader works with: the API (in process on the server, by fetch in the browser) and the cache of one visitor. */
export type PageData = { api: Api; queryClient: QueryClient; onServer: boolean };

/** Loaders reach the page's data through the router's context … */
export const pageDataContext = createRouterContext<PageData>();

/** … and components through React's. */
export const ApiContext = createReactContext<Api | null>(null);

/** The API client of this page. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error("useApi needs an ApiContext above it");
  return api;
}

/** How long answers stay fresh (specification, section 7), in milliseconds. */
export const FRESH = { posts: 5 * 60_000, search: 2 * 60_000, categories: 10 * 60_000, site: 10 * 60_000 } as const;

/** A refusal is an answer; only what broke on the way or at the server is asked for once more. */
const isRefusal = (error: Error & { status?: number }) => error.status !== undefined && error.status < 500;

/** One retry, five minutes fresh (specification, section 7). A failure stands until something asks anew. */
export const queryDefaults = {
  retry: (failures: number, error: Error) => failures < 1 && !isRefusal(error),
  staleTime: FRESH.posts,
  retryOnMount: false,
  refetchOnWindowFocus: false,
} as const;

/** The public settings: needed by every page. */
export const siteQuery = (api: Api) => queryOptions({ queryKey: ["site"], queryFn: () => api.site(), staleTime: FRESH.site });

/** How long a navigation waits for data before it shows the page's skeletons, in milliseconds. */
const PATIENCE = 150;

/**
 * Fills the page's cache. On the server everything is waited for; in the browser a slow answer lets the navigation
 * through, so that the page can show its skeletons. Failures stay in the cache for the page to show.
 * @returns whether each query failed, in the order given, with what it failed
 */
export async function load(
  context: Readonly<RouterContextProvider>,
  queries: (data: PageData) => Promise<unknown>[],
): Promise<unknown[]> {
  const page = context.get(pageDataContext);
  const all = Promise.all(
    queries(page).map((answer) =>
      answer.then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  );
  if (page.onServer) return all;
  return Promise.race([all, new Promise<unknown[]>((resolve) => setTimeout(() => resolve([]), PATIENCE))]);
}
