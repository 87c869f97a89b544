import { isCalloutKind } from "./callouts.ts";

/** What stands for a note or a picture: `link`: the path of a page, or null; `picture`: Markdown. `isKept`: what stays as it is written. */
export type NoteTargets = {
  link(target: string): string | null;
  picture(target: string, alt: string): string;
  isKept?(written: string): boolean;
};

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
export function convertWikilinks(text: string, { link, picture, isKept = () => false }: NoteTargets): string {
  if (!text.includes("[[")) return text;
  const linked = (target: string, written: string) => {
    const shown = written || nameOf(target);
    const path = link(target.replace(/#.*$/, "").trim());
    return path ? `[${shown}](${path})` : shown;
  };
  return text
    .replace(EMBED, (whole, target: string, rest: string) => {
      if (isKept(whole)) return whole;
      if (!IS_PICTURE.test(target.trim())) return linked(target, "");
      const alt = afterBar(rest)
        .split("|")
        .filter((part) => !/^\d+(?:x\d+)?$/.test(part.trim()))
        .join(" ");
      return picture(target.trim(), alt.trim());
    })
    .replace(WIKILINK, (whole, target: string, rest: string) =>
      /^[ $!-]/.test(target) || isKept(whole)
        ? whole
        : // `[[toc]]` is a table of contents, which articles have anyway.
          /^_?toc_?$/i.test(target)
          ? ""
          : linked(target, afterBar(rest)),
    );
}

const CALLOUT = /^((?:[ \t]*>[ \t]?)+)\[!([\w-]{1,40})(?:\|[^\]\n]{0,40})?\][+-]?[ \t]*(.{0,300})$/gm;

/** `> [!note] Title` (Obsidian) as a quotation that begins with its title. Without one, and of a kind that is known here, it is a callout. */
export const convertCallouts = (text: string): string =>
  text.replace(CALLOUT, (_, before: string, kind: string, title: string) => {
    if (title.trim() === "" && isCalloutKind(kind.toLowerCase())) return `${before}[!${kind.toUpperCase()}]`;
    const name = title.trim() || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase().replaceAll("-", " ");
    return `${before}**${name.replaceAll("*", "")}**\n${before.trimEnd()}`;
  });

const MARKED = /(?<![\w=])==(?=[^\s=])([^=\n]{1,500}?)(?<=\S)==(?![\w=])/g;

export const convertMarks = (text: string): string => text.replace(MARKED, "<mark>$1</mark>");

/** Comments, and names of blocks at the ends of lines, which only Obsidian reads. */
export const NOTE_COMMENT = /%%[^%]{0,5000}%%/g;
export const BLOCK_NAME = /[ \t]\^[\w-]{1,40}$/gm;
