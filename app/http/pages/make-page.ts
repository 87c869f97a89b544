import { createHash } from "node:crypto";
import { pathWithin } from "../../base-path.ts";
import { EMBED_CLASS, EMBED_HOSTS } from "../../domain/content/markup/figures.ts";
import type { Context } from "../../domain/context.ts";
import { isSearchable } from "../../domain/search/search-rules.ts";
import type { CurrentSettings } from "../../domain/settings/read-settings.ts";
import { routes } from "../../routes.ts";
import { languageOf } from "../../texts/languages.ts";
import type { Api } from "../api/client.ts";
import type { Content } from "../content.ts";
import { RETRY_AFTER } from "../errors.ts";
import { contentSecurityPolicy } from "../middleware/security-headers.ts";
import type { PageAssets } from "./assets.ts";
import { staysOpen } from "./key.ts";
import { maintenancePage, type RenderedPage, renderPage, unavailablePage } from "./render.tsx";
import { pageOf, type ServedPage } from "./serve.ts";
import { sharedCacheHeaders } from "./shared-cache.ts";

export type PageMakerOptions = {
  context: Context;
  settings: CurrentSettings;
  api: Api;
  assets(): PageAssets;
  content: Pick<Content, "sheet">;
  /** whether a shared cache in front of the site is told of changes */
  isPurged: boolean;
};

/** What a page is made for. `isShared`: for everybody, by a shared cache that is told of changes. `counts`: its visits are counted. */
type Shown = { address: string; ownLook: boolean; isShared: boolean; counts: boolean };

/** A rendered page as a whole document, with its scripts, styles and headers. */
async function documentOf(
  rendered: RenderedPage,
  { address, ownLook, isShared, counts }: Shown,
  { assets, content, isPurged }: Pick<PageMakerOptions, "assets" | "content" | "isPurged">,
): Promise<ServedPage> {
  // The reader may have closed an announcement, and the page must not move when that is known.
  const waits = ownLook || rendered.html.includes(ANNOUNCED);
  const { routeIds, language } = rendered;
  const { head, headEnd, beforeFooter, inline } = assets().tags(routeIds, await content.sheet.current(), waits, language);
  const [before, after = ""] = cut(rendered.html, CHARSET);
  const [meta, body] = cutLast(after, "</head>");
  const [main, rest] = cutLast(body, FOOTER);
  const [footer, end] = cutLast(rest, "</body>");
  const start = before.replace(/^<!DOCTYPE html>/i, "");
  const html = `<!DOCTYPE html>${start}${head}${meta}${headEnd}${counts ? assets().tracker : ""}${main}${beforeFooter}${footer}${rendered.state}${end}`;
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
}

/**
 * Makes a page each time it is asked for, without a cache.
 * @returns `make`: the page of an address, for an admin during maintenance if `admitted`; `unavailable`: the page that says that one can't
 *   be shown
 */
export function createPageMaker(options: PageMakerOptions) {
  const { context, settings, api, assets, content, isPurged } = options;

  const unavailable = async (): Promise<ServedPage> => unavailablePage(settings.site(), assets(), await content.sheet.current());

  const make = async (address: string, ownLook: boolean, admitted = false): Promise<ServedPage> => {
    const site = settings.site();
    const counts = site.enableAnalytics && !site.maintenance;
    if (settings.get().maintenanceMode && !admitted && !staysOpen(address))
      return maintenancePage(site, assets(), await content.sheet.current());
    const onError = (error: unknown) => context.log.error({ err: error, address }, "page failed");
    const result = await renderPage(new URL(site.url + address), { api, language: languageOf(site), onError });
    if (!(result instanceof Response)) {
      // Home and the listing have texts of their own for what is missing.
      if (result.lacksDatabase && !SPEAKS_FOR_ITSELF.test(address)) return { ...(await unavailable()), lacksDatabase: true };
      if (result.lacksDatabase)
        return {
          ...withRetry(await documentOf(result, { address, ownLook, isShared: false, counts }, options)),
          lacksDatabase: true,
        };
      const served = await documentOf(result, { address, ownLook, isShared: isPurged && !admitted, counts }, options);
      return { ...served, isTransient: address.includes("?") && (result.listsNothing || isShortSearch(address)) };
    }
    const location = pathWithin(result.headers.get("location") ?? "") ?? routes.home();
    // Revalidated each time, like pages. Otherwise an article that gets its former slug back would lead readers in a circle.
    const moved = await pageOf(result.status, "", { location });
    // A listing has any number of URLs, also after it has moved.
    return { ...moved, isTransient: address.includes("?") };
  };

  return { make, unavailable };
}

/** The documents that the back office opens in. */
const OFFICE = new Set<string>([routes.adminDashboard(), routes.adminLogin()]);

/** Pages that say themselves what couldn't be loaded (specification, sections 2 and 8). */
const SPEAKS_FOR_ITSELF = /^\/(view-all)?(\?|$)/;

const withRetry = (page: ServedPage): ServedPage => ({ ...page, headers: { ...page.headers, "retry-after": RETRY_AFTER } });

/** The attribute of <html> while there is an announcement. */
const ANNOUNCED = " data-announcement=";

/** Our own tags come after it, because the encoding must be within the first bytes. */
const CHARSET = '<meta charSet="utf-8"/>';

/** It comes after the content; style sheets that the first paint needn't wait for come before it. */
const FOOTER = "<footer";

/** A listing that is a search. */
export const SEARCH = /[?&]search=/;

/** Whether a search's term is too short to search for, so that the page is the whole list. */
const isShortSearch = (address: string) =>
  SEARCH.test(address) && !isSearchable(new URLSearchParams(address.split("?")[1]).get("search"));

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
