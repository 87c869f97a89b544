import type { Report } from "../items.ts";
import { attributesOf, decodeEntities, escapeHtml, replaceBetween } from "./convert-html.ts";
import { playerHtml } from "./convert-players.ts";

export type Gallery = { byId(id: string): { url: string; alt: string } | undefined; ofPost: { url: string; alt: string }[] };

const figure = ({ url, alt }: { url: string; alt: string }) =>
  `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}"></figure>`;

function caption(opening: string, inner: string): string {
  const [picture = ""] = /^\s*(?:<a\b[^<>]{0,3000}>\s*)?<img\b[^<>]{0,5000}>(?:\s*<\/a>)?/i.exec(inner) ?? [];
  const text = (attributesOf(opening).caption ?? inner.slice(picture.length)).trim();
  return `\n\n<figure>${picture.trim()}${text ? `<figcaption>${text}</figcaption>` : ""}</figure>\n\n`;
}

function attachmentsOf(args: string, { byId, ofPost }: Gallery): { found: Gallery["ofPost"]; missing: string[] } {
  const { ids, include } = attributesOf(args);
  const named = (ids ?? include)?.split(",").map((id) => id.trim());
  if (!named) return { found: ofPost, missing: [] };
  return { found: named.flatMap((id) => byId(id) ?? []), missing: named.filter((id) => id && !byId(id)) };
}

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|bmp|svg|tiff?|heic)(?:\?|$)/i;
const MEDIA = /\.(?:mp3|m4a|ogg|oga|wav|flac|wma|mp4|m4v|webm|ogv|mov|wmv|flv)(?:\?|$)/i;

function gallery(args: string, surroundings: Gallery, place: string, report: Report): string {
  const { found, missing } = attachmentsOf(args, surroundings);
  const pictures = found.filter(({ url }) => !/\.\w{2,4}(?:\?|$)/.test(url) || PICTURE.test(url));
  if (missing.length > 0)
    report("dropped", place, `A gallery shows images that aren’t in the export: “${missing.slice(0, 20).join(", ")}”.`);
  if (pictures.length > 0) report("changed", place, "A gallery was replaced by its images, one below the other.");
  else if (missing.length === 0) report("dropped", place, "A gallery has no images in the export.");
  return `\n\n${pictures.map(figure).join("\n")}\n\n`;
}

const BY_NUMBER: Record<string, (id: string) => string> = {
  youtube: (id) => `https://www.youtube.com/watch?v=${id}`,
  vimeo: (id) => `https://vimeo.com/${id}`,
  dailymotion: (id) => `https://www.dailymotion.com/video/${id}`,
  googlevideo: (id) => `https://video.google.com/videoplay?docid=${id}`,
  slideshare: (id) => `https://www.slideshare.net/slideshow/embed_code/${id}`,
  gist: (id) => `https://gist.github.com/${id}`,
  tweet: (id) => `https://twitter.com/i/status/${id}`,
  instagram: (id) => `https://www.instagram.com/p/${id}/`,
  scribd: (id) => `https://www.scribd.com/document/${id}`,
  ted: (id) => `https://www.ted.com/talks/view/id/${id}`,
  videopress: (id) => `https://videopress.com/v/${id}`,
  polldaddy: (id) => `https://poll.fm/${id}`,
  spotify: (id) => `https://open.spotify.com/${id.replace(/^spotify:/, "").replaceAll(":", "/")}`,
};
const ALIASES: Record<string, string> = {
  yt: "youtube",
  tube: "youtube",
  embedyt: "youtube",
  youtube_sc: "youtube",
  su_youtube: "youtube",
  su_vimeo: "vimeo",
  su_dailymotion: "dailymotion",
  gvideo: "googlevideo",
  twitter: "tweet",
  wpvideo: "videopress",
  poll: "polldaddy",
};
const OTHERS =
  "embed|soundcloud|audio|video|flv|facebook|flickr|googlemaps|bandcamp|mixcloud|vine|kickstarter|codepen_embed|iframe|pinterest|" +
  "tiktok|imgur|blip\\.tv|bliptv|viddler|revver|metacafe|liveleak|screencast|su_video|su_audio|fvplayer|pdf|pdf-embedder|gview";
const NAMES = [...Object.keys(BY_NUMBER), ...Object.keys(ALIASES), OTHERS].join("|");
const PLAYER = new RegExp(`\\[(${NAMES})(?=[\\s=:\\]/])([^\\][]{0,1000})\\](?:([^\\][]{0,1000})\\[/\\1\\])?`, "gi");
/** `[[gallery]]` shows the shortcode itself. */
const SHOWN = new RegExp(`\\[\\[((?:caption|gallery|playlist|${NAMES})(?=[\\s=:\\]/])[^\\][]{0,1000})\\]\\]`, "gi");
const NUMBER = /^(?:[\w-]{3,64}(?:\/[\w-]{3,64})?|spotify:[\w:]{3,80})$/;

