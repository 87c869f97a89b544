import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { routes } from "../../routes.ts";
import { siteAddress } from "./redirect-rules.ts";

type FeedFile = "feed.xml" | "atom.xml" | "feed.json";

const SITE_FEEDS: Record<FeedFile, string> = {
  "feed.xml": routes.feeds.rss,
  "atom.xml": routes.feeds.atom,
  "feed.json": routes.feeds.json,
};

/** "WordPress Feeds" in its documentation. There is no RDF here, so its addresses lead to RSS. */
const FORMATS: Record<string, FeedFile> = {
  rss: "feed.xml",
  rss2: "feed.xml",
  rdf: "feed.xml",
  atom: "atom.xml",
  json: "feed.json",
};

/** WordPress (besides its formats), Ghost, Hugo, Jekyll, Hexo and Blogger. */
const FEED_PATHS: Record<string, FeedFile> = {
  "/feed": "feed.xml",
  "/comments/feed": "feed.xml",
  "/rss": "feed.xml",
  "/rss.xml": "feed.xml",
  "/rss2.xml": "feed.xml",
  "/index.xml": "feed.xml",
  // Below the folder of an old blog; at the root they are this site's own.
  "/feed.xml": "feed.xml",
  "/atom.xml": "atom.xml",
  "/feed.json": "feed.json",
  "/feeds/posts/default": "atom.xml",
};
const FORMAT_PATH = /^\/(?:comments\/)?feed\/(rss2?|rdf|atom|json)$/;
/** `/category/travel/feed/atom`, `/tag/travel/rss`, `/tags/travel/index.xml`; of nested categories, the last one counts. */
const TOPIC_FEED =
  /^\/(category|categories|tag|tags)\/(?:[^/]+\/){0,9}([^/]+)\/(?:feed(?:\/(rss2?|rdf|atom|json))?|rss|index\.xml)$/;
const AUTHOR_FEED = /^\/author\/[^/]+\/(?:feed|rss)$/;
const LATER_PAGE = /^(.*)\/page\/\d{1,9}$/;
const NESTED = /^\/(category|categories)\/(?:[^/]+\/){1,9}([^/]+)$/;

const DAY = /^(\/\d{4}\/\d{2})\/\d{2}$/;
/** The feed of a post's comments, their later pages, other forms of it. */
const PART_OF_POST = /^(\/.+)\/(?:feed(?:\/(?:rss2?|rdf|atom|json))?|comment-page-\d{1,9}|trackback|embed|amp)$/;

type Ruled = { to: string; from?: string | undefined };
type Known = ReadonlyMap<string, string>;

/** A folder that leads to Home; empty where there is none. */
function folderOf(path: string, known: Known): string {
  for (let at = path.length; at > 0; at = path.lastIndexOf("/", at - 1))
    if (known.get(path.slice(0, at)) === routes.home()) return path.slice(0, at);
  return "";
}

const within = (path: string, folder: string): string =>
  path === folder || path.startsWith(`${folder}/`) ? path.slice(folder.length) || "/" : path;

async function topicFeed(db: Db, path: string, folder: string, known: Known): Promise<string | undefined> {
  const [, base = "", slug = "", format = "rss"] = TOPIC_FEED.exec(path) ?? [];
  const file = FORMATS[format] ?? "feed.xml";
  const list = known.get(`${folder}/${base}/${slug}`);
  const query = new URLSearchParams(list?.startsWith(`${routes.listing()}?`) ? list.slice(routes.listing().length) : "");
  for (const kind of ["category", "tag"] as const) {
    const named = query.get(kind);
    if (named) return routes.feeds.of(kind, named, file);
  }
  const kind = base.startsWith("categor") ? "category" : "tag";
  const current = await currentTopic(db, kind, decodeURIComponent(slug));
  return current === undefined ? undefined : routes.feeds.of(kind, current, file);
}

