import { listingFromUrl } from "../../pages/public/queries.ts";
import { routes } from "../../routes.ts";
import { LOOK_COOKIE } from "../../ui/theme/theme-choice.ts";

/** Screens around an account: the same for everybody until the browser knows who looks at them. */
const ACCOUNT: string[] = [
  routes.login(),
  routes.register(),
  routes.forgotPassword(),
  routes.resetPassword(),
  routes.confirm(),
  routes.account(),
  routes.adminLogin(),
];
const PLAIN = new Set([routes.home(), routes.listing(), routes.about(), routes.privacy(), routes.terms(), ...ACCOUNT]);
/** What stands in the back office is nobody's business who isn't let in, so all its addresses look alike from outside. */
const BACK_OFFICE = /^\/admin\//;
const STORY = /^\/story\/[^/]+$/;

/** Every address that no page claims shows the page of this one. */
export const UNKNOWN_ADDRESS = "/404";

/** Whether a page is there for people to sign in and look after things, also while the site is closed to readers. Nobody signs up then. */
export const staysOpen = (address: string): boolean =>
  (ACCOUNT.includes(address) && address !== routes.register()) || address === routes.adminDashboard();

/**
 * The address that a page is rendered for and kept under. Of a query only what the listing makes of it counts: malformed
 * values are left out, long terms cut. An article has one spelling, and all unknown addresses are one.
 */
export function pageAddress(url: URL): string {
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, "") : url.pathname;
  if (STORY.test(path)) return storyAddress(path);
  if (BACK_OFFICE.test(path) && path !== routes.adminLogin()) return routes.adminDashboard();
  if (!PLAIN.has(path)) return UNKNOWN_ADDRESS;
  return path === routes.listing() ? routes.listing(listingFromUrl(url.searchParams)) : path;
}

/** Whether a browser says, in its Cookie header, that its first paint depends on something that it keeps itself. */
export const keepsOwnLook = (cookies: string | undefined): boolean => cookies?.includes(LOOK_COOKIE) ?? false;

/** Where the page of an address is kept; that of an article for browsers with a look of their own and for all others. */
export const pageKey = (address: string, ownLook: boolean): string =>
  ownLook && STORY.test(address) ? `${address} own` : address;

function storyAddress(path: string): string {
  try {
    return routes.story(decodeURIComponent(path.slice(routes.story("").length)));
  } catch {
    return UNKNOWN_ADDRESS;
  }
}
