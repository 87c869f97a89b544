import type { Report } from "../items.ts";
import { addParagraphs } from "./add-paragraphs.ts";
import { codeHtml, escapeHtml, webAddress } from "./convert-html.ts";
import { playerHtml } from "./convert-players.ts";
import {
  figureHtml,
  findAll,
  type HtmlElement,
  type HtmlRule,
  hasClass,
  parseHtml,
  plainText,
  rewriteHtml,
  unlessTooDeep,
} from "./rewrite-html.ts";

const GOOGLE = /(?:^|\.)(?:blogspot\.com|googleusercontent\.com|ggpht\.com)$/;
/** The size in an address of Blogger's pictures: a part of the path (`/s320/`, `/w320-h214-no/`), or at its end (`=s320`). */
const SIZE = /\/(?:s\d{1,5}|w\d{1,5}(?:-h\d{1,5})?)(?:-[a-z0-9]{1,6}){0,4}\/(?=[^/]+$)/;
const SIZE_AT_END = /=(?:s\d{1,5}|w\d{1,5}(?:-h\d{1,5})?)(?:-[a-z0-9]{1,6}){0,4}$/;

/** 1600 pixels wide, which is what Blogger itself links to. Other addresses stay. */
function largePicture(address: string): string {
  const url = webAddress(address.replace(/^\/\//, "https://"));
  if (!url || !GOOGLE.test(url.hostname)) return address;
  return address.replace(SIZE, "/s1600/").replace(SIZE_AT_END, "=s1600");
}

const fileOf = (address: string): string => /\/([^/]{1,300})$/.exec(address)?.[1] ?? address;

function isPictureLink({ name, attribs }: HtmlElement, image: HtmlElement | undefined): image is HtmlElement {
  const [href = "", src = ""] = [attribs.href, image?.attribs.src];
  if (name !== "a" || !image || !href) return false;
  const url = webAddress(href.replace(/^\/\//, "https://"));
  if (!url || !GOOGLE.test(url.hostname)) return false;
  return fileOf(href) === fileOf(src) || SIZE.test(href) || SIZE_AT_END.test(href);
}

function code({ attribs, children }: HtmlElement): string {
  const named = `${attribs.class ?? ""} ${findAll(children, ({ name }) => name === "code")[0]?.attribs.class ?? ""}`;
  const language = /(?:brush:\s?|lang(?:uage)?-)([\w+#]{1,30})/.exec(named)?.[1];
  return codeHtml(plainText(children), language);
}

const imagesIn = (element: HtmlElement) => findAll(element.children, ({ name }) => name === "img");

function captioned(element: HtmlElement): string | undefined {
  const [image] = imagesIn(element);
  const [caption] = findAll(element.children, (one) => hasClass(one, "tr-caption"));
  if (!image?.attribs.src || !caption) return undefined;
  return `${END}${figureHtml(
    largePicture(image.attribs.src),
    image.attribs.alt ?? "",
    rewriteHtml(caption.children, () => undefined),
  )}${END}`;
}

/** Ends a paragraph while line ends still mean nothing. */
const END = "\u2029";
const bare = (html: string): boolean => html.replace(/<br>|&nbsp;|\s|\u00a0/g, "") === "";
const PREFORMATTED = /<pre[^<>]{0,500}>.*?<\/pre>/gs;

/** Blogger's editor has two line breaks between paragraphs. Line ends in its HTML mean nothing, except in preformatted text. */
function withParagraphs(html: string): string {
  const preformatted = html.match(PREFORMATTED) ?? [];
  const prose = html.split(PREFORMATTED).map((part) =>
    part
      .replace(/\s*\n\s*/g, " ")
      .replace(/(?:<br>\s*){2,}/g, END)
      .replace(/ ?(?:<br>)? ?\u2029 ?(?:<br>)? ?/g, "\n\n"),
  );
  return addParagraphs(
    prose.map((part, index) => (preformatted[index] ? `${part}\n\n${preformatted[index]}\n\n` : part)).join(""),
  );
}

export function convertBloggerText(html: string, place: string, report: Report): string {
  const rule: HtmlRule = (element, inner) => {
    const { name, attribs } = element;
    if (name === "pre") return code(element);
    // It holds a picture that counts readers.
    if (hasClass(element, "blogger-post-footer")) return "";
    if (name === "table") return hasClass(element, "tr-caption-container") ? captioned(element) : undefined;
    if (name === "img") {
      const src = largePicture(attribs.src ?? "");
      return src ? `<img src="${escapeHtml(src)}" alt="${escapeHtml(attribs.alt ?? "")}">` : "";
    }
    if (name === "a") {
      if (attribs.name === "more" && attribs.href === undefined) return "";
      const [image] = imagesIn(element);
      if (isPictureLink(element, image)) {
        const src = largePicture(attribs.href ?? "");
        return `<img src="${escapeHtml(src)}" alt="${escapeHtml(image.attribs.alt ?? "")}">`;
      }
    }
    if (name === "iframe") return `${END}${playerHtml(attribs.src ?? "", "A player", place, report)}${END}`;
    if (name === "font" || name === "span" || name === "center") return inner();
    if (name === "div") {
      const content = inner();
      if (bare(content)) return END;
      return attribs.dir === "rtl" ? undefined : `${END}${content}${END}`;
    }
    return undefined;
  };
  return unlessTooDeep(() => withParagraphs(rewriteHtml(parseHtml(html), rule)), place, report);
}
