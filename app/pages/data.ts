import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { createContext as createReactContext, useContext } from "react";
import { createContext as createRouterContext, type RouterContextProvider } from "react-router";
import type { PublicSite } from "../domain/settings/settings.ts";
import type { Api } from "../http/api/client.ts";

/** What loaders use: the API (in process on the server, over the network in the browser) and the query cache of this page. */
export type PageData = { api: Api; queryClient: QueryClient; onServer: boolean };

/** The router's context, for loaders. */
export const pageDataContext = createRouterContext<PageData>();

/** React's context, for components. */
export const ApiContext = createReactContext<Api | null>(null);

/** The API client of this page. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error("useApi needs an ApiContext above it");
  return api;
}

/** How long data stays fresh (specification, section 7), in ms. */
export const FRESH = { posts: 5 * 60_000, search: 2 * 60_000, categories: 10 * 60_000, site: 10 * 60_000 } as const;

/** Whether the server refused the request. Only other failures are worth a retry. */
const isRefusal = (error: Error & { status?: number }) => error.status !== undefined && error.status < 500;

/** One retry, fresh for five minutes (specification, section 7). After a failure, nothing is requested again on its own. */
export const queryDefaults = {
  retry: (failures: number, error: Error) => failures < 1 && !isRefusal(error),
  staleTime: FRESH.posts,
  retryOnMount: false,
  refetchOnWindowFocus: false,
} as const;

/** The public settings, which every page needs. */
export const siteQuery = (api: Api) => queryOptions({ queryKey: ["site"], queryFn: () => api.site(), staleTime: FRESH.site });

/** The public settings. The layout's loader has fetched them before anything is shown. */
export function useSite(): PublicSite {
  const { data } = useQuery(siteQuery(useApi()));
  if (!data) throw new Error("useSite needs the layout's loader to have run");
  return data;
}

/** How long a navigation waits for data before the page shows its skeletons, in ms. */
const LOADER_TIMEOUT = 150;

/**
 * Loads queries into the page's cache. The server waits for all of them. In the browser, a navigation goes on if the answer is
 * slow, so that the page can show its skeletons. Errors stay in the cache, and the page shows them.
 * @returns the error of each query, in the same order, or null; empty if the answer was slow
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
  return Promise.race([all, new Promise<unknown[]>((resolve) => setTimeout(() => resolve([]), LOADER_TIMEOUT))]);
}
