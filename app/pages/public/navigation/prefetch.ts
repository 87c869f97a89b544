import { createContext } from "react";
import { matchRoutes, type RouteObject, type RouterContextProvider } from "react-router";

/** Fetches the code and the data of a page of ours ahead of a click. */
export type Prefetch = (to: string) => void;

/** Does nothing on the server. */
export const PrefetchContext = createContext<Prefetch>(() => {});

/** A prefetch over the route table; each address is fetched once per visit, the query cache decides about freshness. */
export function createPrefetch(pageRoutes: RouteObject[], context: RouterContextProvider): Prefetch {
  const done = new Set<string>();
  return (to) => {
    const url = new URL(to, location.href);
    const address = url.pathname + url.search;
    if (url.origin !== location.origin || done.has(address)) return;
    done.add(address);
    const match = matchRoutes(pageRoutes, url)?.at(-1);
    if (!match) return;
    const { lazy, loader } = match.route;
    if (typeof lazy === "function") void lazy().catch(() => done.delete(address));
    if (typeof loader !== "function") return;
    const args = { request: new Request(url), params: match.params, context, url, pattern: match.route.path ?? "" };
    // What a loader throws (a redirect, a 404) matters at the click, not before.
    void Promise.resolve()
      .then(() => loader(args as unknown as Parameters<typeof loader>[0], undefined))
      .catch(() => {});
  };
}
