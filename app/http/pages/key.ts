import { listingFromUrl, pageFromUrl } from "../../pages/public/queries.ts";
import { routes } from "../../routes.ts";
import { LOOK_COOKIE } from "../../ui/theme/theme-choice.ts";

/** Screens of accounts. They are the same for everybody until the browser knows the user. */
const ACCOUNT: string[] = [
  routes.login(),
  routes.register(),
  routes.forgotPassword(),
  routes.resetPassword(),
  routes.confirm(),
  routes.account(),
  routes.adminLogin(),
];
const PLAIN = new Set([
  routes.home(),
  routes.listing(),
  routes.about(),
  routes.privacy(),
  routes.storedKeys(),
  routes.terms(),
  routes.newsletter(),
  ...ACCOUNT,
]);
/** All paths of the back office look alike from outside, so that only admins know what exists there. */
const BACK_OFFICE = /^\/admin\//;
/** Where an own page may be. */
const OWN_PAGE = /^\/[a-z0-9-]{1,254}$/;
/** A page of an author with a former slug redirects. */
const AUTHOR = /^\/author\/([a-z0-9-]{1,100})$/;
const STORY = /^\/story\/[^/]+$/;

/** All paths without a page show the page of this one, which no own page can have. */
export const UNKNOWN_ADDRESS = "/not/found";

/** Whether a page stays open during maintenance, so that people can sign in and manage their account. Signing up is closed. */
export const staysOpen = (address: string): boolean =>
  (ACCOUNT.includes(address) && address !== routes.register()) || address === routes.adminDashboard();

/**
 * The path and query that a page is rendered for and cached under. Only the query of the listing counts, without malformed
 * values and with long terms cut, and the page of an author. An article has one spelling, and all unknown paths are the same.
 * @param mayBeOwnPage whether the owner may have a page with this slug
 */
export function pageAddress(url: URL, mayBeOwnPage: (slug: string) => boolean): string {
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, "") : url.pathname;
  if (STORY.test(path)) return storyAddress(path);
  const [, author] = AUTHOR.exec(path) ?? [];
  if (author) return routes.author(author, pageFromUrl(url.searchParams));
  if (BACK_OFFICE.test(path) && path !== routes.adminLogin()) return routes.adminDashboard();
  if (OWN_PAGE.test(path) && !PLAIN.has(path) && mayBeOwnPage(path.slice(1))) return path;
  if (!PLAIN.has(path)) return UNKNOWN_ADDRESS;
  return path === routes.listing() ? routes.listing(listingFromUrl(url.searchParams)) : path;
}

/** Whether a Cookie header says that the browser stores its own look, which its first paint depends on. */
export const keepsOwnLook = (cookies: string | undefined): boolean => cookies?.includes(LOOK_COOKIE) ?? false;

/** The key of a page in the cache. Articles have two: for browsers that store their own look, and for all others. */
export const pageKey = (address: string, ownLook: boolean): string =>
  ownLook && STORY.test(address) ? `${address} own` : address;

function storyAddress(path: string): string {
  try {
    return routes.story(decodeURIComponent(path.slice(routes.story("").length)));
  } catch {
    return UNKNOWN_ADDRESS;
  }
}
