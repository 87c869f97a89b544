import { pageOf } from "../../content/markup/player-pages.ts";
import type { Report } from "../items.ts";
import { decoded, escapeHtml } from "./convert-html.ts";
import { playedHtml, playerHtml, type Still } from "./convert-players.ts";
import { findAll, type HtmlElement, type HtmlRule, hasClass, parseInPlace, plainText, replaceElements } from "./rewrite-html.ts";

const LOST: [names: RegExp, what: string][] = [
  [/^(?:form|input|button|select|textarea)$/, "A form"],
  [/^applet$/, "An applet"],
  [/^style$/, "A style sheet"],
  [/^svg$/, "An SVG drawing"],
  [/^math$/, "A formula (MathML)"],
  [/^canvas$/, "A canvas"],
];
const WANTED = "iframe|video|audio|object|embed|script|form|input|button|select|textarea|applet|style|svg|math|canvas";
const ANY = new RegExp(`<(?:${WANTED})\\b|data-html|wp-block-embed__wrapper`, "i");
const NAMES = `${WANTED}|source|param|figcaption|span|center|div|figure|p`;

/** They embellish what a text holds without them, such as a quoted tweet. */
const EMBELLISHING =
  /^https?:\/\/(?:platform\.(?:twitter|x|instagram|linkedin)\.com|(?:www\.)?instagram\.com\/embed|(?:www\.)?tiktok\.com\/embed|connect\.facebook\.net|assets\.pinterest\.com|(?:static\.|production-assets\.|cpwebassets\.)?codepen\.io\/assets\/embed|embedr\.flickr\.com|embed\.redditmedia\.com|s\.imgur\.com|public\.codepenassets\.com)/;

const MARK = "\u0004";
const ONE = new RegExp(`^${MARK}\\d{1,7}${MARK}$`);
const CAPTIONED = new RegExp(`^\\s*${MARK}(\\d{1,7})${MARK}\\s*<figcaption\\b[^<>]*>(.*)</figcaption>\\s*$`, "is");
/** They add nothing to a player that is all that they hold. */
const BOXES = /^(?:span|center|div|figure|p)$/;

/** Marks stand for players until their surroundings are known. */
type Player = { address: string; what: string; still?: Still };

