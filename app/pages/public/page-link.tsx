import { createContext, use } from "react";
import { matchRoutes, type RouteObject, type RouterContextProvider } from "react-router";
import { Link, type LinkProps } from "../../ui/link.tsx";

/** Fetches code and data of a page before a link to it is followed. */
export type Prefetch = (to: string) => void;

/** Does nothing on the server. */
export const PrefetchContext = createContext<Prefetch>(() => {});

/** Creates a prefetch for these routes. Each URL is fetched once per visit; the query cache decides whether data is fresh. */
export function createPrefetch(pageRoutes: RouteObject[], context: RouterContextProvider): Prefetch {
  const done = new Set<string>();
  return (to) => {
    const url = new URL(to, location.href);
    const path = url.pathname + url.search;
    if (url.origin !== location.origin || done.has(path)) return;
    done.add(path);
    const match = matchRoutes(pageRoutes, url)?.at(-1);
    if (!match) return;
    const { lazy, loader } = match.route;
    if (typeof lazy === "function") void lazy().catch(() => done.delete(path));
    if (typeof loader !== "function") return;
    const args = { request: new Request(url), params: match.params, context, url, pattern: match.route.path ?? "" };
    // What a loader throws (a redirect, a 404) matters when the link is followed, not before.
    void Promise.resolve()
      .then(() => loader(args as unknown as Parameters<typeof loader>[0], undefined))
      .catch(() => {});
  };
}

/** A link to a page of this site. The page is fetched as soon as the reader points at the link. */
export function PageLink(props: LinkProps & { to: string }) {
  const prefetch = use(PrefetchContext);
  const fetchAhead = () => prefetch(props.to);
  return <Link {...props} onPointerEnter={fetchAhead} onFocus={fetchAhead} onTouchStart={fetchAhead} />;
}
