import { createHash } from "node:crypto";
import type { Context as HonoContext } from "hono";
import { pathWithin } from "../../base-path.ts";
import { versionOf } from "../../domain/appearance/read-look.ts";
import { EMBED_CLASS, EMBED_HOSTS } from "../../domain/content/markup/figures.ts";
import type { Context } from "../../domain/context.ts";
import { everyone } from "../../domain/policy.ts";
import type { KeptPages } from "../../domain/posts/pages/keep-pages.ts";
import { asksForOther, type Redirects } from "../../domain/redirects/follow-redirects.ts";
import { isSearchable } from "../../domain/search/search-rules.ts";
import type { CurrentSettings } from "../../domain/settings/read-settings.ts";
import { listingFromUrl, movedListing } from "../../pages/public/queries.ts";
import { createCache } from "../../platform/cache/cache.ts";
import type { Outage } from "../../platform/database/outage.ts";
import { routes } from "../../routes.ts";
import type { Api } from "../api/client.ts";
import type { AppEnv } from "../env.ts";
import { RETRY_AFTER } from "../errors.ts";
import { REVALIDATE } from "../middleware/cache-control.ts";
import { ADMINS_ONLY, isAdmitted } from "../middleware/close-for-maintenance.ts";
import { routesFor } from "../middleware/require.ts";
import { contentSecurityPolicy } from "../middleware/security-headers.ts";
import type { PageAssets } from "./assets.ts";
import { keepsOwnLook, pageAddress, pageKey, staysOpen, UNKNOWN_ADDRESS } from "./key.ts";
import { maintenancePage, type RenderedPage, renderPage, unavailablePage } from "./render.tsx";
import { markStale, negotiate, pageOf, type ServedPage } from "./serve.ts";
import { sharedCacheHeaders } from "./shared-cache.ts";
import type { SiteSheets } from "./site-sheet.ts";

/** How old the counters in a cached page may be, in ms. */
const PAGE_TTL_MS = 60_000;

/** The most pages that are cached, and their most bytes, compressed forms included. */
const ROOM = { max: 1000, maxSize: 64_000_000 };

/** Searches have their own cache: there is any number of them, and they should only displace each other. */
const SEARCH_ROOM = { max: 50, maxSize: 4_000_000 };

export type PagesOptions = {
  context: Context;
  settings: CurrentSettings;
  api: Api;
  assets(): PageAssets;
  sheets: Pick<SiteSheets, "current">;
  ownPages: Pick<KeptPages, "mayHave">;
  /** whether the database is away */
  outage?: Pick<Outage, "isAway" | "countStale"> | undefined;
  /** whether a shared cache in front of the site is told of changes */
  isPurged?: boolean | undefined;
  ttlMs?: number;
};

/** What a page is made for. `isShared`: for everybody, by a shared cache that is told of changes. */
type Shown = { address: string; ownLook: boolean; isShared: boolean };

/**
 * The pages of the site, rendered on demand and cached until their content changes. While the database is away, the copies from before
 * are sent instead, marked as stale; a page without one says that it can't be shown.
 */