function addressOf(name: string, args: string, inner: string): string | null {
  const straight = decodeEntities(args).replace(/[“”″„]/g, '"');
  const found = attributesOf(straight);
  const written = ["url", "src", "href", "link", "file", "mp3", "m4a", "ogg", "wav", "mp4", "m4v", "webm", "ogv", "flv", "wmv"]
    .map((key) => found[key])
    .find((value) => value && /^(?:https?:)?\/\//i.test(value));
  const typed = /(?:https?:)?\/\/[^\s"'<>|]{3,}/.exec(`${straight} ${decodeEntities(inner)}`)?.[0];
  if (written ?? typed) return written ?? typed ?? null;
  if (name === "codepen_embed" && found.slug_hash) return `https://codepen.io/${found.user ?? "pen"}/pen/${found.slug_hash}`;
  const page = BY_NUMBER[ALIASES[name] ?? name];
  // `[youtube ID]`, `[vimeo id=1]`, `[youtube=ID]`, `[gist]ID[/gist]`
  const first = /^[\s=:]{0,5}["']?([^\s"'=&?]{3,80})(?=["'\s&?]|$)/.exec(straight)?.[1];
  const number = found.id ?? found.video ?? found.tweet ?? found.poll ?? found.uri ?? first ?? inner.trim();
  const [id = ""] = number.split(/[&?]/);
  return page && NUMBER.test(id) ? page(id) : null;
}

const PLUGINS = new Set(
  `toc contact-form contact-form-7 wpforms ninja-forms gravityform gravityforms formidable mc4wp-form sitemap simple-sitemap tagcloud
  nggallery recent-posts related-posts display-posts jetpack-related-posts addthis sharethis adsense subscribe2 paypal caption gallery
  playlist embed`.split(/\s+/),
);
const EMPTY = `contact-form-7 contact-form wpforms ninja_forms? ninja-forms gravityforms? gravityform formidable mc4wp[_-]form mailpoet_form
  fluentform caldera_form forminator_(?:form|poll|quiz) everest_form happyforms wpuf_form weforms newsletter_form subscribe2
  woocommerce_(?:cart|checkout|my_account|order_tracking)
  sitemap simple-sitemap wp_sitemap_page toc tagcloud recent-posts related-posts display-posts jetpack-related-posts addthis sharethis
  jetpack_subscription_form adsense paypal edd_[a-z_]{2,30} bbp-[a-z-]{2,30}`;
const WITHOUT_TEXT = new RegExp(`\\[(${EMPTY.split(/\s+/).join("|")})(?=[\\s\\]/])([^\\][]{0,1000})\\](?!\\()`, "gi");
const FORM = [/\[contact-form(?=[\s\]])[^\][]{0,1000}\]/, /\[\/contact-form\]/] as const;
const LEFT = /\[([a-z][a-z0-9_-]{1,40})(\s[^\][]{0,500})?\/?\](?!\()/g;

/** By plugins' names, attributes, an end tag, an underscore. Other words in brackets are text. */
function reportLeft(html: string, place: string, report: Report): void {
  const closed = new Set([...html.matchAll(/\[\/([a-z][a-z0-9_-]{1,40})\]/g)].map(([, name]) => name));
  const left = new Set<string>();
  for (const [, name = "", args = ""] of html.matchAll(LEFT)) {
    if (PLUGINS.has(name) || closed.has(name) || name.includes("_") || /\s[\w-]{1,40}=["'“”\w&]/.test(args)) left.add(name);
  }
  for (const name of left) report("changed", place, `The shortcode [${name}] isn’t supported and stays as text.`);
}

function withoutTextless(content: string, place: string, report: Report): string {
  const leaveOut = (name: string) => {
    report("dropped", place, `The shortcode [${name}] has no text of its own and is left out.`);
    return "";
  };
  const html = replaceBetween(content, ...FORM, () => leaveOut("contact-form"));
  return html.replace(WITHOUT_TEXT, (_, name: string) => leaveOut(name.toLowerCase()));
}

/** Captions, galleries, embeds and players become HTML. Others stay, and are reported. @param content without its code */
export function withoutShortcodes(content: string, surroundings: Gallery, place: string, report: Report): string {
  if (!content.includes("[")) return content;
  const shown = content.replace(SHOWN, "&#91;$1&#93;");
  let html = replaceBetween(shown, /\[(?:wp_)?caption\b[^\]]{0,2000}\]/, /\[\/(?:wp_)?caption\]/, caption);
  html = html.replace(/\[(gallery|playlist)\b([^\][]{0,2000})\]/gi, (whole, name: string, args: string) => {
    if (name.toLowerCase() === "gallery") return gallery(args, surroundings, place, report);
    const media = attachmentsOf(args, surroundings).found.filter(({ url }) => MEDIA.test(url));
    if (media.length === 0) return whole;
    return media.map(({ url }) => `\n\n${playerHtml(url, "A player (playlist)", place, report)}\n\n`).join("");
  });
  html = html.replace(PLAYER, (whole, written: string, args: string, inner = "") => {
    const name = written.toLowerCase();
    const address = addressOf(name, args, inner);
    return address ? `\n\n${playerHtml(address, `A player (${name})`, place, report)}\n\n` : whole;
  });
  html = withoutTextless(html, place, report);
  reportLeft(html, place, report);
  return html;
}
