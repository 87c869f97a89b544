import { listingFromUrl } from "../../pages/public/queries.ts";
import { routes } from "../../routes.ts";

/** How long a shared cache uses a page, in seconds: as long as counters in it may be out of date. */
const FRESH = 60;
/** How long it may use it afterwards: while it fetches a new one, and while the site can't be reached. */
const WHILE_FETCHING = 60;
const ON_ERROR = 86_400;

/** The names under which a shared cache can drop pages (see `tagsOf` in `domain/purges/send-purge.ts`). */
function tagsOf(address: string): string[] {
  const { pathname, searchParams } = new URL(address, "http://site");
  if (pathname === routes.home()) return ["site", "home"];
  const story = pathname.startsWith(routes.story("")) ? pathname.slice(routes.story("").length) : "";
  if (story) return ["site", "articles", `post-${story}`];
  if (pathname !== routes.listing()) return ["site"];
  const { category } = listingFromUrl(searchParams);
  return ["site", "lists", ...(category ? [`category-${category}`] : [])];
}

/**
 * What a shared cache in front of the site may do with a page, if it is told of changes. Browsers ask it each time, as they ask the site. That a page
 * may be used while a new one is fetched is said to shared caches only (RFC 9213, Surrogate-Control), because browsers would do it, too.
 * @param address of the page, see `pageAddress`
 */
export function sharedCacheHeaders(address: string): Record<string, string> {
  const forCaches = `max-age=${FRESH}, stale-while-revalidate=${WHILE_FETCHING}, stale-if-error=${ON_ERROR}`;
  const tags = tagsOf(address);
  return {
    "cache-control": `public, max-age=0, s-maxage=${FRESH}, must-revalidate`,
    "cdn-cache-control": `public, ${forCaches}`,
    "surrogate-control": forCaches,
    "cache-tag": tags.join(","),
    "surrogate-key": tags.join(" "),
  };
}
