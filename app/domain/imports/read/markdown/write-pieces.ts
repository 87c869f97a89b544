import type { ContentFormat } from "../../../posts/post-rules.ts";
import { codeHtml, escapeHtml } from "../convert-html.ts";

export type Pieces = {
  picture(address: string, alt: string, caption?: string): string;
  /** a link in a paragraph of its own, which articles show as an embed where the site is known */
  link(address: string, name?: string): string;
  code(code: string, language: string): string;
  quote(text: string, source: string): string;
};

const attribute = (text: string) => escapeHtml(text.replace(/\s+/g, " "));
const inBrackets = (text: string) => text.replace(/\s+/g, " ").replace(/[[\]]/g, "\\$&");
const inParentheses = (address: string) => (/[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, "")}>` : address);

const captionHtml = (caption: string) =>
  caption
    .replace(/\[([^[\]]{1,300})\]\(([^()\s<>"]{1,1000})\)/g, '<a href="$2">$1</a>')
    .replace(/(\*\*|__)([^*_]{1,300})\1/g, "<strong>$2</strong>")
    .replace(/(?<![\w*])([*_])([^*_]{1,300})\1(?![\w*])/g, "<em>$2</em>");

const html: Pieces = {
  picture(address, alt, caption) {
    const image = `<img src="${attribute(address)}" alt="${attribute(alt)}">`;
    return caption ? `\n\n<figure>${image}<figcaption>${captionHtml(caption)}</figcaption></figure>\n\n` : image;
  },
  link: (address, name = address) => `\n\n<p><a href="${attribute(address)}">${escapeHtml(name)}</a></p>\n\n`,
  code: (code, language) => `\n\n${codeHtml(code, language)}\n\n`,
  quote: (text, source) => `\n\n<blockquote>${text}${source ? `<p>— ${escapeHtml(source)}</p>` : ""}</blockquote>\n\n`,
};

const markdown: Pieces = {
  picture: (address, alt, caption) =>
    caption ? html.picture(address, alt, caption) : `![${inBrackets(alt)}](${inParentheses(address)})`,
  link: (address, name) =>
    `\n\n${name ? `[${inBrackets(name)}](${inParentheses(address)})` : `<${address.replace(/[<>\s]/g, "")}>`}\n\n`,
  code(code, language) {
    const longest = Math.max(2, ...[...code.matchAll(/^\s*(`{3,})/gm)].map(([, run = ""]) => run.length));
    const fence = "`".repeat(longest + 1);
    return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
  },
  quote: (text, source) => `\n\n${`${text.trim()}${source ? `\n\n— ${source}` : ""}`.replace(/^/gm, "> ")}\n\n`,
};

export const piecesFor = (format: ContentFormat): Pieces => (format === "markdown" ? markdown : html);

const IN_BLOCK = /^[ \t]{0,3}<(?:div|center|p|figure|table|tr|td|section|details|blockquote)[\s>]/i;

/** Within a block of HTML, Markdown isn't read. */
export function piecesAt(pieces: Pieces, text: string, offset: number): Pieces {
  const before = text.slice(Math.max(0, offset - 500), offset);
  const block = before.split("\n\n").at(-1) ?? "";
  return pieces === markdown && IN_BLOCK.test(block) ? html : pieces;
}

export function addressOfMedia(name: string, id: string, user = ""): string | null {
  const key = id.trim().replace(/^["']|["']$/g, "");
  if (/^https?:\/\//i.test(key)) return key;
  if (!/^[\w.-]{1,100}(?:\/[\w.-]{1,100})?$/.test(key)) return null;
  const kind = name.toLowerCase();
  if (/^(?:youtube|youtube-?lite|lite-?youtube|yt)$/.test(kind)) return `https://www.youtube.com/watch?v=${key}`;
  if (/^vimeo(?:_simple|-simple)?$/.test(kind)) return `https://vimeo.com/${key}`;
  if (/^(?:tweet|twitter|x|x_simple|twitter_simple)$/.test(kind)) return `https://x.com/${user || "i"}/status/${key}`;
  if (/^instagram(?:_simple)?$/.test(kind)) return `https://www.instagram.com/p/${key}/`;
  if (kind === "gist") return `https://gist.github.com/${user ? `${user}/` : ""}${key}`;
  if (/^(?:speakerdeck|slideshare)$/.test(kind)) return null;
  if (/^(?:spotify)$/.test(kind)) return `https://open.spotify.com/${key.includes("/") ? key : `track/${key}`}`;
  if (/^(?:codepen)$/.test(kind) && user) return `https://codepen.io/${user}/pen/${key}`;
  if (/^(?:bilibili)$/.test(kind)) return `https://www.bilibili.com/video/${key}`;
  return null;
}
