import { CALLOUTS, isCalloutKind } from "../../../content/markup/callouts.ts";
import type { Conversion } from "./convert-liquid.ts";

const ADMONITION =
  /^[ \t]*(:{3,})[ \t]*([a-z]{3,20})[ \t]*(?:\[([^\]\n]{0,200})\]|([^\n{[]{0,200}))(?:\{[^}\n]{0,200}\})?[ \t]*\n([\s\S]{0,20000}?)\n[ \t]*\1[ \t]*$/gm;
const ASIDE = /^<aside>([\s\S]{0,20000}?)<\/aside>[ \t]*$/gm;
const KINDS: Record<string, string> = {
  info: "note",
  secondary: "note",
  success: "tip",
  hint: "tip",
  danger: "caution",
  error: "caution",
};

const quoted = (text: string) => text.trim().replace(/^/gm, "> ").replace(/^> $/gm, ">");

/** `:::tip Title` (Docusaurus, VuePress, Starlight) as a callout, whose text begins with the title if that says more than its kind. */
const convertAdmonitions = (text: string): string =>
  text.includes(":::")
    ? text.replace(ADMONITION, (whole, _sign: string, word: string, bracketed = "", bare = "", inner: string) => {
        const kind = KINDS[word] ?? word;
        if (!isCalloutKind(kind)) return whole;
        const title = (bracketed || bare).trim();
        const isSaid = title === "" || title.toLowerCase() === CALLOUTS[kind].toLowerCase();
        return `\n> [!${kind.toUpperCase()}]\n${quoted(isSaid ? inner : `**${title.replaceAll("*", "")}**\n\n${inner.trim()}`)}\n`;
      })
    : text;

/** Notion's callouts. The sign before their text says what kind they are. */
const convertAsides = (text: string): string =>
  text.replace(ASIDE, (_, inner: string) => {
    const kind = /^\s*(?:⚠|🚧|🚨)/u.test(inner) ? "WARNING" : /^\s*💡/u.test(inner) ? "TIP" : "NOTE";
    return `\n> [!${kind}]\n${quoted(inner.replace(/^\s*\p{Extended_Pictographic}\ufe0f?\s*/u, ""))}\n`;
  });

function convertBlocks(text: string, { report, place }: Conversion): string {
  const blocks = new Map<string, string>();
  let last = "";
  for (const line of text.split("\n")) {
    const id = /^\s*(?:-\s)?id::\s*([\w-]{1,60})\s*$/.exec(line)?.[1];
    if (id) blocks.set(id, last);
    else last = line.replace(/^\s*-\s*/, "");
  }
  return text
    .replace(/^[ \t]*(?:id|collapsed|heading|created-at|updated-at|background-color|logseq\.[\w.-]{1,60})::[^\n]*\n?/gm, "")
    .replace(/\(\(([\w-]{1,60})\)\)/g, (_, id: string) => blocks.get(id) ?? "")
    .replace(/^(\s*-[ \t]+)(TODO|DOING|NOW|LATER|WAITING)[ \t]/gm, "$1[ ] ")
    .replace(/^(\s*-[ \t]+)(?:DONE|CANCELL?ED)[ \t]/gm, "$1[x] ")
    .replace(/\{\{(?:video|youtube|tweet|twitter)\s+(https?:\/\/[^\s{}]{1,500})\s*\}\}/g, "<$1>")
    .replace(/^[ \t]*-?[ \t]*\{\{(query|embed|renderer)\b[^\n]{0,2000}\}\}[ \t]*$/gm, (_, name: string) => {
      report("dropped", place, `What the macro [${name}] adds isn’t shown.`);
      return "";
    })
    .replace(/#\[\[([^[\]\n]{1,200})\]\]/g, "$1");
}

export function convertSystemBlocks(text: string, conversion: Conversion): string {
  const { generator } = conversion.blog;
  const result = convertAdmonitions(text);
  if (generator === "notion") return convertAsides(result);
  return generator === "logseq" ? convertBlocks(result, conversion) : result;
}
