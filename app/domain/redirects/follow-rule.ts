import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { siteAddress } from "./redirect-rules.ts";
import { currentTopic } from "./redirects.sql.ts";

type FeedFile = "feed.xml" | "atom.xml" | "feed.json";

const SITE_FEEDS: Record<FeedFile, string> = {
  "feed.xml": routes.feeds.rss,
  "atom.xml": routes.feeds.atom,
  "feed.json": routes.feeds.json,
};

/** The formats of WordPress's feeds (its documentation, "WordPress Feeds"). There is no RDF here, so its addresses lead to RSS. */
const FORMATS: Record<string, FeedFile> = {
  rss: "feed.xml",
  rss2: "feed.xml",
  rdf: "feed.xml",
  atom: "atom.xml",
  json: "feed.json",
};

/** The paths of a site's feed on WordPress, Ghost, Hugo, Jekyll, Hexo and Blogger, beyond those of WordPress's formats. */
const FEED_PATHS: Record<string, FeedFile> = {
  "/feed": "feed.xml",
  "/comments/feed": "feed.xml",
  "/rss": "feed.xml",
  "/rss.xml": "feed.xml",
  "/rss2.xml": "feed.xml",
  "/index.xml": "feed.xml",
  "/feeds/posts/default": "atom.xml",
};
const FORMAT_PATH = /^\/(?:comments\/)?feed\/(rss2?|rdf|atom|json)$/;
/** `/category/travel/feed/atom`, `/tag/travel/rss`, `/tags/travel/index.xml`; of nested categories, the last one counts. */
const TOPIC_FEED =
  /^\/(category|categories|tag|tags)\/(?:[^/]+\/){0,9}([^/]+)\/(?:feed(?:\/(rss2?|rdf|atom|json))?|rss|index\.xml)$/;
const AUTHOR_FEED = /^\/author\/[^/]+\/(?:feed|rss)$/;
const LATER_PAGE = /^(.*)\/page\/\d{1,9}$/;
const NESTED = /^\/(category|categories)\/(?:[^/]+\/){1,9}([^/]+)$/;

/** A day's list of WordPress, within the list of its month. */
const DAY = /^(\/\d{4}\/\d{2})\/\d{2}$/;

/** Where an address leads. `from`: the redirect that says so. */
type Ruled = { to: string; from?: string | undefined };

/** The feed of a category or tag: of the one that its list leads to, else of the one that has this slug. */
async function topicFeed(db: Context["db"], path: string, known: ReadonlyMap<string, string>): Promise<string | undefined> {
  const [, base = "", slug = "", format = "rss"] = TOPIC_FEED.exec(path) ?? [];
  const file = FORMATS[format] ?? "feed.xml";
  const list = known.get(`/${base}/${slug}`);
  const query = new URLSearchParams(list?.startsWith(`${routes.listing()}?`) ? list.slice(routes.listing().length) : "");
  for (const kind of ["category", "tag"] as const) {
    const named = query.get(kind);
    if (named) return routes.feeds.of(kind, named, file);
  }
  const kind = base.startsWith("categor") ? "category" : "tag";
  const current = await currentTopic(db, kind, decodeURIComponent(slug));
  return current === undefined ? undefined : routes.feeds.of(kind, current, file);
}

/** The paths of lists that a path is a part of: a later page, a category within another one, a day within a month, a feed. */
export function listsAround(path: string): string[] {
  const [, base, slug] = TOPIC_FEED.exec(path) ?? [];
  if (base) return [`/${base}/${slug}`];
  const list = LATER_PAGE.exec(path)?.[1] ?? path;
  const [, kind, last] = NESTED.exec(list) ?? [];
  const month = DAY.exec(list)?.[1];
  return [...(list === path || list === "" ? [] : [list]), ...(kind ? [`/${kind}/${last}`] : []), ...(month ? [month] : [])];
}

function listOf(path: string, known: ReadonlyMap<string, string>): Ruled | undefined {
  if (LATER_PAGE.exec(path)?.[1] === "") return { to: routes.listing() };
  const from = listsAround(path).find((list) => known.has(list));
  const to = from === undefined ? undefined : known.get(from);
  return to === undefined ? undefined : { to, from };
}

/** Whether an address leads to a feed or a list by a rule that needs no redirect and no category or tag. */
export const isRuled = (path: string): boolean =>
  path in FEED_PATHS || FORMAT_PATH.test(path) || AUTHOR_FEED.test(path) || LATER_PAGE.exec(path)?.[1] === "";

/**
 * Where addresses lead that other systems give to feeds and lists, so that subscribers of an imported blog aren't lost: `/feed/`,
 * `/?feed=atom`, `/tag/travel/feed/`, `/page/2/`. Redirects come first.
 * @param known the redirects by the addresses that they start from
 * @returns undefined when no rule is about the address
 */
export async function followRule(
  db: Context["db"],
  { pathname, search }: Pick<URL, "pathname" | "search">,
  known: ReadonlyMap<string, string>,
): Promise<Ruled | undefined> {
  if (pathname === "/") {
    const file = FORMATS[new URLSearchParams(search).get("feed")?.replace(/^comments-/, "") ?? ""];
    return file && { to: SITE_FEEDS[file] };
  }
  const path = siteAddress(pathname)?.path;
  if (path === undefined) return undefined;
  const file =
    FEED_PATHS[path] ?? FORMATS[FORMAT_PATH.exec(path)?.[1] ?? ""] ?? (AUTHOR_FEED.test(path) ? "feed.xml" : undefined);
  if (file) return { to: SITE_FEEDS[file] };
  if (TOPIC_FEED.test(path)) {
    const to = await topicFeed(db, path, known);
    return to === undefined ? undefined : { to };
  }
  return listOf(path, known);
}
