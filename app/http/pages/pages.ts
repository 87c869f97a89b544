import type { Context as HonoContext } from "hono";
import { versionOf } from "../../domain/appearance/read-look.ts";
import { everyone } from "../../domain/policy.ts";
import { asksForOther } from "../../domain/redirects/follow-redirects.ts";
import { listingFromUrl, movedListing } from "../../pages/public/queries.ts";
import { createCache } from "../../platform/cache/cache.ts";
import type { Outage } from "../../platform/database/outage.ts";
import { routes } from "../../routes.ts";
import { inBrowser } from "../../texts/browser-words.ts";
import { languageOf } from "../../texts/languages.ts";
import { answerDocument } from "../answer-document.ts";
import type { Content } from "../content.ts";
import type { AppEnv } from "../env.ts";
import { REVALIDATE } from "../middleware/cache-control.ts";
import { ADMINS_ONLY, isAdmitted } from "../middleware/close-for-maintenance.ts";
import { routesFor } from "../middleware/require.ts";
import { keepsOwnLook, pageAddress, pageKey, staysOpen, UNKNOWN_ADDRESS } from "./key.ts";
import { createPageMaker, type PageMakerOptions, SEARCH } from "./make-page.ts";
import { markStale, negotiate, type ServedPage } from "./serve.ts";

/** How old the counters in a cached page may be, in ms. */
const PAGE_TTL_MS = 60_000;

/** The most pages that are cached, and their most bytes, compressed forms included. */
const ROOM = { max: 1000, maxSize: 64_000_000 };

/** There is any number of searches. */
const SEARCH_ROOM = { max: 50, maxSize: 4_000_000 };

export type PagesOptions = Omit<PageMakerOptions, "isPurged"> & {
  isPurged?: boolean | undefined;
  content: Pick<Content, "pages" | "sheet">;
  /** whether the database is away */
  outage?: Pick<Outage, "isAway" | "countStale"> | undefined;
  ttlMs?: number;
};

/** The pages in memory: searches apart, so that they only displace each other. */
function createPageCache(options: { ttlMs: number; now: () => number }) {
  const createCacheOf = (room: typeof ROOM) => createCache<ServedPage>({ ...room, ...options, sizeOf: bytesOf });
  const pages = createCacheOf(ROOM);
  const searches = createCacheOf(SEARCH_ROOM);
  return {
    /** the cache that an address belongs to */
    of: (address: string) => (SEARCH.test(address) ? searches : pages),
    figures() {
      const [a, b] = [pages.figures(), searches.figures()];
      return { pages: a.entries + b.entries, bytes: a.bytes + b.bytes, hits: a.hits + b.hits, misses: a.misses + b.misses };
    },
    expire(): void {
      pages.expire();
      searches.expire();
    },
    clear(): void {
      pages.clear();
      searches.clear();
    },
  };
}

/**
 * The pages of the site, rendered on demand and cached until their content changes. While the database is away, the copies from before
 * are sent instead, marked as stale; a page without one says that it can't be shown.
 */
export function createPages({ outage, isPurged = false, ttlMs = PAGE_TTL_MS, ...options }: PagesOptions) {
  const { context, settings, content } = options;
  const now = () => context.clock.now().getTime();
  const cache = createPageCache({ ttlMs, now });
  const { make, unavailable } = createPageMaker({ ...options, isPurged });
  // Until the pages have been read, any slug may be one's.
  const addressOf = (url: URL) => pageAddress(url, (slug) => content.pages.latest()?.slugs.has(slug) ?? true);

  /** In a shared cache an article has one form for all, which waits for the reader's own look: the script comes from the same cache. */
  const lookOf = (hasOwnLook: boolean) => isPurged || hasOwnLook;

  /** The copy that was made last, even if something has changed since; undefined if there is none, or the site is closed. */
  const staleCopy = (address: string, ownLook: boolean): ServedPage | undefined => {
    const kept = cache.of(address).stale(pageKey(address, ownLook));
    if (!kept || (settings.get().maintenanceMode && !staysOpen(address))) return undefined;
    outage?.countStale();
    return markStale(kept.value, Math.floor((now() - kept.madeAt) / 1000));
  };

  return {
    /** The path that a URL's page is cached under. */
    addressOf,

    /**
     * The cached page of a path (see `addressOf`), without waiting; undefined if it must be rendered.
     * @param hasOwnLook whether the browser stores its own look (see `ui/theme/theme-choice.ts`)
     */
    cached(address: string, hasOwnLook: boolean): ServedPage | undefined {
      const ownLook = lookOf(hasOwnLook);
      const page = cache.of(address).get(pageKey(address, ownLook));
      return page ?? (outage?.isAway() ? staleCopy(address, ownLook) : undefined);
    },

    /**
     * The page at `url`. Whole pages, redirects and the page for unknown paths are cached; a missing article or an empty list
     * costs a query.
     */
    async serve(url: URL, hasOwnLook: boolean): Promise<ServedPage> {
      const ownLook = lookOf(hasOwnLook);
      const address = addressOf(url);
      const waiting = outage?.isAway() ? staleCopy(address, ownLook) : undefined;
      if (waiting) return withWholeQuery(waiting, url);
      const key = pageKey(address, ownLook);
      const isCacheable = (page: ServedPage) => mayBeCached(page, address);
      const page = await cache.of(address).getOrMake(key, () => make(address, ownLook), isCacheable);
      if (page.lacksDatabase) return withWholeQuery(staleCopy(address, ownLook) ?? page, url);
      // What isn't there any more has no earlier copy either.
      if (!isCacheable(page) && page.status < 500) cache.of(address).remove(key);
      return withWholeQuery(page, url);
    },

    /** The page at `url` for the team during maintenance. Only they may see it, so it isn't cached. */
    async serveAdmitted(url: URL, ownLook: boolean): Promise<ServedPage> {
      const page = await make(addressOf(url), ownLook, true);
      return withWholeQuery({ ...page, headers: { ...page.headers, ...ADMINS_ONLY } }, url);
    },

    /** How many pages are cached, their bytes, and how often one was found or had to be rendered. */
    figures: cache.figures,

    /** The page that says that a page can't be shown, because the database is away. */
    unavailable,

    /** Makes all pages again as they are asked for, because their content has changed. The copies stay for when the database is away. */
    forget: cache.expire,

    /** Drops all pages, because something in them may no longer be shown, not even while the database is away. */
    drop: cache.clear,
  };
}

