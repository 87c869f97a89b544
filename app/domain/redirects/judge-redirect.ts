import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { routes } from "../../routes.ts";
import {
  type REDIRECT_MESSAGES,
  REDIRECT_PATH_MAX,
  type SiteAddress,
  siteAddress,
  startAddress,
  startPath,
} from "./redirect-rules.ts";
import { type Live, targetOf } from "./redirects.sql.ts";

const { feeds } = routes;

const STANDING = new Set<string>([
  routes.home(),
  routes.listing(),
  routes.categories(),
  routes.about(),
  routes.privacy(),
  routes.storedKeys(),
  routes.terms(),
  routes.newsletter(),
  routes.login(),
  routes.register(),
  routes.forgotPassword(),
  routes.resetPassword(),
  routes.confirm(),
  routes.account(),
  feeds.rss,
  feeds.atom,
  feeds.json,
  routes.sitemap(),
]);
const FEED_OF = /^\/(category|tag|author)\/[^/]+\/(feed\.xml|atom\.xml|feed\.json)$/;
/** Other parts of the site answer them, so no redirect starts or ends there. */
const OWN = /^\/(api|auth|admin|assets|media|social|healthz|readyz|metrics|unsubscribe|newsletter\/\w+)(\/|$)/;
const OWN_FILES = new Set<string>([
  routes.robots(),
  routes.llms(),
  routes.manifest(),
  routes.siteSocialImage(),
  "/category-colors.css",
  "/404",
]);
const STORY = /^\/story\/([^/]+)$/;
const AUTHOR = /^\/author\/([a-z0-9-]{1,100})$/;
const OWN_PAGE = /^\/([a-z0-9-]{1,254})$/;

const isStanding = (path: string): boolean => STANDING.has(path) || FEED_OF.test(path);

const isOwn = (path: string): boolean => OWN.test(path) || OWN_FILES.has(path);

/** Without looking at the articles. */
export const isOfSite = (path: string): boolean => isStanding(path) || isOwn(path);

/** A slug or id. */
export function storyNamed(path: string): string | null {
  const named = STORY.exec(path)?.[1];
  return named === undefined ? null : decodeURIComponent(named);
}

export const pageNamed = (path: string): string | null => OWN_PAGE.exec(path)?.[1] ?? null;

/** `end`: the invalid one. */
export type Broken = { end: "from_path" | "to_path"; message: keyof typeof REDIRECT_MESSAGES };
export type Judged = { from_path: string; to_path: string } | { broken: Broken };

/** Not in the database yet: an article or page of the current import. */
export type IsPage = (path: string) => boolean;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function postAt(db: Db, path: string): Promise<string | undefined> {
  const page = pageNamed(path);
  const named = storyNamed(path) ?? page;
  const found = named === null ? undefined : await livePost(db, named, UUID.test(named) ? named : null);
  if (found?.kind === "page") return routes.page(found.slug);
  return found && page === null ? routes.story(found.slug) : undefined;
}

async function livePost(db: Db, named: string, id: string | null): Promise<Live | undefined> {
  const { rows } = await sql<Live>`
    select p.slug, p.kind from (
      select id as post_id, 1 as rank from posts where slug = ${named} and status = 'published'
      union all select id, 2 from posts where id = ${id}::uuid and status = 'published'
      union all select p.id, 3 from post_slugs o join posts p on p.id = o.post_id where o.slug = ${named} and p.status = 'published'
    ) found join posts p on p.id = found.post_id order by rank limit 1`.execute(db);
  return rows[0];
}

async function authorAt(db: Db, path: string): Promise<string | undefined> {
  const [, slug] = AUTHOR.exec(path) ?? [];
  if (slug === undefined) return undefined;
  const { rows } = await sql`
    select from author_profiles where slug = ${slug} and has_author_page(user_id) and author_has_articles(user_id)`.execute(db);
  return rows.length > 0 ? routes.author(slug) : undefined;
}

async function straightAddress(db: Db, { path, rest }: SiteAddress, isPage: IsPage): Promise<string | undefined> {
  const plain = rest === "" ? null : startAddress(path + rest);
  const led = plain === null ? undefined : await targetOf(db, plain);
  if (led !== undefined) return led;
  if (isStanding(path) || isPage(path)) return path + rest;
  const current = (await postAt(db, path)) ?? (await authorAt(db, path));
  return current === undefined ? targetOf(db, path) : current + rest;
}

/** Undefined when there is no page. @param isPage as for `judgeRedirect` */
export async function finalAddress(db: Db, address: string, isPage: IsPage = () => false): Promise<string | undefined> {
  const parsed = siteAddress(address);
  return parsed ? straightAddress(db, parsed, isPage) : undefined;
}

/** From a path without a page to a page of this site. @param isPage paths that will be pages @returns both as stored, or a broken rule */
export async function judgeRedirect(db: Db, pair: { from: string; to: string }, isPage: IsPage = () => false): Promise<Judged> {
  const broken = (end: Broken["end"], message: Broken["message"]) => ({ broken: { end, message } });
  const from = startAddress(pair.from);
  if (from === null) return broken("from_path", "fromPath");
  if (from.length > REDIRECT_PATH_MAX) return broken("from_path", "fromLong");
  const path = startPath(from);
  const isPlain = path !== from;
  // A page is shown with any query, except Home.
  const isTaken = !(isPlain && path === routes.home()) && (isStanding(path) || isPage(path) || (await postAt(db, path)));
  if (isTaken) return broken("from_path", isPlain ? "fromPath" : "fromPage");
  if (isOwn(path)) return broken("from_path", "fromOwn");
  const address = siteAddress(pair.to);
  if (!address) return broken("to_path", "toPath");
  const leadsBack = (to: string) => siteAddress(to)?.path === from || startAddress(to) === from;
  if (leadsBack(pair.to)) return broken("to_path", "loop");
  const target = await straightAddress(db, address, isPage);
  if (target === undefined) return broken("to_path", "toMissing");
  if (target.length > REDIRECT_PATH_MAX) return broken("to_path", "toLong");
  return leadsBack(target) ? broken("to_path", "loop") : { from_path: from, to_path: target };
}