export function createPages({
  context,
  settings,
  api,
  assets,
  sheets,
  ownPages,
  outage,
  isPurged = false,
  ttlMs = PAGE_TTL_MS,
}: PagesOptions) {
  const now = () => context.clock.now().getTime();
  const createCacheOf = (room: typeof ROOM) => createCache<ServedPage>({ ...room, sizeOf: bytesOf, ttlMs, now });
  const pages = createCacheOf(ROOM);
  const searches = createCacheOf(SEARCH_ROOM);
  const cacheOf = (address: string) => (SEARCH.test(address) ? searches : pages);

  /** In a shared cache an article has one form for all, which waits for the reader's own look: the script comes from the same cache. */
  const lookOf = (hasOwnLook: boolean) => isPurged || hasOwnLook;

  const documentOf = async (rendered: RenderedPage, { address, ownLook, isShared }: Shown): Promise<ServedPage> => {
    // The reader may have closed an announcement, and the page must not move when that is known.
    const waits = ownLook || rendered.html.includes(ANNOUNCED);
    const { head, headEnd, beforeFooter, inline } = assets().tags(rendered.routeIds, await sheets.current(), waits);
    const [before, after = ""] = cut(rendered.html, CHARSET);
    const [meta, body] = cutLast(after, "</head>");
    const [content, rest] = cutLast(body, FOOTER);
    const [footer, end] = cutLast(rest, "</body>");
    const start = before.replace(/^<!DOCTYPE html>/i, "");
    const html = `<!DOCTYPE html>${start}${head}${meta}${headEnd}${content}${beforeFooter}${footer}${rendered.state}${end}`;
    return pageOf(rendered.status, html, {
      ...(isShared && rendered.status === 200 && sharedCacheHeaders(address)),
      ...(rendered.status !== 200 && { "cache-control": "no-store" }),
      // The screen of the look shows pages of the site.
      ...(OFFICE.has(address) && { "content-security-policy": contentSecurityPolicy(undefined, ["'self'"]) }),
      // Only articles contain their styles, and only those with an embed name another host. The cookie says whether their
      // first paint waits for the reader's own look.
      ...(inline && {
        "content-security-policy": contentSecurityPolicy(hashOf(inline), embeds(html) ? EMBED_HOSTS : []),
        vary: isPurged ? "Accept-Encoding" : "Accept-Encoding, Cookie",
      }),
    });
  };

  /** The copy that was made last, whatever has changed since; undefined if there is none, or the site is closed. */
  const staleCopy = (address: string, ownLook: boolean): ServedPage | undefined => {
    const kept = cacheOf(address).stale(pageKey(address, ownLook));
    if (!kept || (settings.get().maintenanceMode && !staysOpen(address))) return undefined;
    outage?.countStale();
    return markStale(kept.value, Math.floor((now() - kept.madeAt) / 1000));
  };
  const unavailable = async (): Promise<ServedPage> => unavailablePage(settings.site(), assets(), await sheets.current());

  const render = async (address: string, ownLook: boolean, admitted = false): Promise<ServedPage> => {
    const site = settings.site();
    if (settings.get().maintenanceMode && !admitted && !staysOpen(address))
      return maintenancePage(site, assets(), await sheets.current());
    const result = await renderPage(new URL(site.url + address), api, (error) =>
      context.log.error({ err: error, address }, "page failed"),
    );
    if (!(result instanceof Response)) {
      // Home and the listing have texts of their own for what is missing.
      if (result.lacksDatabase && !SPEAKS_FOR_ITSELF.test(address)) return { ...(await unavailable()), lacksDatabase: true };
      if (result.lacksDatabase)
        return { ...withRetry(await documentOf(result, { address, ownLook, isShared: false })), lacksDatabase: true };
      const served = await documentOf(result, { address, ownLook, isShared: isPurged && !admitted });
      return { ...served, isTransient: address.includes("?") && (result.listsNothing || isShortSearch(address)) };
    }
    const location = pathWithin(result.headers.get("location") ?? "") ?? routes.home();
    // Revalidated each time, like pages. Otherwise an article that gets its former slug back would lead readers in a circle.
    const moved = await pageOf(result.status, "", { location });
    // A listing has any number of URLs, also after it has moved.
    return { ...moved, isTransient: address.includes("?") };
  };

  const addressOf = (url: URL) => pageAddress(url, ownPages.mayHave);

  return {
    /** The path that a URL's page is cached under. */
    addressOf,

    /**
     * The cached page of a path (see `addressOf`), without waiting; undefined if it must be rendered.
     * @param hasOwnLook whether the browser stores its own look (see `ui/theme/theme-choice.ts`)
     */
    cached(address: string, hasOwnLook: boolean): ServedPage | undefined {
      const ownLook = lookOf(hasOwnLook);
      const page = cacheOf(address).get(pageKey(address, ownLook));
      return page ?? (outage?.isAway() ? staleCopy(address, ownLook) : undefined);
    },

    /**
     * The page at `url`. Whole pages, redirects and the page for unknown paths are cached; a missing article or an empty list
     * costs a query.
     */
    async serve(url: URL, hasOwnLook: boolean): Promise<ServedPage> {
      const ownLook = lookOf(hasOwnLook);
      const address = addressOf(url);
      const isCacheable = ({ status, isTransient }: ServedPage) =>
        !isTransient && (status === 200 || status === 301 || (status === 404 && address === UNKNOWN_ADDRESS));
      const waiting = outage?.isAway() ? staleCopy(address, ownLook) : undefined;
      if (waiting) return withWholeQuery(waiting, url);
      const key = pageKey(address, ownLook);
      const page = await cacheOf(address).getOrMake(key, () => render(address, ownLook), isCacheable);
      if (page.lacksDatabase) return withWholeQuery(staleCopy(address, ownLook) ?? page, url);
      // What isn't there any more has no earlier copy either.
      if (!isCacheable(page) && page.status < 500) cacheOf(address).remove(key);
      return withWholeQuery(page, url);
    },

    /** The page at `url` for an admin during maintenance. Only admins may see it, so it isn't cached. */
    async serveAdmitted(url: URL, ownLook: boolean): Promise<ServedPage> {
      const page = await render(addressOf(url), ownLook, true);
      return withWholeQuery({ ...page, headers: { ...page.headers, ...ADMINS_ONLY } }, url);
    },

    /** How many pages are cached, their bytes, and how often one was found or had to be rendered. */
    figures() {
      const [a, b] = [pages.figures(), searches.figures()];
      return { pages: a.entries + b.entries, bytes: a.bytes + b.bytes, hits: a.hits + b.hits, misses: a.misses + b.misses };
    },

    /** The page that says that a page can't be shown, because the database is away. */
    unavailable,

    /** Makes all pages again as they are asked for, because their content has changed. The copies stay for when the database is away. */
    forget(): void {
      pages.expire();
      searches.expire();
    },

    /** Drops all pages, because something in them may no longer be shown, not even while the database is away. */
    drop(): void {
      pages.clear();
      searches.clear();
    },
  };
}

