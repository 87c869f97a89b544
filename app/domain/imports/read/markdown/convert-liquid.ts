import { cutText } from "../../../text-rules.ts";
import type { Report } from "../../items.ts";
import { attributesOf, languageIn, replaceBetween } from "../convert-html.ts";
import { textIn } from "../front-matter.ts";
import type { Blog } from "./recognize-blog.ts";
import type { Aside } from "./set-code-aside.ts";
import { addressOfMedia, type Pieces, piecesAt } from "./write-pieces.ts";

/** `link`: the path of another text of the archive; null if there is none. */
export type Conversion = {
  blog: Blog;
  fields: Record<string, unknown>;
  place: string;
  report: Report;
  pieces: Pieces;
  aside: Aside;
  link(target: string): string | null;
  /** of Liquid, by name: what the text itself has captured or assigned */
  variables: Map<string, string>;
};

const tag = (name: string) => new RegExp(`\\{%-?\\s{0,9}${name}(?:\\s[^%]{0,500})?\\s{0,9}-?%\\}`);
export const wordsOf = (rest: string): string[] =>
  [...rest.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? "");
const restOf = (opening: string) => opening.replace(/^\{%-?\s*[\w-]+\s*|\s*-?%\}$/g, "");

/** `{% raw %}`, and code in `{% highlight %}` (Jekyll) and `{% codeblock %}` (Hexo, Octopress). Removes comments. */
export function setLiquidCodeAside(text: string, { aside, pieces }: Pick<Conversion, "aside" | "pieces">): string {
  if (!text.includes("{%")) return text;
  let result = replaceBetween(text, tag("raw"), tag("endraw"), (_, inner) => aside.put(inner));
  result = replaceBetween(result, tag("comment"), tag("endcomment"), () => "");
  for (const [name, end] of [
    ["highlight", "endhighlight"],
    ["codeblock", "endcodeblock"],
    ["code", "endcode"],
  ] as const)
    result = replaceBetween(result, tag(name), tag(end), (opening, inner) => {
      const words = wordsOf(restOf(opening));
      const named = words.find((word) => /^lang(?:uage)?[:=]/.test(word))?.replace(/^lang(?:uage)?[:=]/, "");
      const language = languageIn(named ?? (name === "highlight" ? words[0] : ""));
      return aside.put(pieces.code(inner.replace(/^[ \t]*\r?\n|\r?\n[ \t]*$/g, ""), language));
    });
  return result;
}

/** Outputs such as `{{ site.baseurl }}` or `{{ "/x.png" | relative_url }}`; null for an unknown one. */
function outputOf(expression: string, conversion: Conversion): string | null {
  const [first = "", ...filters] = expression.split("|").map((part) => part.trim());
  const literal = /^"([^"]*)"$|^'([^']*)'$/.exec(first);
  let value = literal ? (literal[1] ?? literal[2] ?? "") : variable(first, conversion);
  if (value === null) return null;
  for (const filter of filters) {
    const [, name = "", argument = ""] = /^(\w+)\s*:?\s*(.*)$/.exec(filter) ?? [];
    if (/^(?:relative_url|absolute_url|url|prepend_baseurl|static_file|asset_path|url_for)$/.test(name)) {
      value = value.startsWith("/") || /^https?:/.test(value) ? value : `/${value}`;
    } else if (name === "prepend" || name === "append") {
      const added = /^["'](.*)["']$/.exec(argument)?.[1] ?? variable(argument, conversion);
      if (added === null) return null;
      value = name === "prepend" ? added + value : value + added;
    } else if (
      !/^(?:escape|strip|default|remove|remove_first|replace|newline_to_br|uri_escape|cgi_escape|xml_escape|safe|markdownify)$/.test(
        name,
      )
    )
      return null;
  }
  return value;
}

/** Without the base path of the site: redirects and pictures are found by either. */
function variable(name: string, { blog: { config, basePath }, fields, variables }: Conversion): string | null {
  const own = variables.get(name);
  if (own !== undefined) return own;
  if (/^site\.(?:baseurl|base_url|github\.url|url|production_url|root)$|^config\.root$/.test(name))
    return /baseurl|base_url|github|root/.test(name) ? basePath : "";
  const [, owner, field = ""] = /^(site|config|page)\.([\w-]+)$/.exec(name) ?? [];
  const value = owner === "page" ? fields[field] : owner ? config[field.toLowerCase()] : undefined;
  return textIn(value) || null;
}

/** The gallery of the theme Minimal Mistakes lists its pictures in a field. */
function galleryOf({ id = "gallery", caption = "" }: Record<string, string>, { fields, pieces }: Conversion): string | null {
  const all = fields[id];
  if (!Array.isArray(all)) return null;
  const pictures = all.map((one) => pieces.picture(textIn(one?.image_path ?? one?.url), textIn(one?.alt ?? one?.title)));
  return `\n\n${[...pictures, caption].filter(Boolean).join("\n\n")}\n\n`;
}