const isAddress = (address: string) => /^(?:https?:\/\/|\/)/.test(address);
const cleaned = (written = "") => written.trim().replace(/^\/\//, "https://");

function flashAddress({ src, data, value, flashvars = "" }: HtmlElement["attribs"]): string {
  const file = /(?:^|[&;?])(?:file|video|url|href|flv|mp3)=(https?(?::|%3a)[^&]{3,1000})/i.exec(flashvars)?.[1];
  if (file) return cleaned(file.includes("://") ? file : decoded(file.replace(/%(?![0-9a-f]{2})/gi, "%25")));
  return cleaned(src ?? data ?? value);
}

const PARAMETER = /^(?:movie|src|url|filename|flashvars)$/i;

/** In the object itself, its parameters, or what it holds for other browsers. */
function objectAddress({ attribs, children }: HtmlElement): string | undefined {
  const others = findAll(children, ({ name }) => name === "embed" || name === "object").map((one) => one.attribs);
  const parameters = findAll(children, (one) => one.name === "param" && PARAMETER.test(one.attribs.name ?? "")).map(
    ({ attribs: { name = "", value = "" } }): HtmlElement["attribs"] =>
      /^flashvars$/i.test(name) ? { flashvars: value } : { value },
  );
  const addresses = [...others, attribs, ...parameters].map(flashAddress).filter(isAddress);
  // A page that is known is better than the file of a player.
  return addresses.find((one) => pageOf(one) !== null && pageOf(one) !== one) ?? addresses[0];
}

function scriptedPage({ attribs }: HtmlElement): string | null {
  const address = cleaned(attribs.src);
  if (/speakerdeck\.com\/assets\/embed/.test(address) && attribs["data-id"])
    return `https://speakerdeck.com/player/${attribs["data-id"]}`;
  const page = address ? pageOf(address) : null;
  const isKnown = /^https?:\/\/(?:gist\.github\.com|asciinema\.org|jsfiddle\.net)\//.test(page ?? "");
  return isKnown && page !== address ? page : null;
}

function frameAddress({ attribs, children }: HtmlElement): string {
  const [source] = findAll(children, ({ name }) => name === "source");
  const all = [attribs.src, attribs["data-src"], attribs["data-lazy-src"], source?.attribs.src];
  return all.map(cleaned).find(isAddress) ?? "";
}

const BLOCK =
  /^<\/?(?:p|div|figure|figcaption|center|blockquote|li|ul|ol|td|th|tr|table|h[1-6]|hr|br|section|article)(?=[\s/>])/i;

function endsBlock(before: string): boolean {
  const text = before.replace(/[ \t]{1,200}$/, "");
  if (text === "" || text.endsWith("\n") || text.endsWith(MARK)) return true;
  return text.endsWith(">") && BLOCK.test(text.slice(text.lastIndexOf("<")));
}

function startsBlock(after: string): boolean {
  const text = after.replace(/^[ \t]{1,200}/, "");
  return text === "" || text.startsWith("\n") || text.startsWith(MARK) || BLOCK.test(text);
}

function markPlayers(html: string, found: Player[], place: string, report: Report): string {
  const mark = (address: string, what: string, still: Still = {}) => `${MARK}${found.push({ address, what, still }) - 1}${MARK}`;
  const lost = (sentence: string, left = "") => {
    report("dropped", place, sentence);
    return left;
  };
  const rule: HtmlRule = (element, inner) => {
    const { name, attribs, children } = element;
    // Squarespace keeps HTML there, which a script puts in place.
    if (attribs["data-html"]) return markPlayers(attribs["data-html"], found, place, report) + inner().trim();
    if (hasClass(element, "wp-block-embed__wrapper")) {
      const address = cleaned(plainText(children));
      if (/^https?:\/\/\S+$/.test(address)) return mark(address, "An embed");
    }
    if (name === "object" || name === "embed") {
      const address = objectAddress(element);
      if (address) return mark(address, "An embedded object");
      return lost("An embedded object without a URL isn’t imported.", inner().replace(/<param\b[^<>]{0,3000}>/gi, ""));
    }
    if (name === "iframe" || name === "video" || name === "audio") {
      const address = frameAddress(element);
      const { poster, width, height } = attribs;
      const still = { poster: isAddress(cleaned(poster)) ? cleaned(poster) : undefined, width, height };
      if (address) return mark(address, `What a frame shows (${name})`, name === "video" ? still : {});
      return lost(`What a frame shows (${name}) isn’t imported.`);
    }
    if (name === "script") {
      const page = scriptedPage(element);
      if (page) return mark(page, "A script");
      const address = cleaned(attribs.src);
      if (EMBELLISHING.test(address)) return "";
      lost(`${/^https?:/.test(address) ? `A script from ${address}` : "A script"} isn’t shown: articles can’t contain any.`);
      return undefined;
    }
    if (BOXES.test(name) && ONE.test(inner().trim())) return `\n\n${inner().trim()}\n\n`;
    const [, number, caption = ""] = name === "figure" ? (CAPTIONED.exec(inner()) ?? []) : [];
    const player = found[Number(number)];
    const played = player ? playedHtml(player.address, player.still, caption) : null;
    return played === null ? undefined : `\n\n${played}\n\n`;
  };
  const nodes = parseInPlace(html, NAMES);
  for (const [names, what] of LOST)
    if (findAll(nodes, ({ name }) => names.test(name)).length > 0) lost(`${what} isn’t shown: articles can’t contain any.`);
  return replaceElements(html, nodes, rule).replace(/<\/(?:object|embed)>/gi, "");
}

/** A player alone becomes an embed or a paragraph with a link; within a line, a link. */
function writePlayers(html: string, found: Player[], place: string, report: Report): string {
  return html.replace(new RegExp(`${MARK}(\\d{1,7})${MARK}`, "g"), (mark, number, at: number) => {
    const player = found[Number(number)];
    if (!player) return "";
    const before = html.slice(Math.max(0, at - 1100), at);
    const after = html.slice(at + mark.length, at + mark.length + 100);
    if (endsBlock(before) && startsBlock(after))
      return `\n\n${playerHtml(player.address, player.what, place, report, player.still)}\n\n`;
    const page = pageOf(player.address) ?? player.address;
    report("changed", place, `${player.what} was replaced by a link to ${page}.`);
    return `<a href="${escapeHtml(page)}">${escapeHtml(page)}</a>`;
  });
}

/** Players become embeds or links; elements that articles can't have are reported. @param html or Markdown, without its code */
export function settleLost(html: string, place: string, report: Report): string {
  if (!ANY.test(html)) return html;
  const found: Player[] = [];
  return writePlayers(markPlayers(html, found, place, report), found, place, report);
}
