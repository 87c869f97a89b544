import { cutText } from "../../text-rules.ts";
import type { Report } from "../items.ts";
import { codeHtml, decoded, escapeHtml, webAddress } from "./convert-html.ts";
import { playerHtml } from "./convert-players.ts";
import {
  captionIn,
  dataIn,
  figureHtml,
  findAll,
  type HtmlElement,
  type HtmlRule,
  hasClass,
  linkHtml,
  parseHtml,
  plainText,
  rewriteHtml,
  unlessTooDeep,
} from "./rewrite-html.ts";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Substack's proxy has the original's address, encoded, at the end of its own. */
function originalOf(address: string): string {
  const encoded =
    /^https:\/\/(?:substackcdn\.com|cdn\.substack\.com)\/image\/(?:fetch|upload)\/.{0,300}?(https?%3A%2F%2F[^/\s]{1,1500})$/.exec(
      address,
    )?.[1];
  return (encoded && webAddress(decoded(encoded))?.href) || address;
}

function picture(element: HtmlElement): string {
  const [image] = findAll(element.children, ({ name }) => name === "img");
  if (!image) return "";
  const src = originalOf(text(dataIn(image).src) || (image.attribs.src ?? ""));
  const alt = image.attribs.alt ?? text(dataIn(image).alt);
  return figureHtml(src, alt, captionIn(element));
}

function gallery(element: HtmlElement): string {
  const data = dataIn(element).gallery as { images?: { src?: unknown; alt?: unknown }[]; caption?: unknown } | undefined;
  const images = Array.isArray(data?.images) ? data.images.filter((one) => one && typeof one === "object") : [];
  const caption = text(data?.caption);
  return images
    .map(({ src, alt }, index) =>
      figureHtml(originalOf(text(src)), text(alt), index === images.length - 1 ? escapeHtml(caption) : ""),
    )
    .join("");
}

const noteIn = (address = "") => /#footnote-(\d{1,5})(?:-\d+)?$/.exec(address)?.[1];

function note(element: HtmlElement, write: (nodes: HtmlElement["children"]) => string): string {
  const [anchor] = findAll(element.children, (one) => hasClass(one, "footnote-number"));
  const [content] = findAll(element.children, (one) => hasClass(one, "footnote-content"));
  const number = /^footnote-(\d{1,5})/.exec(anchor?.attribs.id ?? "")?.[1] ?? plainText(anchor?.children ?? []).trim();
  return `<li id="fn-${escapeHtml(number)}">${content ? write(content.children) : ""}</li>`;
}

const BUTTONS =
  /^(?:button-wrapper|subscription-widget(?:-wrap)?(?:-editor)?|paywall-jump|captioned-button-wrap|community-chat|install-substack-app-embed|directMessage|cta-caption)$/;
const EMBEDS =
  /^(?:tweet|twitter-embed|instagram|instagram-embed-wrap|bluesky-wrap|tiktok-wrap|apple-podcast-container|spotify-wrap|soundcloud-wrap|github-gist|embedded-post-wrap|embedded-publication-wrap|digest-post-embed|vimeo-wrap|datawrapper-wrap|prediction-market-wrap|comment|file-embed-wrapper)$/;
const MEDIA = /^(?:native-video-embed|native-audio-embed|video-wrapper|audio-wrapper)$/;

const classIn = ({ attribs }: HtmlElement, pattern: RegExp): string | undefined =>
  (attribs.class ?? "").split(/\s+/).find((name) => pattern.test(name));

function embed(element: HtmlElement): string {
  const { url, title, canonical_url, full_text } = dataIn(element);
  const frame = findAll([element as never], ({ name }) => name === "iframe")[0]?.attribs.src;
  const [link] = findAll(element.children, ({ name, attribs }) => name === "a" && attribs.href !== undefined);
  const address = text(url) || text(canonical_url) || frame || link?.attribs.href || "";
  return linkHtml(address, text(title) || cutText(text(full_text), 280) || address);
}

function youtube(element: HtmlElement, place: string, report: Report): string {
  const id = /^[\w-]{6,20}$/.exec(text(dataIn(element).videoId))?.[0];
  const src = findAll(element.children, ({ name }) => name === "iframe")[0]?.attribs.src;
  return `${playerHtml(id ? `https://www.youtube.com/watch?v=${id}` : (src ?? ""), "A player", place, report)}\n`;
}

function code(element: HtmlElement): string {
  return `${codeHtml(plainText(element.children).replace(/\n$/, ""), text(dataIn(element).language))}\n`;
}

function box(element: HtmlElement, inner: () => string, place: string, report: Report): string | undefined {
  if (hasClass(element, "captioned-image-container") || element.name === "figure") return picture(element);
  if (hasClass(element, "image-gallery-embed")) return gallery(element);
  if (hasClass(element, "youtube-wrap")) return youtube(element, place, report);
  if (classIn(element, BUTTONS)) {
    report("dropped", place, "Buttons to subscribe and share aren’t imported.");
    return "";
  }
  if (classIn(element, MEDIA)) {
    report("dropped", place, "Audio and video that Substack keeps aren’t in the export.");
    return "";
  }
  if (hasClass(element, "poll-embed")) {
    report("dropped", place, "A poll isn’t imported.");
    return "";
  }
  if (hasClass(element, "latex-rendered")) {
    report("changed", place, "A formula was turned into code.");
    return `${codeHtml(text(dataIn(element).persistentExpression), "latex")}\n`;
  }
  if (classIn(element, EMBEDS)) return embed(element);
  if (hasClass(element, "highlighted_code_block")) return code(element);
  if (hasClass(element, "pullquote")) return `<blockquote>${inner()}</blockquote>\n`;
  if (element.name === "pre") return code(element);
  return undefined;
}

/** @param host of the old blog, if known: links to its posts lead here */
export function convertSubstackText(html: string, host: string | null, place: string, report: Report): string {
  const notes: string[] = [];
  const rule: HtmlRule = (element, inner) => {
    const { name, attribs } = element;
    if (hasClass(element, "footnote")) {
      notes.push(note(element, (nodes) => rewriteHtml(nodes, rule)));
      return "";
    }
    const number = hasClass(element, "footnote-anchor") ? noteIn(attribs.href) : undefined;
    if (number) return `<sup class="footnote-ref"><a href="#fn-${number}">${number}</a></sup>`;
    const made = box(element, inner, place, report);
    if (made !== undefined) return made;
    if (name === "iframe") return `${playerHtml(attribs.src ?? "", "A frame", place, report)}\n`;
    if (name === "div" || name === "span" || name === "picture" || name === "source") return inner();
    if (name === "a" && host !== null) {
      const url = webAddress(attribs.href ?? "");
      if (url?.host === host) return `<a href="${escapeHtml(url.pathname + url.hash)}">${inner()}</a>`;
    }
    return undefined;
  };
  const write = () => {
    const content = rewriteHtml(parseHtml(html), rule).trim();
    return notes.length > 0 ? `${content}\n<section class="footnotes"><ol>${notes.join("\n")}</ol></section>` : content;
  };
  return unlessTooDeep(write, place, report);
}
