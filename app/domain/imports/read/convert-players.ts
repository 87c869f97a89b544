import { embedAt } from "../../content/markup/figures.ts";
import { playedAt } from "../../media/file-rules.ts";
import type { Tell } from "../items.ts";
import { escapeHtml, webAddress } from "./convert-html.ts";

type Page = (url: URL) => string | null | undefined;

const flash: Page = ({ pathname }) => /^\/(?:v|e|vi|embed)\/([\w-]{11})/.exec(pathname)?.[1];
const youtube: Page = (url) => {
  const { pathname, searchParams } = url;
  if (pathname === "/watch") return null;
  const list = /^\/(?:p|view_play_list)\/?([\w-]{12,40})?/.exec(pathname)?.[1] ?? searchParams.get("list");
  // Flash players have their parameters behind an ampersand, without a question mark.
  const id = flash(url);
  const start = searchParams.get("start") ?? searchParams.get("t") ?? /&start=(\d{1,5})/.exec(pathname)?.[1];
  if (id && id !== "videoseries") return `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}` : ""}`;
  return list && `https://www.youtube.com/playlist?list=${list}`;
};
/** The page that a parameter names. */
const named =
  (...names: string[]): Page =>
  ({ searchParams }) => {
    for (const name of names) if (searchParams.get(name)) return webAddress(searchParams.get(name) ?? "")?.href;
    return null;
  };
/** The page at `base` for what a pattern finds in the path. */
const inPath =
  (pattern: RegExp, base: string): Page =>
  ({ pathname }) => {
    const found = pattern.exec(pathname)?.[1];
    return found && base + found;
  };

/** Where the pages of players are, by the players' hosts. */
const PAGES: Record<string, Page> = {
  "youtube.com": youtube,
  "youtube-nocookie.com": youtube,
  "vimeo.com": ({ searchParams }) => searchParams.get("clip_id") && `https://vimeo.com/${searchParams.get("clip_id")}`,
  "player.vimeo.com": ({ pathname, searchParams }) => {
    const id = /^\/video\/(\d{5,12})/.exec(pathname)?.[1];
    return id && `https://vimeo.com/${id}${searchParams.get("h") ? `/${searchParams.get("h")}` : ""}`;
  },
  "dailymotion.com": inPath(/^\/(?:swf|embed)\/(?:video\/)?([a-z0-9]{4,20})/i, "https://www.dailymotion.com/video/"),
  "geo.dailymotion.com": ({ searchParams }) =>
    searchParams.get("video") && `https://www.dailymotion.com/video/${searchParams.get("video")}`,
  "video.google.com": ({ searchParams }) =>
    searchParams.get("docid") && `https://video.google.com/videoplay?docid=${searchParams.get("docid")}`,
  "w.soundcloud.com": named("url"),
  "player.soundcloud.com": named("url"),
  "facebook.com": named("href"),
  "embed.ted.com": inPath(/^(\/talks\/[\w./-]{1,200}?)(?:\.html)?$/, "https://www.ted.com"),
  "archive.org": inPath(/^\/embed\/([\w.-]{1,200})/, "https://archive.org/details/"),
  "scribd.com": inPath(/^\/embeds\/(\d{1,15})/, "https://www.scribd.com/document/"),
  "videopress.com": inPath(/^\/(?:embed|v)\/(\w{4,20})/, "https://videopress.com/v/"),
  "v.wordpress.com": inPath(/^\/(\w{4,20})/, "https://videopress.com/v/"),
  "gist.github.com": inPath(/^\/([\w/-]{1,100})\.js$/, "https://gist.github.com/"),
  "asciinema.org": inPath(/^\/a\/(\w{1,40})/, "https://asciinema.org/a/"),
  "mixcloud.com": named("feed"),
  "jsfiddle.net": inPath(/^\/([\w/]{1,80}?)\/embed/, "https://jsfiddle.net/"),
};

/** The page that shows what a player at `address` plays; the address itself, if no other is known. null if it isn't one of the web. */
export function pageOf(address: string): string | null {
  const url = webAddress(address.replaceAll("&amp;", "&").replace(/^\/\//, "https://"));
  if (!url) return null;
  return PAGES[url.hostname.replace(/^(?:www|m|feed)\./, "")]?.(url) || url.href;
}

/** What the old page showed of a video before it was played, and its size in pixels. */
export type Still = { poster?: string | undefined; width?: string | undefined; height?: string | undefined };

/** A recording or a video as a block of an article; null if the address doesn't name one that browsers play. @param caption its HTML */
export function playedHtml(address: string, still: Still = {}, caption = ""): string | null {
  const name = playedAt(address);
  if (name === null) return null;
  const attributes = Object.entries(name === "video" ? still : {}).filter(([, value]) => value);
  const written = attributes.map(([key, value = ""]) => ` ${key}="${escapeHtml(value)}"`).join("");
  const under = caption.trim() === "" ? "" : `<figcaption>${caption.trim()}</figcaption>`;
  return `<figure class="${name}"><${name} src="${escapeHtml(address)}"${written}></${name}>${under}</figure>`;
}

/**
 * A player as HTML: a block if it plays a file that comes along, an embed if this site has one for it, else a link to its page, which is
 * reported. `what` names it.
 */
export function playerHtml(address: string, what: string, place: string, tell: Tell, still?: Still): string {
  const played = playedHtml(address, still);
  if (played !== null) return played;
  const page = pageOf(address) ?? address;
  const embed = embedAt(page);
  if (embed) {
    const at = escapeHtml(embed.address);
    return `<figure class="embed"><a href="${at}">${at}</a></figure>`;
  }
  tell("changed", place, `${what} was replaced by a link to ${page}.`);
  return `<p><a href="${escapeHtml(page)}">${escapeHtml(page)}</a></p>`;
}
