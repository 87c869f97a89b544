/** Characters as sent; the database has the same limit. */
export const REDIRECT_PATH_MAX = 300;
/** All are in memory, so that a missing page costs no query. */
export const REDIRECTS_MAX = 50_000;

export const REDIRECT_SORTS = ["-created_at", "created_at", "-hits", "hits", "from_path", "-from_path"] as const;
export type RedirectSort = (typeof REDIRECT_SORTS)[number];

export const REDIRECT_MESSAGES = {
  fromRequired: "Old URL is required",
  fromPath: "Old URL must be a path of this site, such as /old-page or /?p=17",
  fromLong: `Old URL must have at most ${REDIRECT_PATH_MAX} characters`,
  fromPage: "There is a page at this URL, so it can’t redirect",
  fromOwn: "This URL belongs to the site itself",
  toRequired: "New URL is required",
  toPath: "New URL must be a path of this site, such as /story/my-article",
  toLong: `New URL must have at most ${REDIRECT_PATH_MAX} characters`,
  toMissing: "There is no page at this URL",
  loop: "New URL leads back to the old one",
  full: `There are already ${REDIRECTS_MAX} redirects; delete unused ones first`,
} as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them
const CONTROL = /[\u0000-\u001f\u007f]/;

/** `path` with every segment encoded the same way, `rest` with query and fragment. */
export type SiteAddress = { path: string; rest: string };

/** `/über`, `/%c3%bcber` and `/%C3%BCber/` are the same; null for other sites, broken encodings, control characters. */
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

/** Other systems take several slashes for one. */
export const withSingleSlashes = (path: string): string => path.replace(/\/{2,}/g, "/");

const NUMBERED = ["p", "page_id", "cat", "author"];
/** `/?p=17` (WordPress's documentation, "Using Permalinks"), or `/blog/?p=17` where the blog was in a folder. */
const PLAIN_QUERY = new RegExp(`^\\?(?:${NUMBERED.join("|")})=[1-9]\\d{0,9}$`);

/** As stored: a path without a query, or a plain address of WordPress; null for others. @param raw in any spelling, as for `siteAddress` */
export function startAddress(raw: string): string | null {
  const address = siteAddress(raw);
  if (!address) return null;
  if (address.rest === "") return address.path;
  return PLAIN_QUERY.test(address.rest) ? address.path + address.rest : null;
}

/** Without the query of a plain address. */
export const startPath = (start: string): string => start.replace(/\?.*$/, "");

/** Other parameters of the query are ignored. Undefined where it names nothing by its number. */
export function plainAddress(path: string, search: string): { start: string; rest: string } | undefined {
  const params = new URLSearchParams(search);
  const name = NUMBERED.find((one) => params.has(one));
  const start = name === undefined ? null : startAddress(`${path}?${name}=${params.get(name)}`);
  if (name === undefined || start === null) return undefined;
  params.delete(name);
  return { start, rest: params.size > 0 ? `?${params}` : "" };
}

/** Of a decoded path: `?` and `#` are part of it. */
export const addressOfPath = (path: string): string => path.toWellFormed().split("/").map(encodeURIComponent).join("/");

/** `/über` for `/%C3%BCber`. */
export function readableAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
