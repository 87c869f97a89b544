const webAddress = (raw: string): URL | null => {
  const url = URL.parse(raw.trim());
  return url && /^https?:$/.test(url.protocol) ? url : null;
};

type Page = (url: URL) => string | null | undefined;

const flash: Page = ({ pathname }) => /^\/(?:v|e|vi|embed)\/([\w-]{11})/.exec(pathname)?.[1];
const youtube: Page = (url) => {
  const { pathname, searchParams } = url;
  if (pathname === "/watch") return null;
  const list = /^\/(?:p|view_play_list)\/?([\w-]{12,40})?/.exec(pathname)?.[1] ?? searchParams.get("list");
  // Flash players have parameters behind an ampersand, without a question mark.
  const id = flash(url);
  const start = searchParams.get("start") ?? searchParams.get("t") ?? /&start=(\d{1,5})/.exec(pathname)?.[1];
  if (id && id !== "videoseries") return `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}` : ""}`;
  return list && `https://www.youtube.com/playlist?list=${list}`;
};
const named =
  (...names: string[]): Page =>
  ({ searchParams }) => {
    for (const name of names) if (searchParams.get(name)) return webAddress(searchParams.get(name) ?? "")?.href;
    return null;
  };
const inPath =
  (pattern: RegExp, base: string): Page =>
  ({ pathname }) => {
    const found = pattern.exec(pathname)?.[1];
    return found && base + found;
  };

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

/** The address itself, if no other page is known; null if it isn't one of the web. */
export function pageOf(address: string): string | null {
  const url = webAddress(address.replaceAll("&amp;", "&").replace(/^\/\//, "https://"));
  if (!url) return null;
  return PAGES[url.hostname.replace(/^(?:www|m|feed)\./, "")]?.(url) || url.href;
}
