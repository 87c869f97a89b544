import { pageOf } from "../../content/markup/player-pages.ts";
import type { Tell } from "../items.ts";
import { attributesOf, decodeEntities, escapeHtml, replaceBetween } from "./convert-html.ts";
import { playedHtml, playerHtml, type Still } from "./convert-players.ts";

/** Elements that an article can't have, with their names. */
const LOST: [RegExp, string][] = [
  [/<(?:form|input|button|select|textarea)\b/i, "A form"],
  [/<applet\b/i, "An applet"],
  [/<style\b/i, "A style sheet"],
  [/<svg\b/i, "An SVG drawing"],
  [/<math\b/i, "A formula (MathML)"],
  [/<canvas\b/i, "A canvas"],
];

/** Scripts that only embellish what a text holds without them, such as a quoted tweet. */
const EMBELLISHING =
  /^https?:\/\/(?:platform\.(?:twitter|x|instagram|linkedin)\.com|(?:www\.)?instagram\.com\/embed|(?:www\.)?tiktok\.com\/embed|connect\.facebook\.net|assets\.pinterest\.com|(?:static\.|production-assets\.|cpwebassets\.)?codepen\.io\/assets\/embed|embedr\.flickr\.com|embed\.redditmedia\.com|s\.imgur\.com|public\.codepenassets\.com)/;

const MARK = "\u0004";

/** What players were found, and where: marks stand for them until their surroundings are known. */
type Player = { address: string; what: string; still?: Still };
type Players = { found: Player[]; mark(address: string, what: string, still?: Still): string };

function createPlayers(): Players {
  const found: Players["found"] = [];
  return { found, mark: (address, what, still = {}) => `${MARK}${found.push({ address, what, still }) - 1}${MARK}` };
}

