import { isCalloutKind } from "../../../content/markup/callouts.ts";
import type { Conversion } from "./convert-liquid.ts";

const EMBED = /!\[\[([^[\]\n|]{1,300})((?:\\?\|[^[\]\n|]{0,300}){0,3})\]\]/g;
const WIKILINK = /\[\[([^[\]\n|]{1,300})((?:\\?\|[^[\]\n]{0,300})?)\]\](?!\()/g;
const IS_PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)$/i;
const afterBar = (rest: string) => rest.replace(/^\\?\|/, "").trim();
const nameOf = (target: string) =>
  target
    .replace(/#\^?.*$/, "")
    .replace(/^.*\//, "")
    .replace(/\.md$/i, "")
    .trim() || target.replace(/^#+/, "");

/** Links and pictures of Obsidian and other wikis: `[[note]]`, `[[note#part|text]]`, `![[picture.png|300]]`. */
function convertWikilinks(text: string, { pieces, link }: Conversion): string {
  if (!text.includes("[[")) return text;
  const linked = (target: string, written: string) => {
    const shown = written || nameOf(target);
    const path = link(target.replace(/#.*$/, "").trim());
    return path ? `[${shown}](${path})` : shown;
  };
  return text
    .replace(EMBED, (_, target: string, rest: string) => {
      if (!IS_PICTURE.test(target.trim())) return linked(target, "");
      const alt = afterBar(rest)
        .split("|")
        .filter((part) => !/^\d+(?:x\d+)?$/.test(part.trim()))
        .join(" ");
      return pieces.picture(target.trim(), alt.trim());
    })
    .replace(WIKILINK, (whole, target: string, rest: string) =>
      // `[[toc]]` is a table of contents, which articles have anyway.
      /^_?toc_?$/i.test(target) ? "" : /^[ $!-]/.test(target) ? whole : linked(target, afterBar(rest)),
    );
}

const CALLOUT = /^((?:[ \t]*>[ \t]?)+)\[!([\w-]{1,40})(?:\|[^\]\n]{0,40})?\][+-]?[ \t]*(.{0,300})$/gm;

/** `> [!note] Title` (Obsidian) as a quotation that begins with its title. Without one, and of a kind that is known here, it is a callout. */
const convertCallouts = (text: string): string =>
  text.replace(CALLOUT, (_, before: string, kind: string, title: string) => {
    if (title.trim() === "" && isCalloutKind(kind.toLowerCase())) return `${before}[!${kind.toUpperCase()}]`;
    const name = title.trim() || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase().replaceAll("-", " ");
    return `${before}**${name.replaceAll("*", "")}**\n${before.trimEnd()}`;
  });

const MARKED = /(?<![\w=])==(?=[^\s=])([^=\n]{1,500}?)(?<=\S)==(?![\w=])/g;

/** Drops Obsidian's comments and names of blocks. @param text without code */
export function convertNotes(text: string, conversion: Conversion): string {
  let result = convertCallouts(convertWikilinks(text, conversion));
  const { generator } = conversion.blog;
  if (generator !== "jekyll") result = result.replace(MARKED, "<mark>$1</mark>");
  if (generator === "obsidian") result = result.replace(/%%[^%]{0,5000}%%/g, "").replace(/[ \t]\^[\w-]{1,40}$/gm, "");
  return result;
}
