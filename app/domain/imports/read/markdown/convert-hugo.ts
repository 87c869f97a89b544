import { cutText } from "../../../text-rules.ts";
import { attributesOf, escapeHtml, languageIn, replaceBetween } from "../convert-html.ts";
import { type Conversion, wordsOf } from "./convert-liquid.ts";
import { addressOfMedia, piecesAt } from "./write-pieces.ts";

const opening = (name: string) => new RegExp(`\\{\\{[<%]\\s{0,9}${name}(?:\\s[^{}]{0,1000}?)?\\s{0,9}[%>]\\}\\}`);
const closing = (name: string) => new RegExp(`\\{\\{[<%]\\s{0,9}/\\s{0,9}${name}\\s{0,9}[%>]\\}\\}`);
const restOf = (whole: string) => whole.replace(/^\{\{[<%]\s*[\w./-]+\s*|\s*\/?\s*[%>]\}\}$/g, "");

export function setHugoCodeAside(text: string, { aside, pieces }: Pick<Conversion, "aside" | "pieces">): string {
  if (!text.includes("{{")) return text;
  return ["highlight", "code"].reduce(
    (result, name) =>
      replaceBetween(result, opening(name), closing(name), (whole, inner) => {
        const { lang, language } = attributesOf(restOf(whole));
        const written = lang ?? language ?? wordsOf(restOf(whole))[0];
        return aside.put(pieces.code(inner.replace(/^[ \t]*\r?\n|\r?\n[ \t]*$/g, ""), languageIn(written)));
      }),
    text,
  );
}

// Documentation quotes a shortcode by a comment within its brackets, and it is shown without that.
export const showQuotedShortcodes = (text: string): string =>
  text.replace(/\{\{([<%])\/\*([^{}]{0,500}?)\*\/([%>])\}\}/g, "{{$1$2$3}}");

const IS_PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#].*)?$/i;

/** Null for an unknown one. The built-in ones are those of "Shortcodes" in Hugo's documentation. */
function shortcode(name: string, rest: string, conversion: Conversion): string | null {
  const { pieces, link, report, place } = conversion;
  const attributes = attributesOf(rest);
  const words = wordsOf(rest.replace(/[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|`[^`]*`|\S+)/g, " "));
  if (name === "ref" || name === "relref") {
    const target = attributes.path ?? words[0] ?? "";
    const path = link(target);
    if (!path)
      report("changed", place, `The text that “${cutText(target, 80)}” refers to isn’t in the archive, so the link is broken.`);
    return path ?? "#";
  }
  const picture = attributes.src ?? attributes.image ?? attributes.path ?? attributes.url ?? words[0] ?? "";
  if (IS_PICTURE.test(picture) && !/^(?:link|button)$/.test(name)) {
    const { alt, caption, title, attr } = attributes;
    const below = [caption ?? title, attr].filter(Boolean).join(" — ");
    return pieces.picture(picture, alt ?? "", below || undefined);
  }
  const user = attributes.user ?? (words.length > 1 && name === "gist" ? words[0] : "") ?? "";
  const id = attributes.id ?? attributes.key ?? (name === "gist" && words.length > 1 ? words[1] : words[0]) ?? "";
  const address =
    addressOfMedia(name, id, user) ?? [...Object.values(attributes), ...words].find((one) => /^https?:\/\//.test(one));
  if (!address) return null;
  report("changed", place, `A player [${name}] was replaced by a link to ${address}.`);
  return pieces.link(address);
}

const PAIRS: Record<string, (inner: string, rest: string, conversion: Conversion) => string> = {
  details: (inner, rest) => {
    const { summary, title } = attributesOf(rest);
    return `\n\n<details><summary>${escapeHtml(summary ?? title ?? wordsOf(rest)[0] ?? "Details")}</summary>\n\n${inner}\n\n</details>\n\n`;
  },
  gallery: (inner, rest) => `${inner}\n\n${attributesOf(rest).caption ?? ""}\n\n`,
  mermaid: (inner, _, { pieces, aside }) => aside.put(pieces.code(inner.trim(), "mermaid")),
  quote: (inner, rest, { pieces }) => pieces.quote(inner, attributesOf(rest).author ?? ""),
  blockquote: (inner, rest, { pieces }) => pieces.quote(inner, attributesOf(rest).author ?? ""),
  rawhtml: (inner) => inner,
  notice: (inner, _, { pieces }) => pieces.quote(inner, ""),
};

const SHORTCODE = /\{\{[<%]\s{0,9}(\/?)\s{0,9}([\w./-]{1,60})([^{}]{0,2000}?)[%>]\}\}/g;

/**
 * Replaces Hugo's shortcodes. Unknown ones are taken out and reported; what they enclose stays, and an address in them as a link.
 * @param text without code
 */
export function convertHugo(text: string, conversion: Conversion): string {
  if (!text.includes("{{<") && !text.includes("{{%")) return text;
  const { report, place } = conversion;
  let result = text;
  for (const [name, make] of Object.entries(PAIRS))
    result = replaceBetween(result, opening(name), closing(name), (whole, inner) => make(inner, restOf(whole), conversion));
  return result.replace(SHORTCODE, (_, slash: string, name: string, rest: string, offset: number) => {
    if (slash) return "";
    const here = { ...conversion, pieces: piecesAt(conversion.pieces, result, offset) };
    const made = shortcode(name, rest.replace(/\/\s*$/, "").trim(), here);
    if (made === null) report("dropped", place, `The shortcode [${name}] isn’t supported and was left out.`);
    return made ?? "";
  });
}

const ZOLA_OUTPUT = /\{\{\s{0,9}(\w{1,40})\(([^{}]{0,2000}?)\)\s{0,9}\}\}/g;
const ZOLA_BODY = /\{%-?\s{0,9}(\w{1,40})\(([^%]{0,1000}?)\)\s{0,9}-?%\}/g;

/** Replaces Zola's shortcodes ("Shortcodes" in its documentation), single ones and those with a body. */
export function convertZola(text: string, conversion: Conversion): string {
  if (!text.includes("{{") && !text.includes("{%")) return text;
  const { report, place } = conversion;
  const leaveOut = (name: string) => report("dropped", place, `The shortcode [${name}] isn’t supported and was left out.`);
  return text
    .replace(ZOLA_OUTPUT, (_, name: string, rest: string) => {
      const made = shortcode(name, rest.replaceAll(",", " "), conversion);
      if (made === null) leaveOut(name);
      return made ?? "";
    })
    .replace(ZOLA_BODY, (_, name: string) => {
      leaveOut(name);
      return "";
    })
    .replace(/\{%-?\s{0,9}end\s{0,9}-?%\}/g, "");
}
