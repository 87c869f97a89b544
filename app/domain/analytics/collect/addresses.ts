import { routes } from "../../../routes.ts";
import { isSearchable, searchTerm } from "../../search/search-rules.ts";
import { cutText } from "../../text-rules.ts";
import { HIT_LIMITS } from "../hit-rules.ts";

/** Well-formed, without control characters, white space collapsed, cut. @param max characters */
export function cleanText(raw: string | null | undefined, max: number): string {
  // Cut twice: once so that a huge text costs nothing, once for its length without the white space.
  const text = (raw ?? "")
    .slice(0, max * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return cutText(text, max);
}

/** Null where nothing is left. */
export const cleanOrNull = (raw: string | null | undefined, max: number): string | null => cleanText(raw, max) || null;

const TITLES: Record<string, string> = {
  [routes.home()]: "Home",
  [routes.listing()]: "All Articles",
  [routes.about()]: "About",
  [routes.privacy()]: "Privacy",
  [routes.storedKeys()]: "Cookies and storage",
  [routes.terms()]: "Terms",
  [routes.newsletter()]: "Newsletter",
  [routes.login()]: "Login",
  [routes.register()]: "Sign Up",
  [routes.forgotPassword()]: "Forgot password",
  [routes.resetPassword()]: "Set a new password",
  [routes.confirm()]: "Confirm",
  [routes.account()]: "Account",
};

const STORY = /^\/story\/([^/]+)$/;
const BACK_OFFICE = /^\/admin(\/|$)/;

/** `search`: the search term; `query`: for campaign tags. */
export type Address = { path: string; search: string | null; query: URLSearchParams; isBackOffice: boolean };

/** @param raw path and query as in the address bar; begins with a slash */
export function readAddress(raw: string): Address {
  const cut = raw.toWellFormed().split("#")[0] ?? "";
  const [before = "", ...rest] = cut.split("?");
  const query = new URLSearchParams(rest.join("?"));
  const path = cleanText(decoded(before).replace(/\/+/g, "/"), HIT_LIMITS.path).replace(/(?<=.)\/+$/, "");
  const term = path === routes.listing() ? searchTerm(query.get("search")?.slice(0, HIT_LIMITS.url)).toLowerCase() : "";
  const search = isSearchable(term) ? cleanOrNull(term, HIT_LIMITS.term) : null;
  return { path: path.startsWith("/") ? path : "/", search, query, isBackOffice: BACK_OFFICE.test(path) };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export const titleOfPath = (path: string): string | undefined => (Object.hasOwn(TITLES, path) ? TITLES[path] : undefined);

export const slugOfPath = (path: string): string | null => STORY.exec(path)?.[1] ?? null;
