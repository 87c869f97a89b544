import type { Tell } from "../items.ts";
import { attributesOf, escapeHtml, replaceBetween } from "./convert-html.ts";

/** What a shortcode may need from the export: the addresses of attachments by id, and those that belong to the post. */
export type Gallery = { byId(id: string): { url: string; alt: string } | undefined; ofPost: { url: string; alt: string }[] };

const figure = ({ url, alt }: { url: string; alt: string }) =>
  `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}"></figure>`;

function caption(opening: string, inner: string): string {
  const [picture = ""] = /^\s*(?:<a\b[^<>]{0,3000}>\s*)?<img\b[^<>]{0,5000}>(?:\s*<\/a>)?/i.exec(inner) ?? [];
  const text = (attributesOf(opening).caption ?? inner.slice(picture.length)).trim();
  return `\n\n<figure>${picture.trim()}${text ? `<figcaption>${text}</figcaption>` : ""}</figure>\n\n`;
}

function gallery(opening: string, { byId, ofPost }: Gallery): string {
  const { ids, include } = attributesOf(opening);
  const wanted = (ids ?? include)?.split(",").flatMap((id) => byId(id.trim()) ?? []) ?? ofPost;
  return `\n\n${wanted.map(figure).join("\n")}\n\n`;
}

const link = (address: string) => `\n\n<p><a href="${escapeHtml(address)}">${escapeHtml(address)}</a></p>\n\n`;
const LEFT = /\[([a-z][a-z0-9_-]{2,40})(?:\s[^\][]{0,500})?\](?!\()/g;
/** Words in brackets that are no shortcodes. */
const WORDS = new Set(["sic", "citation", "update", "edit", "edited", "ed", "note", "source", "spoiler", "link"]);

/**
 * Turns WordPress's shortcodes into HTML: captions, galleries, embeds, players, code. Others stay as they are written, and are reported.
 */
export function withoutShortcodes(content: string, surroundings: Gallery, place: string, tell: Tell): string {
  let html = content;
  if (!html.includes("[")) return html;
  html = replaceBetween(html, /\[(?:wp_)?caption\b[^\]]{0,2000}\]/, /\[\/(?:wp_)?caption\]/, caption);
  html = html.replace(/\[gallery\b([^\]]{0,2000})\]/gi, (opening) => {
    const made = gallery(opening, surroundings);
    tell("changed", place, "A gallery has become its pictures, one below the other.");
    return made;
  });
  html = replaceBetween(html, /\[embed\b[^\]]{0,500}\]/, /\[\/embed\]/, (_, address) => link(address.trim()));
  html = html.replace(
    /\[(audio|video|playlist|youtube|vimeo)\b([^\]]{0,2000})\](?:\[\/\1\])?/gi,
    (whole, name: string, rest: string) => {
      const { src, mp3, mp4, m4v, ogg, webm } = attributesOf(rest);
      const address = src ?? mp3 ?? mp4 ?? m4v ?? ogg ?? webm ?? /https?:\/\/[^\s"'\]]+/.exec(rest)?.[0];
      if (!address) return whole;
      tell("changed", place, `A player (${name}) has become a link to ${address}.`);
      return link(address);
    },
  );
  html = replaceBetween(html, /\[(?:code|sourcecode)\b[^\]]{0,200}\]/, /\[\/(?:code|sourcecode)\]/, (opening, code) => {
    const { language, lang } = attributesOf(opening);
    const name = /^[\w+#-]{1,30}$/.exec(language ?? lang ?? "")?.[0];
    const text = /&(?:lt|gt|amp);/.test(code) ? code : escapeHtml(code);
    return `\n\n<pre><code${name ? ` class="language-${name}"` : ""}>${text.replace(/^\r?\n/, "")}</code></pre>\n\n`;
  });
  const prose = replaceBetween(html, /<pre(?=[\s>])/, /<\/pre>/, () => "");
  const left = new Set([...prose.matchAll(LEFT)].map(([, name = ""]) => name));
  for (const name of left)
    if (!WORDS.has(name)) tell("changed", place, `The shortcode [${name}] isn't known here and stays as text.`);
  return html;
}