async function currentTopic(db: Db, kind: "category" | "tag", named: string): Promise<string | undefined> {
  const [topics, slugs, id] =
    kind === "category"
      ? [sql.table("categories"), sql.table("category_slugs"), sql.ref("category_id")]
      : [sql.table("tags"), sql.table("tag_slugs"), sql.ref("tag_id")];
  const { rows } = await sql<{ slug: string }>`
    select slug from (
      select slug, 1 as rank from ${topics} where slug = ${named}
      union all select t.slug, 2 from ${slugs} s join ${topics} t on t.id = s.${id} where s.slug = ${named}
    ) found order by rank limit 1`.execute(db);
  return rows[0]?.slug;
}

/** Of lists, for a later page, a nested category, a day of a month, a feed; of a post, for its comments' feed. @param folder the blog's */
export function listsAround(address: string, folder = ""): string[] {
  const path = within(address, folder);
  const [, base, slug] = TOPIC_FEED.exec(path) ?? [];
  if (base) return [`${folder}/${base}/${slug}`];
  const list = LATER_PAGE.exec(path)?.[1] ?? path;
  const [, kind, last] = NESTED.exec(list) ?? [];
  const [whole] = [DAY.exec(list)?.[1], PART_OF_POST.exec(list)?.[1]].filter((one) => one !== undefined);
  const around = [
    ...(list === path || list === "" ? [] : [list]),
    ...(kind ? [`/${kind}/${last}`] : []),
    ...(whole ? [whole] : []),
  ];
  return around.map((one) => folder + one);
}

function listOf(path: string, folder: string, known: Known): Ruled | undefined {
  if (LATER_PAGE.exec(within(path, folder))?.[1] === "") return { to: routes.listing() };
  return firstOf(listsAround(path, folder), known);
}

function firstOf(addresses: string[], known: Known): Ruled | undefined {
  const from = addresses.find((one) => known.has(one));
  const to = from === undefined ? undefined : known.get(from);
  return to === undefined ? undefined : { to, from };
}

/** By a rule that needs no redirect and no category or tag. */
export function isRuled(address: string, folder = ""): boolean {
  const path = within(address, folder);
  return path in FEED_PATHS || FORMAT_PATH.test(path) || AUTHOR_FEED.test(path) || LATER_PAGE.exec(path)?.[1] === "";
}

/** `?feed=atom`, `?m=202001`, `?tag=sea`, `?category_name=trips` of an old blog's home page. */
function followQuery(search: string, folder: string, known: Known): Ruled | undefined {
  const params = new URLSearchParams(search);
  const file = FORMATS[params.get("feed")?.replace(/^comments-/, "") ?? ""];
  if (file) return { to: SITE_FEEDS[file] };
  const [, year, month] = /^(\d{4})(\d{2})?(?:\d{2})?$/.exec(params.get("m") ?? "") ?? [];
  const [tag, category] = ["tag", "category_name"].map((name) => encodeURIComponent(params.get(name)?.split("/").at(-1) ?? ""));
  const lists = [month && `/${year}/${month}`, year && `/${year}`, tag && `/tag/${tag}`, category && `/category/${category}`];
  return firstOf(
    lists.flatMap((list) => (list ? [folder + list] : [])),
    known,
  );
}

/**
 * `/feed/`, `/?feed=atom`, `/tag/travel/feed/`, `/page/2/` of other systems, so that subscribers of an imported blog aren't lost; of a blog
 * in a folder, below that. Redirects come first.
 */
export async function followRule(
  db: Db,
  { pathname, search }: Pick<URL, "pathname" | "search">,
  known: Known,
): Promise<Ruled | undefined> {
  const address = siteAddress(pathname)?.path;
  if (address === undefined) return undefined;
  const folder = folderOf(address, known);
  const path = within(address, folder);
  if (path === "/") return followQuery(search, folder, known);
  const file =
    FEED_PATHS[path] ?? FORMATS[FORMAT_PATH.exec(path)?.[1] ?? ""] ?? (AUTHOR_FEED.test(path) ? "feed.xml" : undefined);
  if (file) return { to: SITE_FEEDS[file] };
  if (TOPIC_FEED.test(path)) {
    const to = await topicFeed(db, path, folder, known);
    return to === undefined ? undefined : { to };
  }
  return listOf(address, folder, known);
}
