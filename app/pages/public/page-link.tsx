import { createContext, type MouseEvent, use } from "react";
import { matchRoutes, type RouteObject, type RouterContextProvider } from "react-router";
import { pathTo, routerBase } from "../../base-path.ts";
import { Link, type LinkProps } from "../../ui/link.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { texts } from "./layout/texts.ts";

/** @returns whether code and data of the page are there already */
export type Prefetch = (to: string) => boolean;

/** Does nothing on the server. */
export const PrefetchContext = createContext<Prefetch>(() => false);

/** Each URL is fetched once per visit; the query cache decides whether data is fresh. */
export function createPrefetch(pageRoutes: RouteObject[], context: RouterContextProvider): Prefetch {
  const begun = new Set<string>();
  const ready = new Set<string>();
  return (to) => {
    const url = new URL(pathTo(to), location.href);
    const path = url.pathname + url.search;
    if (url.origin !== location.origin || begun.has(path)) return ready.has(path);
    begun.add(path);
    const match = matchRoutes(pageRoutes, url, routerBase())?.at(-1);
    if (!match) return false;
    const { lazy, loader } = match.route;
    const code: Promise<unknown> = typeof lazy === "function" ? lazy() : Promise.resolve();
    code.catch(() => begun.delete(path));
    if (typeof loader !== "function") return false;
    const args = { request: new Request(url), params: match.params, context, url, pattern: match.route.path ?? "" };
    // What a loader throws (a redirect, a 404) matters when the link is followed, not before.
    void Promise.resolve()
      .then(() => loader(args as unknown as Parameters<typeof loader>[0], undefined))
      .then(() => code)
      .then(
        () => navigator.onLine && ready.add(path),
        () => {},
      );
    return false;
  };
}

/** Fetched as soon as the reader points at the link. Without a connection, the open page stays, unless the other one has been fetched. */
export function PageLink(props: LinkProps & { to: string }) {
  const prefetch = use(PrefetchContext);
  const fetchAhead = () => void prefetch(props.to);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    props.onClick?.(event);
    if (navigator.onLine || event.defaultPrevented || prefetch(props.to)) return;
    event.preventDefault();
    toast({ title: texts.offline, description: texts.offlineHint, tone: "error" });
  };
  return <Link {...props} onClick={follow} onPointerEnter={fetchAhead} onFocus={fetchAhead} onTouchStart={fetchAhead} />;
}