const isAddress = (address: string) => /^(?:https?:\/\/|\/)/.test(address);
const cleaned = (written: string | undefined) =>
  decodeEntities(written ?? "")
    .trim()
    .replace(/^\/\//, "https://");

/** Frames, videos and recordings. */
function markFrames(html: string, { mark }: Players, place: string, tell: Tell): string {
  let result = html;
  for (const name of ["iframe", "video", "audio"]) {
    if (!new RegExp(`<${name}\\b`, "i").test(result)) continue;
    const opening = new RegExp(`<${name}(?=[\\s>])[^<>]{0,3000}>`);
    result = replaceBetween(result, opening, new RegExp(`</${name}>`), (tag, inner) => {
      const own = attributesOf(tag);
      const source = attributesOf(/<source\b[^<>]{0,2000}>/i.exec(inner)?.[0] ?? "");
      const address = cleaned(
        [own.src, own["data-src"], own["data-lazy-src"], source.src].find((one) => isAddress(cleaned(one))),
      );
      const { poster, width, height } = own;
      const still = { poster: isAddress(cleaned(poster)) ? cleaned(poster) : undefined, width, height };
      if (address) return mark(address, `What a frame shows (${name})`, name === "video" ? still : {});
      tell("dropped", place, `What a frame shows (${name}) isn't imported.`);
      return "";
    });
  }
  return result;
}

/** The address of a player's page within that of a Flash player: in its variables, or its own. */
function flashAddress(tag: string): string {
  const { src, data, value, flashvars = "" } = attributesOf(tag);
  const file = /(?:^|[&;?])(?:file|video|url|href|flv|mp3)=(https?(?::|%3a)[^&]{3,1000})/i.exec(decodeEntities(flashvars))?.[1];
  if (file) return cleaned(file.includes("://") ? file : decodeURIComponent(file.replace(/%(?![0-9a-f]{2})/gi, "%25")));
  return cleaned(src ?? data ?? value);
}

/** Flash players and other objects, also one within the other. */
function markObjects(html: string, { mark }: Players, place: string, tell: Tell): string {
  if (!/<(?:object|embed)\b/i.test(html)) return html;
  const objects = replaceBetween(html, /<object(?=[\s>])[^<>]{0,3000}>/, /<\/object>/, (tag, inner) => {
    const params = [...inner.matchAll(/<param\b[^<>]{0,3000}>/gi)].map(([param]) => param);
    const named = params.filter((param) => /^(?:movie|src|url|filename|flashvars)$/i.test(attributesOf(param).name ?? ""));
    const tags = [...inner.matchAll(/<(?:embed|object)\b[^<>]{0,3000}>/gi)].map(([one]) => one);
    const variables = named.map((param) =>
      param.replace(/\bvalue\s{0,9}=/i, /name\s{0,9}=\s{0,9}["']?flashvars/i.test(param) ? "flashvars=" : "value="),
    );
    const addresses = [...tags, tag, ...variables].map(flashAddress).filter(isAddress);
    // A page that is known is better than the file of a player.
    const address = addresses.find((one) => pageOf(one) !== null && pageOf(one) !== one) ?? addresses[0];
    if (address) return mark(address, "An embedded object");
    tell("dropped", place, "An embedded object without an address isn't imported.");
    return inner.replace(/<(?:param|embed|object)\b[^<>]{0,3000}>/gi, "");
  });
  return objects
    .replace(/<embed\b[^<>]{0,3000}>(?:\s{0,99}<\/embed>)?/gi, (tag) => {
      const address = flashAddress(tag);
      if (isAddress(address)) return mark(address, "An embedded object");
      tell("dropped", place, "An embedded object without an address isn't imported.");
      return "";
    })
    .replace(/<\/(?:object|embed)>/gi, "");
}

/** Scripts that write a player or code into the page. */
function markScripts(html: string, { mark }: Players, place: string, tell: Tell): string {
  if (!/<script\b/i.test(html)) return html;
  return replaceBetween(html, /<script(?=[\s>])[^<>]{0,3000}>/, /<\/script>/, (tag, inner, end) => {
    const { src, "data-id": id } = attributesOf(tag);
    const address = cleaned(src);
    if (/speakerdeck\.com\/assets\/embed/.test(address) && id) return mark(`https://speakerdeck.com/player/${id}`, "A script");
    const page = address ? pageOf(address) : null;
    if (page && page !== address && /^https?:\/\/(?:gist\.github\.com|asciinema\.org|jsfiddle\.net)\//.test(page))
      return mark(page, "A script");
    if (EMBELLISHING.test(address)) return "";
    const what = /^https?:/.test(address) ? `A script from ${address}` : "A script";
    tell("dropped", place, `${what} isn't shown: articles can't contain any.`);
    return `${tag}${inner}${end}`;
  });
}

const BOX = new RegExp(`<(span|center|div|figure|p)\\b[^<>]{0,1000}>\\s{0,99}(${MARK}\\d{1,7}${MARK})\\s{0,99}</\\1>`, "gi");
/** A figure with a player and its caption. */
const CAPTIONED = new RegExp(
  `<figure\\b[^<>]{0,1000}>\\s{0,99}${MARK}(\\d{1,7})${MARK}\\s{0,99}<figcaption\\b[^<>]{0,1000}>((?:(?!</?fig)[^]){0,5000})</figcaption>\\s{0,99}</figure>`,
  "gi",
);
const BLOCK =
  /^<\/?(?:p|div|figure|figcaption|center|blockquote|li|ul|ol|td|th|tr|table|h[1-6]|hr|br|section|article)(?=[\s/>])/i;

/** Whether a line or a block ends with `before`. */
function endsBlock(before: string): boolean {
  const text = before.replace(/[ \t]{1,200}$/, "");
  if (text === "" || text.endsWith("\n") || text.endsWith(MARK)) return true;
  return text.endsWith(">") && BLOCK.test(text.slice(text.lastIndexOf("<")));
}

/** Whether a line or a block begins with `after`. */
function startsBlock(after: string): boolean {
  const text = after.replace(/^[ \t]{1,200}/, "");
  return text === "" || text.startsWith("\n") || text.startsWith(MARK) || BLOCK.test(text);
}

/** Writes the players at their marks: alone, an embed or a paragraph with a link; within a line, a link. */
function writePlayers(html: string, { found }: Players, place: string, tell: Tell): string {
  if (found.length === 0) return html;
  let result = html;
  for (let depth = 0; depth < 5; depth++) {
    const bare = result.replace(BOX, "\n\n$2\n\n");
    if (bare === result) break;
    result = bare;
  }
  result = result.replace(CAPTIONED, (whole, number, caption: string) => {
    const player = found[Number(number)];
    const played = player ? playedHtml(player.address, player.still, caption) : null;
    return played === null ? whole : `\n\n${played}\n\n`;
  });
  return result.replace(new RegExp(`${MARK}(\\d{1,7})${MARK}`, "g"), (mark, number, at: number) => {
    const player = found[Number(number)];
    if (!player) return "";
    const before = result.slice(Math.max(0, at - 1100), at);
    const after = result.slice(at + mark.length, at + mark.length + 100);
    if (endsBlock(before) && startsBlock(after))
      return `\n\n${playerHtml(player.address, player.what, place, tell, player.still)}\n\n`;
    const page = pageOf(player.address) ?? player.address;
    tell("changed", place, `${player.what} was replaced by a link to ${page}.`);
    return `<a href="${escapeHtml(page)}">${escapeHtml(page)}</a>`;
  });
}

/** What Squarespace keeps for a script to put in place: HTML in an attribute of an empty box. */
const KEPT_HTML = /<div\b[^<>]{0,4000}?\sdata-html\s{0,9}=\s{0,9}"([^"<>]{1,8000})"[^<>]{0,4000}>(?:\s{0,99}<\/div>)?/gi;

/**
 * Replaces players, frames and objects by what this site embeds, or by links, and reports elements that articles can't have: they stay in
 * the source and aren't shown.
 * @param html or Markdown, without its code
 * @returns the HTML with embeds and links
 */
export function settleLost(html: string, place: string, tell: Tell): string {
  for (const [pattern, what] of LOST)
    if (pattern.test(html)) tell("dropped", place, `${what} isn't shown: articles can't contain any.`);
  const players = createPlayers();
  const whole = html.includes("data-html") ? html.replace(KEPT_HTML, (_, kept: string) => decodeEntities(kept)) : html;
  const embeds = replaceBetween(whole, /<div class="wp-block-embed__wrapper">/, /<\/div>/, (opening, inner, end) => {
    const address = cleaned(inner);
    return /^https?:\/\/\S+$/.test(address) ? players.mark(address, "An embed") : `${opening}${inner}${end}`;
  });
  let result = markObjects(embeds, players, place, tell);
  result = markFrames(result, players, place, tell);
  result = markScripts(result, players, place, tell);
  return writePlayers(result, players, place, tell);
}
