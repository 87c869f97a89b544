import { decodeEntities, escapeHtml } from "./between.ts";

const LINK = /(<a\b[^<>]{0,3000}?\shref\s{0,9}=\s{0,9})(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')/gi;

/** An address as a URL, if it is one of the web; `//host` counts as one. An empty one is none, whatever the base. */
export const webAddress = (raw: string, base?: string): URL | null => {
  const url = raw.trim() === "" ? null : URL.parse(raw.trim(), base);
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url : null;
};

const hostOf = (address: string | null) => (address === null ? undefined : webAddress(address)?.host.replace(/^www\./, ""));

/** Whether an address belongs to the old site, with or without `www.`. */
const isOfSite = (url: URL, site: string | null): boolean => url.host.replace(/^www\./, "") === hostOf(site);

/**
 * Lets links within the old site be links within this one, so that its redirects lead them on.
 * @param site the old site's address; null leaves all as they are
 */
export function withOwnLinks(html: string, site: string | null): string {
  if (site === null || hostOf(site) === undefined) return html;
  return html.replace(LINK, (whole, before: string, double?: string, single?: string) => {
    const url = webAddress(decodeEntities(double ?? single ?? ""));
    // Files of the old site stay where they are: only pages are led on.
    if (!url || !isOfSite(url, site) || /\.\w{2,5}$/.test(url.pathname) !== /\.html?$|\.php$/.test(url.pathname)) return whole;
    return `${before}"${escapeHtml(url.pathname + url.search + url.hash)}"`;
  });
}
