import { basename } from "node:path";
import { Readable } from "node:stream";
import { openTar } from "../../../platform/zip/read-tar.ts";
import { openZip, type Zip } from "../../../platform/zip/read-zip.ts";
import { ImportRefused } from "../errors.ts";
import type { ImportKind } from "../import-rules.ts";
import type { ReadOptions, Source } from "../items.ts";
import { textOf } from "./convert-html.ts";
import { refuseArchive, refuseForeign, refuseTumblr } from "./foreign-files.ts";
import { refuseForeignText } from "./foreign-texts.ts";
import { readBlogger } from "./read-blogger.ts";
import { readGhost } from "./read-ghost.ts";
import { readMarkdown } from "./read-markdown.ts";
import { isMediumPost, mediumFiles, readMedium } from "./read-medium.ts";
import { asRefusal, isOwnArchive } from "./read-own-archive.ts";
import { beginsAsSubstackList, isSubstackList, readSubstack } from "./read-substack.ts";
import { readWordpress } from "./read-wordpress.ts";
import { archiveOf, fileIn, fromDeclaration, gzippedFile, headOf, plainFile, type TextFile, textIn } from "./text-file.ts";

/** `read` reads the file once to its end; it may be called once. */
export type DetectedSource = { kind: ImportKind; read(options: ReadOptions): Promise<Source> };

const LIMITS = { entries: 200_000, total: 8 * 1024 ** 3 };
const TAR_LIMITS = { ...LIMITS, total: 2 * 1024 ** 3 };

const BY_SYSTEMS = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)/;
const IS_TEXT = /\.(?:md|markdown|mdown|mdx|html?)$/i;
const BESIDE = /(?:^|\/)(?:readme|license|changelog|contributing)[^/]*$|(?:^|\/)(?:themes|plugins|node_modules)\//i;

function endOfProlog(text: string, at: number): number {
  if (text.startsWith("<!--", at)) return text.indexOf("-->", at) + 2;
  if (!/^<[?!]/.test(text.slice(at, at + 2))) return -1;
  const end = text.indexOf(">", at);
  const inner = text.indexOf("[", at);
  return inner >= 0 && inner < end ? text.indexOf("]>", inner) + 1 : end;
}

function rootOf(text: string): string {
  let at = 0;
  for (;;) {
    while (/\s|\ufeff/.test(text.charAt(at))) at += 1;
    const end = endOfProlog(text, at);
    if (end <= at) break;
    at = end + 1;
  }
  return /^<([\w:.-]{1,100})/.exec(text.slice(at, at + 120))?.[1]?.toLowerCase() ?? "";
}

const isBlogger = (text: string) => /schemas\.google\.com\/(?:g\/2005#kind|blogger\/)|>Blogger</.test(text);
const isWxr = (text: string) => rootOf(text) === "rss" && /<channel[\s>]/.test(text);
async function withoutWarning(file: TextFile): Promise<{ file: TextFile; text: string } | undefined> {
  const whole = fromDeclaration(file, await headOf(file));
  if (whole === file) return undefined;
  const text = textIn(await headOf(whole));
  return isWxr(text) || (rootOf(text) === "feed" && isBlogger(text)) ? { file: whole, text } : undefined;
}
const isGhostJson = (text: string) => /^\s*\{\s*"(?:db|meta|data)"\s*:/.test(text);

const inOrder = (names: string[]) => names.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));

async function filesLike(zip: Zip, names: string[], isWanted: (text: string) => boolean): Promise<TextFile[]> {
  const found: TextFile[] = [];
  for (const name of inOrder(names).slice(0, 200)) {
    const file = fileIn(zip, name);
    if (isWanted(textIn(await headOf(file)))) found.push(file);
    else if (/\.(?:xml|wxr)/i.test(name)) {
      const cut = await withoutWarning(file);
      if (cut && isWanted(cut.text)) found.push(cut.file);
    }
  }
  return found;
}

const within =
  (zip: Zip, read: (options: ReadOptions) => Promise<Source>): DetectedSource["read"] =>
  async (options) => {
    try {
      const source = await read(options);
      const close = () => {
        source.close();
        zip.close();
      };
      return { ...source, close };
    } catch (error) {
      zip.close();
      throw error;
    }
  };

function onlyOne(files: TextFile[], what: string): TextFile | undefined {
  const [first, ...others] = files;
  if (others.length === 0) return first;
  throw new ImportRefused("the archive", `There are ${files.length} ${what} in it. Unpack it, and import each of them alone.`);
}

async function detectExport(zip: Zip, names: string[]): Promise<DetectedSource | undefined> {
  const like = (pattern: RegExp) => names.filter((name) => pattern.test(name));
  const exports = await filesLike(zip, like(/\.xml(?:\.\d{1,4})?$|\.wxr$/i), isWxr);
  if (exports.length > 0) return { kind: "wordpress", read: within(zip, (options) => readWordpress(exports, options, zip)) };
  const ghost = onlyOne(await filesLike(zip, like(/\.json$/i), isGhostJson), "Ghost exports");
  if (ghost) return { kind: "ghost", read: within(zip, (options) => readGhost(ghost, options, zip)) };
  // Google Takeout also holds the owner's comments on other blogs.
  const feeds = like(/\.(?:atom|xml)$/i).filter((name) => !/\/Blogger\/(?!Blogs\/)/.test(name));
  const blogger = onlyOne(await filesLike(zip, feeds, (text) => rootOf(text) === "feed" && isBlogger(text)), "blogs");
  if (blogger) return { kind: "blogger", read: within(zip, (options) => readBlogger(blogger, options)) };
  return undefined;
}

