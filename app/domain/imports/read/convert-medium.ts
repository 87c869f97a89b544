import type { Report } from "../items.ts";
import { codeHtml } from "./convert-html.ts";
import { playerHtml } from "./convert-players.ts";
import {
  captionIn,
  figureHtml,
  findAll,
  type HtmlElement,
  type HtmlRule,
  hasClass,
  linkHtml,
  type parseHtml,
  plainText,
  rewriteHtml,
  unlessTooDeep,
} from "./rewrite-html.ts";

type Nodes = ReturnType<typeof parseHtml>;

/** pixels; Medium makes no copy wider than the original */
const WIDEST = 2560;

/** `https://cdn-images-1.medium.com/max/800/1*x.png` names a smaller copy. */
const widest = (address: string): string =>
  address.replace(/^(https:\/\/[\w.-]{1,60}medium\.com)\/(?:v2\/resize:fit:|max\/)\d{2,5}\//, `$1/max/${WIDEST}/`);

const pictureOf = (figure: HtmlElement) => findAll(figure.children, ({ name }) => name === "img")[0];

export function featuredIn(nodes: Nodes): { address: string; alt: string } | null {
  const [image] = findAll(nodes, ({ name, attribs }) => name === "img" && attribs["data-is-featured"] === "true");
  return image?.attribs.src ? { address: widest(image.attribs.src), alt: image.attribs.alt ?? "" } : null;
}

function figure(element: HtmlElement, inner: () => string, place: string, report: Report): string {
  const [frame] = findAll(element.children, ({ name }) => name === "iframe");
  if (frame) return `${playerHtml(frame.attribs.src ?? "", "A player", place, report)}\n`;
  const [script] = findAll(element.children, ({ name, attribs }) => name === "script" && attribs.src !== undefined);
  if (script) return `${playerHtml(script.attribs.src ?? "", "An embedded script", place, report)}\n`;
  const image = pictureOf(element);
  if (!image?.attribs.src) return inner();
  return figureHtml(widest(image.attribs.src), image.attribs.alt ?? "", captionIn(element));
}

function code(element: HtmlElement): string {
  return `${codeHtml(plainText(element.children), element.attribs["data-code-block-lang"])}\n`;
}

function card(element: HtmlElement): string {
  const [link] = findAll(element.children, ({ name }) => name === "a");
  const [title] = findAll(element.children, ({ name }) => name === "strong");
  return linkHtml(link?.attribs.href ?? "", title ? plainText(title.children) : "");
}

const LEVELS: Record<string, string> = { h3: "h2", h4: "h3" };
const plain = (text: string) => text.replace(/\s+/g, " ").trim();

/** Drops the title and subtitle that Medium repeats. @param ids of the stories in the export, whose links lead here */
export function convertMediumBody(
  nodes: Nodes,
  { title, subtitle }: { title: string; subtitle: string },
  ids: ReadonlySet<string>,
  place: string,
  report: Report,
): string {
  let isFirst = true;
  let hasText = false;
  const isHead = (element: HtmlElement) =>
    !hasText &&
    pictureOf(element)?.attribs["data-is-featured"] === "true" &&
    findAll(element.children, ({ name }) => name === "figcaption").length === 0;
  const rule: HtmlRule = (element, inner) => {
    const { name, attribs } = element;
    const isOwn = (text: string) => plain(plainText(element.children)) === plain(text);
    if (hasClass(element, "section-divider")) {
      const isShown = name === "div" && !isFirst;
      isFirst = name === "div" ? false : isFirst;
      return isShown ? "<hr>\n" : "";
    }
    if (hasClass(element, "graf--title") && isOwn(title)) return "";
    if (hasClass(element, "graf--subtitle") && isOwn(subtitle)) return "";
    if (hasClass(element, "graf--mixtapeEmbed")) return card(element);
    if (name === "section" || name === "div" || name === "span") return inner();
    if (name === "figure" && isHead(element)) return "";
    hasText = true;
    if (name === "figure") return figure(element, inner, place, report);
    if (name === "pre") return code(element);
    if (name === "blockquote") return `<blockquote><p>${inner()}</p></blockquote>\n`;
    if (name === "p") return `<p>${inner()}</p>\n`;
    if (LEVELS[name]) return `<${LEVELS[name]}>${inner()}</${LEVELS[name]}>\n`;
    if (name === "a") {
      const own = /(?:-|\/p\/)([0-9a-f]{8,14})(?:[?#].*)?$/.exec(attribs.href ?? "")?.[1];
      return own && ids.has(own) ? `<a href="/p/${own}">${inner()}</a>` : undefined;
    }
    return undefined;
  };
  return unlessTooDeep(() => rewriteHtml(nodes, rule).trim(), place, report);
}
