import { bookmarkHtml } from "../../content/markup/bookmarks.ts";
import { codeHtml, escapeHtml } from "./convert-html.ts";
import { playedHtml } from "./convert-players.ts";

/** The format of Ghost's former editor, version 0.3. */
type Mobiledoc = {
  markups?: [string, string[]?][];
  atoms?: [string, string, unknown][];
  cards?: [string, Record<string, unknown>][];
  sections?: unknown[][];
};
type Marker = [number, number[], number, string | number];

const TAGS = /^(?:p|h[1-6]|blockquote|aside|ul|ol|a|b|strong|i|em|s|u|code|sub|sup|mark)$/;
const nameOf = (tag: unknown, otherwise: string) => TAGS.exec(text(tag))?.[0] ?? otherwise;

function inline(markers: Marker[], { markups = [], atoms = [] }: Mobiledoc): string {
  const open: string[] = [];
  let html = "";
  for (const [kind, opened, closed, value] of markers) {
    for (const index of opened) {
      const [tag, attributes = []] = markups[index] ?? ["em"];
      const href = attributes[attributes.indexOf("href") + 1];
      const name = nameOf(tag, "span");
      html += name === "a" ? `<a href="${escapeHtml(text(href))}">` : `<${name}>`;
      open.push(name);
    }
    html +=
      kind === 1
        ? atoms[Number(value)]?.[0] === "soft-return"
          ? "<br>"
          : escapeHtml(text(atoms[Number(value)]?.[1]))
        : escapeHtml(text(value));
    for (let n = 0; n < closed && open.length > 0; n++) html += `</${open.pop()}>`;
  }
  while (open.length > 0) html += `</${open.pop()}>`;
  return html;
}

const CARDS: Record<string, (data: Record<string, unknown>) => string> = {
  image: (data) => picture(data),
  html: (data) => text(data.html),
  hr: () => "<hr>",
  code: (data) => codeHtml(text(data.code)),
  bookmark: (data) => link(text(data.url)),
  embed: (data) => link(text(data.url)),
};

/** @param unknown takes the names of unknown cards @returns null for anything but Mobiledoc */
export async function mobiledocToHtml(json: string, unknown: Set<string>): Promise<string | null> {
  try {
    const whole = JSON.parse(json) as Mobiledoc;
    if (!Array.isArray(whole.sections)) return null;
    const { markdownToHtml } = await import("../../content/markdown.ts");
    const parts = whole.sections.map((section) => {
      const [kind, first, second] = section as [number, unknown, unknown];
      if (kind === 10) {
        const [name = "", data = {}] = whole.cards?.[Number(first)] ?? [];
        if (name === "markdown" || name === "card-markdown") return markdownToHtml(text(data.markdown));
        if (!Object.hasOwn(CARDS, name)) unknown.add(name);
        return Object.hasOwn(CARDS, name) ? (CARDS[name]?.(data) ?? "") : "";
      }
      if (kind === 3) {
        const items = (second as Marker[][]).map((markers) => `<li>${inline(markers, whole)}</li>`);
        return `<${nameOf(first, "ul")}>${items.join("")}</${nameOf(first, "ul")}>`;
      }
      if (kind === 2) return `<img src="${escapeHtml(text(first))}" alt="">`;
      return `<${nameOf(first, "p")}>${inline(second as Marker[], whole)}</${nameOf(first, "p")}>`;
    });
    return parts.join("\n");
  } catch {
    return null;
  }
}

type Node = { type?: string; children?: Node[]; [field: string]: unknown };

const DEPTH_MAX = 60;
const text = (value: unknown) => (typeof value === "string" ? value : "");
const FORMATS: [number, string][] = [
  [1, "strong"],
  [2, "em"],
  [4, "s"],
  [8, "u"],
  [16, "code"],
  [32, "sub"],
  [64, "sup"],
];

const picture = (node: Node) => {
  const caption = text(node.caption);
  const image = `<img src="${escapeHtml(text(node.src))}" alt="${escapeHtml(text(node.alt))}">`;
  return `<figure>${image}${caption ? `<figcaption>${caption}</figcaption>` : ""}</figure>`;
};
const link = (address: string, name = address) => `<p><a href="${escapeHtml(address)}">${escapeHtml(name || address)}</a></p>`;

