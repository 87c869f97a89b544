import type { ContentFormat } from "../../../posts/post-rules.ts";
import { addParagraphs } from "../add-paragraphs.ts";
import { replaceBetween, webAddress, withOwnLinks } from "../convert-html.ts";
import { settleLost } from "../settle-lost.ts";
import { convertHugo, convertZola, setHugoCodeAside, showQuotedShortcodes } from "./convert-hugo.ts";
import { type Conversion, convertLiquid, setLiquidCodeAside } from "./convert-liquid.ts";
import { convertMdx } from "./convert-mdx.ts";
import { convertNotes } from "./convert-notes.ts";
import { convertSystemBlocks } from "./convert-systems.ts";
import { createAside, setCodeAside, withoutMarks } from "./set-code-aside.ts";
import { addressOfMedia, piecesFor } from "./write-pieces.ts";

const KRAMDOWN =
  /[ \t]*\{:\s?(?:[.#:][\w-]|[\w-]{1,40}=|toc\b|no_toc\b|target=)[^{}\n]{0,300}\}|[ \t]*\{:(?:toc|refdef|footnotes)\}/g;
const CONTENTS =
  /^[ \t]*(?:[-*+]|\d+\.)[ \t]+[^\n]{1,80}\n[ \t]*\{:\s?toc[^{}\n]{0,100}\}[ \t]*$|^[ \t]*\[toc\][ \t]*$|^[ \t]*\{:\s?toc[^{}\n]{0,100}\}[ \t]*$/gim;
const HEADING_ID = /^(#{1,6}[ \t][^\n]{0,500}?)[ \t]*\{#[\w.:-]{1,100}[^{}\n]{0,100}\}[ \t]*$/gm;

const EMPTY_CONTENTS = /^#{1,6}[ \t]{1,9}Table of contents[ \t]*\n\s{0,20}(?=#{1,6}[ \t])/gim;

/** What kramdown and Goldmark read as attributes, and lists of contents, which articles have anyway. */
function withoutAttributes(text: string): string {
  if (!text.includes("{") && !/\[toc\]/i.test(text)) return text;
  return replaceBetween(text, /\{::comment\}/, /\{:\/(?:comment)?\}/, () => "")
    .replace(/\{::?\/?(?:nomarkdown|options|comment)?[^{}\n]{0,200}\/?\}/g, (tag) => (/^\{::|^\{:\//.test(tag) ? "" : tag))
    .replace(CONTENTS, "")
    .replace(HEADING_ID, "$1")
    .replace(KRAMDOWN, "");
}

const FILE_LINK = /(\]\()<?((?:[^()\s<>:"]|%20){1,300}?\.(?:md|mdx|markdown))(#[^()\s<>]{0,200})?>?(\s+"[^"\n]{0,200}")?\)/g;

const convertFileLinks = (text: string, { link }: Conversion): string =>
  text.replace(FILE_LINK, (whole, before: string, target: string, part = "", title = "") => {
    const path = link(target);
    return path ? `${before}${path}${part}${title})` : whole;
  });

const ABSOLUTE = /((?<!!\[[^[\]]{0,300})\]\(<?|^ {0,3}\[[^[\]]{1,300}\]:[ \t]{1,9}<?)(https?:\/\/[^\s()<>"]{1,2000})/gm;

function convertOwnLinks(text: string, site: string | null): string {
  const host = (address: string) => webAddress(address)?.host.replace(/^www\./, "");
  if (site === null || host(site) === undefined) return text;
  const markdown = text.replace(ABSOLUTE, (whole, before: string, address: string) => {
    const url = webAddress(address);
    if (!url || host(address) !== host(site) || /\.(?!html?$|php$)\w{2,5}$/.test(url.pathname)) return whole;
    return before + url.pathname + url.search + url.hash;
  });
  return withOwnLinks(markdown, site);
}

const TARGET = /[{|](filename|static|attach|photo|image|thumbnail|index|archives|category|tag|author)[}|]([^\s()<>"'|]{0,500})/g;
const NIKOLA = /\blink:\/\/(slug|filename|tag|category)\/([^\s()<>"']{1,500})/g;

/** Pelican's links within a site (`{filename}/first.md`, `{static}/images/dawn.jpg`), and Nikola's (`link://slug/first`). */
function convertInternalLinks(text: string, { link, blog: { generator } }: Pick<Conversion, "link" | "blog">): string {
  const linked = (target: string) => {
    const path = link(target);
    return path === null ? null : path + (/#.*$/.exec(target)?.[0] ?? "");
  };
  if (generator === "nikola")
    return text.replace(NIKOLA, (_, kind: string, target: string) =>
      kind === "tag" || kind === "category" ? `/categories/${target}/` : (linked(target) ?? `/${target}`),
    );
  if (generator !== "pelican") return text;
  return text.replace(TARGET, (_, kind: string, target: string) => {
    if (kind === "filename") return linked(target) ?? target;
    if (kind === "index") return "/";
    if (kind === "archives") return "/archives.html";
    return /^(?:category|tag|author)$/.test(kind) ? `/${kind}/${target.replace(/^\//, "")}.html` : target;
  });
}

/** A player's shortcode that came from WordPress, as old posts of Jekyll have it: `[youtube dQw4w9WgXcQ]`. */
const BARE_PLAYER = /\[(youtube|vimeo)[ =]+([\w-]{6,20})\](?![([])/gi;

/** Generators whose texts go through a template language first. Of a plain folder nothing is known. */
const LIQUID = new Set(["jekyll", "hexo", "eleventy", "pelican", "plain"]);

/** @returns `prose`: the text without code, in which pictures can be looked for */
export function convertText(
  source: string,
  format: ContentFormat,
  conversion: Omit<Conversion, "aside" | "pieces" | "variables"> & { isMdx: boolean; site: string | null },
): { content: string; prose: string } {
  const aside = createAside();
  const whole = { ...conversion, aside, pieces: piecesFor(format), variables: new Map<string, string>() };
  const { generator } = conversion.blog;
  let text = withoutMarks(source).replaceAll("\r\n", "\n");
  // jekyll-import has written every slash of HTML this way.
  if (format === "html") text = text.replaceAll("<&#47;", "</");
  if (LIQUID.has(generator)) text = setLiquidCodeAside(text, whole);
  if (generator !== "zola") text = showQuotedShortcodes(setHugoCodeAside(text, whole));
  if (format === "markdown") text = setCodeAside(text, aside);
  else
    text = replaceBetween(text, /<pre(?=[\s>])[^<>]{0,500}>/, /<\/pre>/, (opening, inner) =>
      aside.put(`${opening}${inner}</pre>`),
    );
  if (conversion.isMdx) text = convertMdx(text, whole);
  if (generator !== "zola") text = convertHugo(text, whole);
  if (LIQUID.has(generator)) text = convertLiquid(text, whole);
  text = convertInternalLinks(text, whole);
  text = text.replace(BARE_PLAYER, (_, name: string, id: string) => whole.pieces.link(addressOfMedia(name, id) ?? ""));
  if (generator === "zola") text = convertZola(text, whole);
  if (format === "markdown") {
    text = convertSystemBlocks(text, whole);
    text = withoutAttributes(text).replace(EMPTY_CONTENTS, "");
    text = convertFileLinks(convertNotes(text, whole), whole);
  }
  const settled = settleLost(convertOwnLinks(text, conversion.site), conversion.place, conversion.report);
  // What follows a block of HTML is Markdown again only after an empty line.
  const apart =
    format === "markdown" ? settled.replace(/(<figure class="embed">[^\n]{1,5000}?<\/figure>)/g, "\n\n$1\n\n") : settled;
  const prose = apart.replace(/\n(?:[ \t]*\n){2,}/g, "\n\n").trim();
  // Code at the beginning keeps its indentation.
  const content = aside
    .restore(prose)
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
  // WordPress makes paragraphs only when it shows a text, so an export of its database has none.
  const isBare = format === "html" && /\n[ \t]*\n/.test(prose) && !/<(?:p|br)[\s/>]/i.test(prose);
  return { content: isBare ? addParagraphs(content) : content, prose };
}