async function detectArchive(zip: Zip): Promise<DetectedSource> {
  if (isOwnArchive(zip)) return { kind: "markdown", read: (options) => readMarkdown(zip, options) };
  const names = [...zip.entries.keys()].filter((name) => !BY_SYSTEMS.test(name));
  const texts = names.filter((name) => IS_TEXT.test(name)).filter((name) => !BESIDE.test(name));
  const [list] = await filesLike(zip, names.filter(isSubstackList), beginsAsSubstackList);
  if (list) return { kind: "substack", read: within(zip, (options) => readSubstack(zip, list.name, options)) };
  const stories = mediumFiles(names).slice(0, 1);
  if ((await filesLike(zip, stories, isMediumPost)).length > 0)
    return { kind: "medium", read: within(zip, (options) => readMedium(zip, options)) };
  refuseTumblr(names);
  const isSite = texts.some((name) => !/(?:^|\/)theme-[\w-]+\.html$|(?:^|\/)archive_browser\.html$/.test(name));
  const found = isSite ? undefined : await detectExport(zip, names);
  if (found) return found;
  if (!isSite) refuseArchive(names);
  return { kind: "markdown", read: (options) => readMarkdown(zip, options) };
}

const NEITHER =
  "This is neither a WordPress export (XML), nor a Ghost export (JSON), nor a zip of Markdown files. Medium’s and Substack’s zips, Blogger’s feed, " +
  "and single Markdown files (.md) can be imported, too.";

const TABLE =
  "This is a table. Posts can’t be read from it: import the file that the old blog’s own export makes. Wix makes none that holds posts; " +
  "their texts can be saved as Markdown (.md) one by one.";

const FRONT_MATTER = /^\ufeff?(?:---|\+\+\+)[ \t]*\r?\n/;

/** HTML counts as a text only among a generator's posts. */
function textName(name: string, text: string): string | null {
  const plain = basename(name.replaceAll("\\", "/")).replace(/\.gz$/i, "") || "post";
  if (IS_TEXT.test(plain)) return /\.html?$/i.test(plain) ? `_posts/${plain}` : plain;
  return FRONT_MATTER.test(text) ? `${plain.replace(/\.\w{1,9}$/, "")}.md` : null;
}

function withFields(html: string): string {
  if (FRONT_MATTER.test(html)) return html;
  const [whole = "", heading = ""] = /^\ufeff?\s{0,99}<h1[^<>]{0,500}>([^<>]{1,1000})<\/h1>/i.exec(html) ?? [];
  return `---\n${heading ? `title: ${JSON.stringify(textOf(heading))}\n` : ""}---\n${html.slice(whole.length)}`;
}

async function detectText(file: TextFile, head: Buffer, name: string): Promise<DetectedSource> {
  if (head.length === 0) throw new ImportRefused("the file", "It is empty.");
  const text = textIn(head);
  const single = textName(name, text);
  const root = rootOf(text);
  const cut = single || root === "rss" || root === "feed" ? undefined : await withoutWarning(file);
  if (cut) return detectText(cut.file, await headOf(cut.file), name);
  refuseForeign(head, text);
  if (root === "feed" && isBlogger(text)) return { kind: "blogger", read: (options) => readBlogger(file, options) };
  if (root === "rss" || (root !== "" && !single)) return { kind: "wordpress", read: (options) => readWordpress([file], options) };
  if (/^\ufeff?\s*\{/.test(text)) return { kind: "ghost", read: (options) => readGhost(file, options) };
  if (single) {
    const archive = await archiveOf(file, single, /\.html?$/i.test(single) ? withFields : undefined);
    return { kind: "markdown", read: (options) => readMarkdown(archive, options) };
  }
  refuseForeignText(name.replace(/\.gz$/i, ""));
  if (/\.(?:txt|text)$/i.test(name) && !text.includes("\0"))
    throw new ImportRefused("the file", "This is plain text. Give it a name that ends in .md, and import it again.");
  if (/\.(?:csv|tsv)$/i.test(name)) throw new ImportRefused("the file", TABLE);
  throw new ImportRefused("the beginning of the file", NEITHER);
}

const isTar = (head: Buffer) => head.toString("latin1", 257, 262) === "ustar";
const isGzip = (head: Buffer) => head[0] === 0x1f && head[1] === 0x8b;
const isZip = (head: Buffer) => head.toString("latin1", 0, 2) === "PK";

async function detectWithin(zip: Zip): Promise<DetectedSource> {
  try {
    return await detectArchive(zip);
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** By content; the name counts only for a single text. @param options `unpacked`: takes the content of a tar @throws ImportRefused */
export async function detectSource(
  path: string,
  { name, unpacked }: { name: string; unpacked: string },
): Promise<DetectedSource> {
  const plain = plainFile(path);
  const first = await headOf(plain);
  if (isZip(first)) return detectWithin(await openZip(path, LIMITS).catch(asRefusal));
  const packed = isGzip(first);
  const file = packed ? gzippedFile(path) : plain;
  const head = packed ? await headOf(file) : first;
  if (!isTar(head)) return detectText(file, head, name);
  const bytes = Readable.from(file.open(), { objectMode: false });
  return detectWithin(await openTar(bytes, unpacked, TAR_LIMITS).catch(asRefusal));
}