const LEAVES: Record<string, (node: Node) => string> = {
  linebreak: () => "<br>",
  horizontalrule: () => "<hr>",
  image: picture,
  gallery: (node) => {
    const caption = text(node.caption);
    const pictures = ((node.images as Node[] | undefined) ?? []).map(picture).join("");
    return pictures && `<figure class="gallery">${pictures}${caption ? `<figcaption>${caption}</figcaption>` : ""}</figure>`;
  },
  html: (node) => text(node.html),
  codeblock: (node) => codeHtml(text(node.code), text(node.language)),
  bookmark: (node) => {
    const { title, description, publisher, thumbnail } = (node.metadata ?? {}) as Node;
    const page = { href: text(node.url), title: text(title), description: text(description) };
    return bookmarkHtml({ ...page, site: text(publisher), image: text(thumbnail) });
  },
  embed: (node) => link(text(node.url)),
  video: (node) => {
    const { src, caption, thumbnailSrc, customThumbnailSrc, width, height } = node;
    const [w, h] = [width, height].map((size) => (typeof size === "number" && size > 0 ? String(Math.round(size)) : undefined));
    const still = { poster: text(customThumbnailSrc) || text(thumbnailSrc) || undefined, width: w, height: h };
    return playedHtml(text(src), still, text(caption)) ?? link(text(src));
  },
  audio: (node) => playedHtml(text(node.src), {}, escapeHtml(text(node.title))) ?? link(text(node.src)),
  file: (node) => link(text(node.src), text(node.fileName)),
  button: (node) => link(text(node.buttonUrl), text(node.buttonText)),
  callout: (node) => {
    const emoji = text(node.calloutEmoji);
    return `<aside class="callout-note"><p>${emoji ? `${escapeHtml(emoji)} ` : ""}${text(node.calloutText)}</p></aside>`;
  },
  toggle: (node) => `<details><summary>${text(node.heading)}</summary>${text(node.content)}</details>`,
};

function formatted(node: Node): string {
  const format = Number(node.format) || 0;
  return FORMATS.reduce((html, [bit, name]) => (format & bit ? `<${name}>${html}</${name}>` : html), escapeHtml(text(node.text)));
}

function htmlOf(node: Node, depth: number, unknown: Set<string>): string {
  const type = node.type ?? "";
  if (depth > DEPTH_MAX) return "";
  if (type.endsWith("text") && typeof node.text === "string") return formatted(node);
  const leaf = Object.hasOwn(LEAVES, type) ? LEAVES[type] : undefined;
  if (leaf) return leaf(node);
  const inner = (Array.isArray(node.children) ? node.children : []).map((child) => htmlOf(child, depth + 1, unknown)).join("");
  const tag = /^(?:h[1-6]|ul|ol)$/.exec(text(node.tag))?.[0];
  if (type.endsWith("heading")) return `<${tag ?? "h2"}>${inner}</${tag ?? "h2"}>`;
  if (type === "list") return `<${tag ?? "ul"}>${inner}</${tag ?? "ul"}>`;
  if (type === "listitem") return `<li>${inner}</li>`;
  if (type.endsWith("quote")) return `<blockquote>${inner}</blockquote>`;
  if (type === "link" || type === "autolink") return `<a href="${escapeHtml(text(node.url))}">${inner}</a>`;
  if (type === "paragraph") return inner && `<p>${inner}</p>`;
  if (type !== "root" && inner === "") unknown.add(type);
  return type === "root" ? (node.children ?? []).map((child) => htmlOf(child, depth + 1, unknown)).join("\n") : inner;
}

/** @param unknown takes the names of unknown cards @returns null for anything but Lexical */
export function lexicalToHtml(json: string, unknown: Set<string>): string | null {
  try {
    const { root } = JSON.parse(json) as { root?: Node };
    return root ? htmlOf({ ...root, type: "root" }, 0, unknown) : null;
  } catch {
    return null;
  }
}
