/**
 * The path that the site is under, such as `/blog` for SITE_URL=https://example.org/blog. Inside, every path begins at the site's own root,
 * as if there were none: routes, stored content, the API. It is taken off requests as they arrive (`http/base-path.ts`) and added by
 * `pathTo` and the router where a path becomes an address for browsers. Everything may import this file, and it imports nothing.
 */

/** Without a slash at the end; empty if the site is at the root of its host. Pages tell browsers by an attribute of <html>. */
let base = typeof document === "undefined" ? "" : (document.documentElement.dataset.base ?? "");

/** The path that the site is under. */
export const basePath = (): string => base;

/** Sets the path that the site is under, once, when the server starts. @param path without a slash at the end; empty for none */
export function setBasePath(path: string): void {
  base = path;
}

/** The path of an address that is under the site's: `/blog` for `https://example.org/blog`. */
export const basePathOf = (site: string): string => URL.parse(site)?.pathname.replace(/\/+$/, "") ?? "";

/** What browsers are given for a path of the site: `/blog/about` for `/about`. */
export const pathTo = (path: string): string => base + path;

/** The path of the site that browsers call `path`: `/about` for `/blog/about`; null if it is outside the site. */
export const pathWithin = (path: string): string | null =>
  path === base ? "/" : path.startsWith(`${base}/`) ? path.slice(base.length) : null;

/** The path that the router adds and removes. */
export const routerBase = (): string => `${base}/`;