function includeOf(rest: string, conversion: Conversion): string {
  const { pieces, report, place } = conversion;
  const file = /^[^\s"'=]{1,200}/.exec(rest)?.[0] ?? "";
  const name = file.replace(/^.*\//, "").replace(/\.\w+$/, "");
  const attributes = attributesOf(rest);
  const id = attributes.id ?? attributes.video_id ?? attributes.videoid ?? attributes.video ?? attributes.url ?? "";
  const provider = attributes.provider ?? (/(youtube|vimeo|gist|tweet|twitter)/i.exec(name)?.[1] || name);
  const address = addressOfMedia(provider, id, attributes.user ?? "");
  if (address) {
    report("changed", place, `A player [${name}] was replaced by a link to ${address}.`);
    return pieces.link(address);
  }
  const picture =
    attributes.src ?? attributes.image_path ?? attributes.url ?? attributes.file ?? attributes.image ?? attributes.path;
  if (picture && /figure|image|img|picture|photo/i.test(name))
    return pieces.picture(picture, attributes.alt ?? "", attributes.caption);
  const gallery = name === "gallery" ? galleryOf(attributes, conversion) : null;
  if (gallery !== null) return gallery;
  report("dropped", place, `What the tag [include ${cutText(file, 80)}] adds isn’t shown.`);
  return "";
}

/** Hexo's and Octopress's `{% img [classes] /path [width] [height] ["title" ["alt"]] %}`; `asset_img` is the same. */
function imageOf(words: string[], pieces: Pieces): string {
  const at = words.findIndex((word) => /[./]/.test(word));
  if (at < 0) return "";
  const texts = words.slice(at + 1).filter((word) => !/^\d+(?:px|%)?$/.test(word));
  // Hexo 5 also takes one argument with both: "title 'alt'".
  return pieces.picture(words[at] ?? "", (texts[1] ?? texts[0] ?? "").replace(/^.*'([^']*)'$/, "$1"));
}

const TAGS: Record<string, (words: string[], rest: string, conversion: Conversion) => string | null> = {
  post_url: ([target = ""], _, { link }) => link(target),
  post_path: ([target = ""], _, { link }) => link(target),
  post_link: ([target = "", ...title], _, { link }) => {
    const path = link(target);
    const name = title.filter((word) => !/^(?:true|false)$/.test(word)).join(" ") || target;
    return path ? `[${name}](${path})` : name;
  },
  link: (words, _, { blog, link }) => {
    if (blog.generator !== "hexo") return link(words[0] ?? "");
    const at = words.findIndex((word) => /^https?:/.test(word));
    return at < 0 ? null : `[${words.slice(0, at).join(" ") || words[at]}](${words[at]})`;
  },
  asset_path: ([target = ""]) => target,
  asset_link: ([target = "", ...title]) => `[${title.join(" ") || target}](${target})`,
  asset_img: (words, _, { pieces }) => imageOf(words, pieces),
  img: (words, _, { pieces }) => imageOf(words, pieces),
  image: (words, _, { pieces }) => imageOf(words, pieces),
  include: (_, rest, conversion) => includeOf(rest, conversion),
  include_cached: (_, rest, conversion) => includeOf(rest, conversion),
  include_relative: (_, rest, conversion) => includeOf(rest, conversion),
  toc: () => "",
  more: () => "",
};

const PAIRS = ["blockquote", "quote", "pullquote", "centerquote", "cq"];
const ASSIGN = /\{%-?\s{0,9}assign\s{1,9}(\w{1,60})\s{0,9}=\s{0,9}(?:"([^"%]{0,500})"|'([^'%]{0,500})')\s{0,9}-?%\}/g;
const OUTPUT = /\{\{(?![<%])-?\s{0,9}([^{}\n]{1,500}?)\s{0,9}-?\}\}/g;
const TAG = /\{%-?\s{0,9}(end)?([\w-]{1,40})((?:\s[^%]{0,1000})?)-?%\}/g;

/** Tags of Jekyll, Octopress, Hexo and Eleventy. Unknown ones are removed and reported; their contents stay. @param text without code */
export function convertLiquid(text: string, conversion: Conversion): string {
  if (!text.includes("{%") && !text.includes("{{")) return text;
  const { pieces, report, place, variables } = conversion;
  let result = replaceBetween(text, tag("capture"), tag("endcapture"), (opening, inner) => {
    variables.set(restOf(opening), inner.trim());
    return "";
  });
  result = result.replace(ASSIGN, (_, name: string, double?: string, single?: string) => {
    variables.set(name, double ?? single ?? "");
    return "";
  });
  for (const name of PAIRS)
    result = replaceBetween(result, tag(name), tag(`end${name}`), (opening, inner) => pieces.quote(inner, restOf(opening)));
  result = result.replace(OUTPUT, (whole, expression: string) => {
    const value =
      outputOf(expression, conversion)?.replace(OUTPUT, (inner, one: string) => outputOf(one, conversion) ?? inner) ?? null;
    if (value === null) report("changed", place, `“${cutText(whole, 80)}” is filled in by its generator. Here it stays as text.`);
    return value ?? whole;
  });
  return result.replace(TAG, (_, end: string | undefined, name: string, rest: string, offset: number) => {
    if (end) return "";
    const here = { ...conversion, pieces: piecesAt(pieces, result, offset) };
    const words = wordsOf(rest.trim());
    const made = Object.hasOwn(TAGS, name) ? TAGS[name]?.(words, rest.trim(), here) : null;
    if (typeof made === "string") return made;
    const address = addressOfMedia(name, words[0] ?? "") ?? words.find((word) => /^https?:\/\//.test(word));
    if (address) {
      report("changed", place, `A player [${name}] was replaced by a link to ${address}.`);
      return here.pieces.link(address);
    }
    const isLink = name === "post_url" || name === "link";
    if (isLink)
      report("changed", place, `The text that “${words[0] ?? ""}” refers to isn’t in the archive, so the link is broken.`);
    else report("dropped", place, `The tag [${name}] isn’t supported and was left out.`);
    return isLink ? "#" : "";
  });
}
