import { posix } from "node:path";
import {
  BLOCK_NAME,
  convertCallouts,
  convertMarks,
  convertWikilinks,
  NOTE_COMMENT,
} from "../domain/content/markup/note-syntax.ts";
import { fieldOf, partsOf, textOf, withField } from "./post-text.ts";

/** What the folder has: `names`: paths of notes and pictures; `pageOf`: the path of a note's page, null if the site has none. */
export type Surroundings = {
  names: string[];
  isVault: boolean;
  pageOf(path: string): string | null;
  /** the address of a picture of the folder on the site, null while it isn't there */
  addressOf(path: string): string | null;
};

/** `pictures`: those that the text shows and the site doesn't have. `notes`: what the site will have in another way. */
export type Prepared = { text: string; pictures: string[]; notes: string[] };

const [BEGIN, END] = ["\u0002", "\u0003"];
const OF_MARKS = new RegExp(`[${BEGIN}${END}]`, "g");
const MARK = new RegExp(`${BEGIN}(\\d{1,9})${END}`, "g");
const FENCE = /^([ \t>]*)(`{3,}|~{3,})[^\n]*\n(?:[^\n]*\n)*?\1\2[`~]*[ \t]*$/gm;
const CODE = /(`+)(?!`)[^\n]*?[^`\n]\1(?!`)|<!--[\s\S]*?-->|<pre[\s>][\s\S]*?<\/pre>/g;

/** Code says what it says. */
function outsideOfCode(text: string, convert: (prose: string) => string): string {
  const aside: string[] = [];
  const put = (part: string) => `${BEGIN}${aside.push(part) - 1}${END}`;
  const unmarked = text.replace(OF_MARKS, put);
  const prose = convert(unmarked.replace(FENCE, put).replace(CODE, put));
  const restore = (part: string): string => part.replace(MARK, (_, at: string) => restore(aside[Number(at)] ?? ""));
  return restore(prose);
}

const decoded = (target: string): string => {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
};

const isElsewhere = (target: string) => /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target);
const ON_SITE = /(?:^|\/)(media\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[^/]+)$/;

/** The path in the folder that a text means: from its own folder, from the top, or anywhere by its name alone. */
function finder(path: string, names: string[]) {
  const byPath = new Map(names.map((name) => [name.toLowerCase(), name]));
  const byName = new Map<string, string>();
  for (const name of names)
    if (!ON_SITE.test(name) && !byName.has(posix.basename(name).toLowerCase()))
      byName.set(posix.basename(name).toLowerCase(), name);
  return (target: string, ending = ""): string | undefined => {
    const wanted = decoded(target).replace(/\\/g, "/");
    for (const one of [wanted, wanted + ending]) {
      const near = posix.normalize(posix.join(posix.dirname(path), one)).toLowerCase();
      const found =
        byPath.get(near) ??
        byPath.get(posix.normalize(one).replace(/^\//, "").toLowerCase()) ??
        byName.get(posix.basename(one).toLowerCase());
      if (found) return found;
    }
    return undefined;
  };
}

const PICTURE = /(!\[(?:[^\]\\\n]|\\.){0,1000}\]\()(<[^<>\n]{1,1000}>|[^\s()<>]{1,1000})((?:[ \t]+"[^"\n]{0,300}")?\))/g;
const IMAGE = /(<img\s[^<>]{0,1000}?src=")([^"<>\n]{1,1000})(")/gi;
const NOTE_LINK = /(\]\()<?((?:[^()\s<>:"]|%20){1,300}?\.md)(#[^()\s<>]{0,200})?>?(\))/g;

/** What a text may refer to, and what was found wanting. */
function references(path: string, { names, pageOf, addressOf }: Surroundings) {
  const find = finder(path, names);
  const [pictures, notes] = [new Set<string>(), new Set<string>()];
  const short = (target: string) => target.slice(0, 100);
  const page = (target: string, ending = ""): string | null => {
    const found = find(target, ending);
    return found === undefined ? null : pageOf(found);
  };
  const picture = (target: string): string | null => {
    const onSite = ON_SITE.exec(target)?.[1];
    if (onSite) return `/${onSite}`;
    const found = find(target);
    if (found === undefined) return null;
    const address = addressOf(found);
    if (address === null) pictures.add(found);
    return address ?? target;
  };
  return {
    pictures,
    notes,
    picture,
    shown(whole: string, before: string, target: string, after: string): string {
      const bare = target.replace(/^<|>$/g, "");
      if (isElsewhere(bare) || (bare.startsWith("/") && ON_SITE.test(bare))) return whole;
      const address = picture(bare);
      if (address === null) notes.add(`the picture ${short(bare)} isn’t in the folder: the site can’t show it`);
      return address === null ? whole : before + address + after;
    },
    linked(whole: string, before: string, target: string, part = "", after = ""): string {
      const address = page(target);
      if (address === null) notes.add(`the link to ${short(target)} leads to no post of the site`);
      return address === null ? whole : before + address + part + after;
    },
    link(target: string): string | null {
      const address = page(target, ".md");
      if (address === null) notes.add(`[[${short(target)}]] leads to no post of the site: it becomes text`);
      return address;
    },
    embedded(target: string, alt: string): string {
      const address = picture(target);
      if (address === null) notes.add(`the picture ${short(target)} isn’t in the folder: it is left out`);
      return address === null ? alt : `![${alt}](${/[\s()]/.test(address) ? `<${address}>` : address})`;
    },
  };
}

/**
 * As the site takes it: pictures by their addresses, links to its pages, and nothing that only Obsidian reads.
 * @param base the site's text before: what it has as it is written here says what it is meant to say
 */
export function prepareText(path: string, source: string, base: string | null, around: Surroundings): Prepared {
  const refer = references(path, around);
  const parts = partsOf(source);
  const isMarkdown = fieldOf(parts, "format") !== "html";
  const isKept = (written: string) => base?.includes(written) ?? false;
  const without = (prose: string, pattern: RegExp, note: string): string =>
    prose.replace(pattern, (written) => {
      if (isKept(written)) return written;
      refer.notes.add(note);
      return "";
    });
  const linesOfSite = new Set(base?.split("\n"));
  const convertLine = (line: string): string =>
    linesOfSite.has(line)
      ? line
      : convertMarks(convertCallouts(without(line, BLOCK_NAME, "names of blocks (^name) are left out")));
  const convert = (prose: string): string => {
    const images = prose.replace(IMAGE, refer.shown);
    if (!isMarkdown) return images;
    const linked = images.replace(PICTURE, refer.shown).replace(NOTE_LINK, refer.linked);
    const wiki = convertWikilinks(linked, { link: refer.link, picture: refer.embedded, isKept });
    if (!around.isVault) return wiki;
    return without(wiki, NOTE_COMMENT, "comments between %% are left out").split("\n").map(convertLine).join("\n");
  };

  const body = outsideOfCode(parts.body, convert);
  const title = fieldOf(parts, "featured_image");
  const isOwn = title && title !== "null" && !isElsewhere(title) && !/^\/media\//.test(title);
  const address = isOwn ? refer.picture(title) : null;
  if (isOwn && address === null) refer.notes.add(`the picture ${title.slice(0, 100)} isn’t in the folder`);
  const sent = address ? withField(parts, "featured_image", `featured_image: ${JSON.stringify(address)}`) : parts;
  return { text: textOf({ ...sent, body }), pictures: [...refer.pictures], notes: [...refer.notes] };
}