/** Whole pages, redirects and the page for unknown paths. */
const mayBeCached = ({ status, isTransient }: ServedPage, address: string): boolean =>
  !isTransient && (status === 200 || status === 301 || (status === 404 && address === UNKNOWN_ADDRESS));

export type Pages = ReturnType<typeof createPages>;

/** A listing that has moved, redirected with the whole query, including what pages don't read. */
function withWholeQuery(page: ServedPage, url: URL): ServedPage {
  const { location } = page.headers;
  if (page.status !== 301 || !location?.startsWith(`${routes.listing()}?`)) return page;
  const { category, tag } = listingFromUrl(new URL(location, url).searchParams);
  const moved = movedListing(url.searchParams, { ...(category && { category }), ...(tag && { tag }) });
  return { ...page, headers: { ...page.headers, location: moved } };
}

const bytesOf = ({ page: { forms } }: ServedPage) =>
  [...new Set(Object.values(forms).map(({ body }) => body))].reduce((sum, { length }) => sum + length, 0);

/** Answers with a page, in an encoding that the client accepts. */
export function sendPage(c: HonoContext<AppEnv>, served: ServedPage): Response {
  const { status, headers, body } = negotiate(served, c.req.header("accept-encoding"), c.req.header("if-none-match"));
  const empty = body === null || c.req.method === "HEAD";
  return new Response(empty ? null : new Uint8Array(body), { status, headers });
}

type PageRoutesOptions = {
  pages: Pages;
  content: Pick<Content, "sheet" | "redirects">;
  file(path: string): ServedPage | undefined;
  /** a built file of another release */
  otherFile?: ((path: string) => Promise<ServedPage | undefined>) | undefined;
};

/** Revalidated each time, like the redirect of an article: a redirect in the other direction later causes no circle. */
const MOVED = { "cache-control": REVALIDATE };

/** The built files and the pages. Mount it last: every path that no other route takes is a page (or the 404 page). */
export function pageRoutes({ pages, content: { sheet, redirects }, file, otherFile }: PageRoutesOptions) {
  return routesFor(everyone)
    .get("/category-colors.css", async (c) => {
      const { css, home } = await sheet.current();
      const styles = c.req.query("part") === "home" ? home : css;
      // Another instance may have made the page, and know of a look that this one doesn't know yet, or no longer.
      const isThisVersion = c.req.query("v") === versionOf(styles);
      return c.body(styles, 200, {
        "content-type": "text/css; charset=utf-8",
        "cache-control": isThisVersion ? "public, max-age=31536000, immutable" : REVALIDATE,
      });
    })
    .get("/words.json", async (c) => {
      const { words, version } = languageOf(c.var.deps.settings.site());
      return answerDocument(c, {
        text: JSON.stringify(inBrowser(words ?? {})),
        type: "application/json",
        cacheControl: version && c.req.query("v") === version ? "public, max-age=31536000, immutable" : REVALIDATE,
      });
    })
    .get("/categories", (c) => c.redirect(routes.listing(), 301))
    .get(routes.admin(), (c) => c.redirect(routes.adminDashboard(), 301))
    .get("*", async (c) => {
      const url = new URL(c.req.url);
      const built = file(url.pathname) ?? (await otherFile?.(url.pathname));
      if (built) return sendPage(c, built);
      const ownLook = keepsOwnLook(c.req.header("cookie"));
      const isForAdmin = c.var.deps.settings.get().maintenanceMode && (await isAdmitted(c));
      const page = await (isForAdmin ? pages.serveAdmitted(url, ownLook) : pages.serve(url, ownLook));
      if (page.status === 301) redirects.moved(url);
      const isElsewhere = page.status === 404 || (page.status === 200 && asksForOther(url));
      const moved = isElsewhere ? await redirects.follow(url) : null;
      return moved === null ? sendPage(c, page) : c.body(null, 301, { ...MOVED, location: moved });
    });
}
