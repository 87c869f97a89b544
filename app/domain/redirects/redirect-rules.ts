/** The longest address on either side, in characters as they are sent; the database's own. */
export const REDIRECT_PATH_MAX = 300;
/** More of them are refused: all are held in memory, so that a missing page costs no look-up. */
export const REDIRECTS_MAX = 50_000;

/** An address that leads elsewhere. Addresses are percent-encoded; `hits`: how often it was followed; times in ISO 8601, UTC. */
export type Redirect = {
  id: string;
  from_path: string;
  to_path: string;
  hits: number;
  last_hit_at: string | null;
  /** the admin's address; null when the account is gone */
  created_by: string | null;
  created_at: string;
};

/**
 * An address that an article had before, which leads to the one it has; nobody has to say so. `is_public`: the article is published,
 * else the address leads nowhere at the moment.
 */
export type OldAddress = {
  from_path: string;
  to_path: string;
  post_id: string;
  title: string;
  is_public: boolean;
  hits: number;
  last_hit_at: string | null;
  /** since when it is an old one */
  created_at: string;
};

/** A page of those. */
export type OldAddressPage = { items: OldAddress[]; total: number; page: number; pages: number; limit: number };

/** A page of them. */
export type RedirectPage = { items: Redirect[]; total: number; page: number; pages: number; limit: number };

export const REDIRECT_SORTS = ["-created_at", "created_at", "-hits", "hits", "from_path", "-from_path"] as const;
export type RedirectSort = (typeof REDIRECT_SORTS)[number];

export const REDIRECT_MESSAGES = {
  fromRequired: "Old address is required",
  fromPath: "Old address must be a path of this site, such as /old-page, without a query",
  fromLong: `Old address must have at most ${REDIRECT_PATH_MAX} characters`,
  fromPage: "There is a page at this address. Only an address without a page can lead elsewhere",
  fromOwn: "This address belongs to the site itself",
  toRequired: "New address is required",
  toPath: "New address must be a path of this site, such as /story/my-article",
  toLong: `New address must have at most ${REDIRECT_PATH_MAX} characters`,
  toMissing: "There is no page at this address",
  loop: "New address leads back to the old one",
  full: `There are ${REDIRECTS_MAX} redirects already. Delete some that nobody follows first`,
} as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** An address of this site in its parts: `path` with each segment encoded alike, `rest` with query and fragment. */
export type SiteAddress = { path: string; rest: string };

/**
 * Reads an address of this site, whichever way it is written: `/über`, `/%c3%bcber` and `/%C3%BCber/` are one.
 * @param raw begins with a slash
 * @returns null for everything else: other sites' addresses, broken encodings, control characters
 */
export function siteAddress(raw: string): SiteAddress | null {
  if (!/^\/(?![/\\])/.test(raw) || CONTROL.test(raw) || !raw.isWellFormed()) return null;
  const url = URL.parse(raw, "http://site");
  if (url?.host !== "site" || url.pathname.startsWith("//")) return null;
  try {
    const decoded = url.pathname.split("/").map(decodeURIComponent);
    if (decoded.some((segment) => CONTROL.test(segment))) return null;
    const path = decoded.map(encodeURIComponent).join("/");
    return { path: path.replace(/\/+$/, "") || "/", rest: url.search + url.hash };
  } catch {
    return null;
  }
}

/** The address of a decoded path: what stands in it is part of the path, also `?` and `#`. */
export const addressOfPath = (path: string): string => path.toWellFormed().split("/").map(encodeURIComponent).join("/");

/** An address as people read it: `/über` for `/%C3%BCber`. */
export function readableAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
