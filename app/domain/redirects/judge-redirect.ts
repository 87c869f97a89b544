import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { type REDIRECT_MESSAGES, REDIRECT_PATH_MAX, type SiteAddress, siteAddress } from "./redirect-rules.ts";
import * as queries from "./redirects.sql.ts";

const { feeds } = routes;

/** Where the site has a page or a file, whatever stands in the database. */
const STANDING = new Set<string>([
  routes.home(),
  routes.listing(),
  routes.categories(),
  routes.about(),
  routes.privacy(),
  routes.terms(),
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
const FEED_OF = /^\/(category|tag)\/[^/]+\/(feed\.xml|atom\.xml|feed\.json)$/;
/** What readers aren't led to, and what no redirect is asked for because something else answers. */
const OWN = /^\/(api|auth|admin|assets|media|social|healthz|readyz|metrics|unsubscribe)(\/|$)/;
const OWN_FILES = new Set<string>([
  routes.robots(),
  routes.llms(),
  routes.manifest(),
  routes.siteSocialImage(),
  "/category-colors.css",
  "/404",
]);
const STORY = /^\/story\/([^/]+)$/;

/** Whether readers find something at the path, an article aside. */
const isStanding = (path: string): boolean => STANDING.has(path) || FEED_OF.test(path);

/** Whether the path belongs to the machinery of the site. */
const isOwn = (path: string): boolean => OWN.test(path) || OWN_FILES.has(path);

/** What an article is asked for by when the path is that of one: a slug or an id. */
export function storyNamed(path: string): string | null {
  const named = STORY.exec(path)?.[1];
  return named === undefined ? null : decodeURIComponent(named);
}

type Db = Context["db"];
/** One end of a redirect that can't be taken, and the rule that it breaks. */
export type Broken = { end: "from_path" | "to_path"; message: keyof typeof REDIRECT_MESSAGES };
export type Judged = { from_path: string; to_path: string } | { broken: Broken };

/** Pages that the database doesn't know yet, by their path: articles of the file that is being imported. */
export type IsPage = (path: string) => boolean;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The current slug of the published article at a path, if there is one. */
async function articleAt(db: Db, path: string): Promise<string | undefined> {
  const named = storyNamed(path);
  return named === null ? undefined : queries.currentSlug(db, named, UUID.test(named) ? named : null);
}

/** The address of a page, without detours: neither another redirect's nor an article's former one. */
async function straightAddress(db: Db, { path, rest }: SiteAddress, isPage: IsPage): Promise<string | undefined> {
  if (isStanding(path) || isPage(path)) return path + rest;
  const slug = await articleAt(db, path);
  return slug === undefined ? queries.targetOf(db, path) : routes.story(slug) + rest;
}

/**
 * The rules of a redirect, wherever it comes from: it leads from an address of this site without a page to a page of this site, and
 * not back to itself.
 * @param pair as they were written
 * @param isPage what else counts as a page, besides those in the database
 * @returns both addresses as they are stored, or the first rule that is broken
 */
export async function judgeRedirect(db: Db, pair: { from: string; to: string }, isPage: IsPage = () => false): Promise<Judged> {
  const broken = (end: Broken["end"], message: Broken["message"]) => ({ broken: { end, message } });
  const from = siteAddress(pair.from);
  if (from === null || from.rest !== "") return broken("from_path", "fromPath");
  if (from.path.length > REDIRECT_PATH_MAX) return broken("from_path", "fromLong");
  if (isStanding(from.path) || isPage(from.path) || (await articleAt(db, from.path))) return broken("from_path", "fromPage");
  if (isOwn(from.path)) return broken("from_path", "fromOwn");
  const address = siteAddress(pair.to);
  if (!address) return broken("to_path", "toPath");
  if (address.path === from.path) return broken("to_path", "loop");
  const target = await straightAddress(db, address, isPage);
  if (target === undefined) return broken("to_path", "toMissing");
  if (target.length > REDIRECT_PATH_MAX) return broken("to_path", "toLong");
  return siteAddress(target)?.path === from.path ? broken("to_path", "loop") : { from_path: from.path, to_path: target };
}
