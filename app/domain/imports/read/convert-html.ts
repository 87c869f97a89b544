import { decodeHTMLStrict } from "entities";
import { isFileFormat } from "../../media/file-rules.ts";
import type { ContentFormat } from "../../posts/post-rules.ts";
import type { ImportedPicture } from "../items.ts";

const IN_HTML = /<(?:img|audio|video)\b[^<>]{0,5000}?\ssrc\s{0,9}=\s{0,9}(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')/gi;
const POSTER = /<video\b[^<>]{0,5000}?\sposter\s{0,9}=\s{0,9}(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')/gi;
const IN_MARKDOWN = /!\[[^\][]{0,1000}\]\(\s{0,9}<?([^()\s<>]{1,2000})/g;

/** Pictures, recordings and videos, each once: as they are written, and decoded. */
export function picturesWritten(content: string, format: ContentFormat): ImportedPicture[] {
  const found = new Map<string, string>();
  for (const [, double, single] of [...content.matchAll(IN_HTML), ...content.matchAll(POSTER)]) {
    const written = double ?? single ?? "";
    found.set(written, decodeEntities(written).trim());
  }
  if (format === "markdown") for (const [, written = ""] of content.matchAll(IN_MARKDOWN)) found.set(written, written);
  return [...found].map(([written, address]) => ({ written, address }));
}

/** Pictures that a script loads (Squarespace, many themes). Their copies in `<noscript>` go. */
export function withLoadedPictures(html: string): string {
  if (!/\sdata-(?:src|image|lazy-src|original)\s{0,9}=/.test(html)) return html;
  const single = replaceBetween(html, /<noscript>\s{0,99}(?=<img\b)/, /<\/noscript>/, () => "");
  return single.replace(/<img\b[^<>]{0,5000}>/gi, (tag) => {
    const found = attributesOf(tag);
    const address = found["data-image"] || found["data-src"] || found["data-lazy-src"] || found["data-original"];
    if (!address || (found.src && !/^data:|blank|placeholder|pixel/i.test(found.src))) return tag;
    const bare = tag.replace(/\ssrc\s{0,9}=\s{0,9}(?:"[^"]*"|'[^']*')/i, "");
    return `<img src="${address.replaceAll('"', "&quot;")}"${bare.slice(4)}`;
  });
}

export function withPictures(content: string, addresses: ReadonlyMap<string, string>): string {
  let result = content;
  // The longer ones first: one may be the beginning of another.
  for (const [written, address] of [...addresses].sort(([a], [b]) => b.length - a.length)) {
    result = result
      .replaceAll(`"${written}"`, `"${escapeHtml(address)}"`)
      .replaceAll(`'${written}'`, `'${escapeHtml(address)}'`)
      .replaceAll(`(${written}`, `(${address}`)
      .replaceAll(`(<${written}>`, `(<${address}>`);
  }
  return result;
}

const LINK = /(<a\b[^<>]{0,3000}?\shref\s{0,9}=\s{0,9})(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')/gi;

/** @param site the base of relative addresses */
export const picturesOnWeb = (content: string, site: string | null): ImportedPicture[] =>
  picturesWritten(content, "html").flatMap(({ written, address }) => {
    const url = webAddress(address, site ?? undefined);
    return url ? [{ written, address: url.href }] : [];
  });

/** Recordings, videos and downloads that the library takes, by the end of the path. */
export const namesFile = (address: string): boolean =>
  isFileFormat(/\.(\w{2,5})$/.exec(address.replace(/[?#].*$/s, ""))?.[1]?.toLowerCase() ?? "");

const FILES_HOST = /^[\w.-]{1,200}\.files\.wordpress\.com$/;

/** Uploads of the old site, also those that WordPress.com has on a host of its own. */
export function uploadsLinked(html: string, site: string | null): ImportedPicture[] {
  return [...html.matchAll(LINK)].flatMap(([, , double, single]) => {
    const written = double ?? single ?? "";
    const url = webAddress(decodeEntities(written), site ?? undefined);
    if (!url || !namesFile(url.pathname)) return [];
    const isUpload = FILES_HOST.test(url.host) || (isOfSite(url, site) && url.pathname.includes("/uploads/"));
    return isUpload ? [{ written, address: url.href }] : [];
  });
}

/** `//host` counts as a URL; null for others and for an empty text, with any base. */
export const webAddress = (raw: string, base?: string): URL | null => {
  const url = raw.trim() === "" ? null : URL.parse(raw.trim(), base);
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url : null;
};

const hostOf = (address: string | null) => (address === null ? undefined : webAddress(address)?.host.replace(/^www\./, ""));

const isOfSite = (url: URL, site: string | null): boolean => url.host.replace(/^www\./, "") === hostOf(site);

/** Points links within the old site to this one, so that its redirects work. @param site null leaves all as they are */
export function withOwnLinks(html: string, site: string | null): string {
  if (site === null || hostOf(site) === undefined) return html;
  return html.replace(LINK, (whole, before: string, double?: string, single?: string) => {
    const url = webAddress(decodeEntities(double ?? single ?? ""));
    // Files of the old site stay where they are: only pages are led on.
    if (!url || !isOfSite(url, site) || /\.\w{2,5}$/.test(url.pathname) !== /\.html?$|\.php$/.test(url.pathname)) return whole;
    return `${before}"${escapeHtml(url.pathname + url.search + url.hash)}"`;
  });
}

/** From the left; a mark that is never closed stays. Linear time for each kind of end mark. @param open must be bounded in length */
export function replaceBetween(
  text: string,
  open: RegExp,
  close: RegExp | ((opening: string) => RegExp),
  replace: (opening: string, inner: string, closing: string) => string,
): string {
  const opening = new RegExp(open.source, "gi");
  const unclosed = new Set<string>();
  let result = "";
  let at = 0;
  for (let begin = opening.exec(text); begin; begin = opening.exec(text)) {
    const { source } = typeof close === "function" ? close(begin[0]) : close;
    if (unclosed.has(source)) continue;
    const closing = new RegExp(source, "gi");
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(text);
    if (!end) {
      unclosed.add(source);
      continue;
    }
    result += text.slice(at, begin.index) + replace(begin[0], text.slice(opening.lastIndex, end.index), end[0]);
    at = closing.lastIndex;
    opening.lastIndex = at;
  }
  return result + text.slice(at);
}

/** Names in lower case; values as they are written. */
export function attributesOf(opening: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = "", double, single, bare] of opening.matchAll(
    /([\w-]{1,50})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'\]>]+))/g,
  )) {
    found[name.toLowerCase()] ??= double ?? single ?? bare ?? "";
  }
  return found;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

/** Empty if it isn't the name of a language. */
export const languageIn = (raw: string | undefined): string => /^[\w+#-]{1,30}$/.exec(raw ?? "")?.[0] ?? "";

export function codeHtml(code: string, language?: string): string {
  const name = languageIn(language);
  return `<pre><code${name ? ` class="language-${name}"` : ""}>${escapeHtml(code)}</code></pre>`;
}

/** Percent-decoded; other text stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Unknown entities stay. A nonbreaking space becomes a plain one. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return name === "nbsp" ? " " : decodeHTMLStrict(whole);
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });

/** Few line breaks; blocks stay apart. */
export const textOf = (html: string): string =>
  decodeEntities(html.replace(/<br\s{0,9}\/?>|<\/(?:p|div|li|h[1-6]|blockquote)>/gi, "\n").replace(/<[^<>]*>/g, ""))
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