/** The documents that the back office opens in. */
const OFFICE = new Set<string>([routes.adminDashboard(), routes.adminLogin()]);

/** Pages that say themselves what couldn't be loaded (specification, sections 2 and 8). */
const SPEAKS_FOR_ITSELF = /^\/(view-all)?(\?|$)/;

const withRetry = (page: ServedPage): ServedPage => ({ ...page, headers: { ...page.headers, "retry-after": RETRY_AFTER } });

type Pages = ReturnType<typeof createPages>;

/** The attribute of <html> while there is an announcement. */
const ANNOUNCED = " data-announcement=";

/** Our own tags come after it, because the encoding must be within the first bytes. */
const CHARSET = '<meta charSet="utf-8"/>';

/** It comes after the content; style sheets that the first paint needn't wait for come before it. */
const FOOTER = "<footer";

const SEARCH = /[?&]search=/;

/** Whether a search's term is too short to search for, so that the page is the whole list. */
const isShortSearch = (address: string) =>
  SEARCH.test(address) && !isSearchable(new URLSearchParams(address.split("?")[1]).get("search"));

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

/** Whether the page contains a video that a reader may play. */
const embeds = (html: string) => html.includes(`<figure class="${EMBED_CLASS}"`);

/** The name of an inline text in a content policy. */
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** `text` around the end of the first `mark`. */
function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark) + mark.length;
  return [text.slice(0, at), text.slice(at)];
}

/** `text` around the start of the last `mark`. */
function cutLast(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}

/** Answers with a page, in an encoding that the client accepts. */
export function sendPage(c: HonoContext<AppEnv>, served: ServedPage): Response {
  const { status, headers, body } = negotiate(served, c.req.header("accept-encoding"), c.req.header("if-none-match"));
  const empty = body === null || c.req.method === "HEAD";
  return new Response(empty ? null : new Uint8Array(body), { status, headers });
}

type PageRoutesOptions = {
  pages: Pages;
  sheets: SiteSheets;
  /** where addresses without a page lead */
  redirects: Pick<Redirects, "follow" | "moved">;
  file(path: string): ServedPage | undefined;
  /** a built file of another release */
  otherFile?: ((path: string) => Promise<ServedPage | undefined>) | undefined;
};

/** Revalidated each time, like the redirect of an article: a redirect in the other direction later causes no circle. */
const MOVED = { "cache-control": REVALIDATE };

/** The built files and the pages. Mount it last: every path that no other route takes is a page (or the 404 page). */
export function pageRoutes({ pages, sheets, redirects, file, otherFile }: PageRoutesOptions) {
  return routesFor(everyone)
    .get("/category-colors.css", async (c) => {
      const { css, home } = await sheets.current();
      const styles = c.req.query("part") === "home" ? home : css;
      // Another instance may have made the page, and know of a look that this one doesn't know yet, or no longer.
      const isThisVersion = c.req.query("v") === versionOf(styles);
      return c.body(styles, 200, {
        "content-type": "text/css; charset=utf-8",
        "cache-control": isThisVersion ? "public, max-age=31536000, immutable" : REVALIDATE,
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
