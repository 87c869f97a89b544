import { posix } from "node:path";
import type { Zip } from "../../../platform/zip/read-zip.ts";
import { ImportRefused } from "../errors.ts";
import type { ImportedAuthor, ImportedCategory, ImportedPost, ReadOptions, Sample, Source, SourceItem, Tell } from "../items.ts";
import { Notes } from "../report.ts";
import { picturesWritten, webAddress } from "./convert-html.ts";
import { type FrontMatter, FrontMatterError, momentIn, namesIn, splitFrontMatter, textIn } from "./front-matter.ts";
import { asRefusal, checkFile, isOwnArchive, readOwnArchive } from "./read-own-archive.ts";
import { categoryName, categorySlugOf, descriptionFrom, isTooLong, nameKey, slugOf, tagsOf, titleFrom } from "./shape-fields.ts";

const DATED = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/;

/** A file's own name without its date, and the date: `2024-01-02-dawn.md`; of `dawn/index.md` the folder's. */
function nameOf(entry: string): { name: string; date: string } {
  const plain = posix.basename(entry).replace(/\.[a-z]+$/i, "");
  const own = plain === "index" ? posix.basename(posix.dirname(entry)) : plain;
  const dated = DATED.exec(own);
  return { name: dated?.[2] ?? own, date: dated?.[1] ?? "" };
}

/** Where a picture is: on the web, or a file of the archive, seen from the text's own folder or from the archive's. */
function pictureAt(written: string, entry: string, files: ReadonlySet<string>, oldSite: string | null): string | null {
  if (/^https?:\/\//i.test(written) || written.startsWith("//")) return webAddress(written, "https://x.invalid")?.href ?? null;
  let path: string;
  try {
    path = decodeURIComponent(written.replace(/[?#].*$/, ""));
  } catch {
    return null;
  }
  const folder = posix.dirname(entry);
  const top = entry.split("/")[0] ?? "";
  const places = path.startsWith("/")
    ? [path.slice(1), `static${path}`, `public${path}`, `${top}${path}`, `${top}/static${path}`]
    : [posix.join(folder, path), posix.join(top, path), path];
  const found = places.map((place) => posix.normalize(place)).find((place) => files.has(place));
  return found ?? (path.startsWith("/") && oldSite ? (webAddress(written, oldSite)?.href ?? null) : null);
}

const first = (fields: FrontMatter["fields"], ...names: string[]): unknown =>
  names.map((name) => fields[name]).find((value) => value !== undefined && value !== null && value !== "");

/** The address in a field that names a picture; themes write it in several ways. */
function pictureIn(value: unknown): string {
  if (value && typeof value === "object" && !Array.isArray(value)) {
    const { image, src, url, path } = value as Record<string, unknown>;
    return textIn(image ?? src ?? url ?? path);
  }
  return textIn(Array.isArray(value) ? value[0] : value);
}

function pathsIn({ permalink, url, aliases, redirect_from }: FrontMatter["fields"]): string[] {
  const all = [permalink, url, ...[aliases, redirect_from].flat()].map(textIn);
  return all.filter((path) => path.startsWith("/") && !path.includes(":")).map((path) => path.replace(/[?#].*$/, ""));
}

function authorIn(fields: FrontMatter["fields"]): string | null {
  const value = [first(fields, "author", "authors")].flat()[0];
  const named = value && typeof value === "object" ? (value as Record<string, unknown>).name : value;
  return textIn(named) || null;
}

const categoriesIn = (fields: FrontMatter["fields"]): string[] => namesIn(first(fields, "category", "categories"));

/** The folder of an archive beneath which all its texts are, with its slash; its name says nothing about the blog. */
const topOf = ([first = "", ...others]: string[]): string => {
  const top = first.slice(0, first.indexOf("/") + 1);
  return others.every((name) => name.startsWith(top)) ? top : "";
};

const SHORTCODES = /\{\{[<%]|\{%\s*(?!raw|endraw)/;

/** A Markdown file with front matter as a post of this site; null if it can't be imported. */
function postFromFile(
  entry: string,
  { fields, body }: FrontMatter,
  { files, oldSite, top }: { files: ReadonlySet<string>; oldSite: string | null; top: string },
  tell: Tell,
): ImportedPost | null {
  const place = entry;
  const content = body.replaceAll("\0", "").toWellFormed().trim();
  if (isTooLong(content, place, tell)) return null;
  if (SHORTCODES.test(content))
    tell("changed", place, "Tags of its generator ({% … %}, {{< … >}}) aren't known here and stay as text.");
  const { name, date } = nameOf(entry);
  const heading = /^#\s+(.+?)\s*#*$/m.exec(content)?.[1] ?? "";
  const title = titleFrom(textIn(fields.title) || heading || name.replace(/[-_]+/g, " "), content, place, tell);
  const rawDate = first(fields, "date", "published_at", "pubDate", "publishDate", "created");
  const at = momentIn(rawDate) ?? momentIn(date);
  if (rawDate !== undefined && !momentIn(rawDate))
    tell("changed", place, `The date “${textIn(rawDate).slice(0, 40)}” can't be read.`);
  const isDraft =
    fields.draft === true || fields.published === false || /(^|\/)_?drafts\//.test(entry) || fields.status === "draft";
  const [category, ...others] = categoriesIn(fields);
  if (others.length > 0)
    tell("changed", place, `A post has one category here: ${others.map((one) => `“${one}”`).join(", ")} became tags.`);
  const featured = pictureIn(first(fields, "featured_image", "image", "cover", "thumbnail", "hero", "banner", "feature_image"));
  const featuredPicture = featured ? pictureAt(featured, entry, files, oldSite) : null;
  const pictures = picturesWritten(content, "markdown").flatMap(({ written, address }) => {
    const found = pictureAt(address, entry, files, oldSite);
    if (!found) tell("dropped", place, `The picture ${written} isn't in the archive.`);
    return found ? [{ written, address: found }] : [];
  });
  if (featured && !featuredPicture) tell("dropped", place, `The picture ${featured} isn't in the archive.`);
  return {
    key: `file:${entry.slice(top.length)}`,
    place,
    title,
    slug: slugOf(textIn(fields.slug) || name, title, name),
    description: descriptionFrom(textIn(first(fields, "description", "summary", "subtitle", "excerpt")), content, "markdown"),
    excerpt: textIn(fields.excerpt) ? descriptionFrom(textIn(fields.excerpt), "", "markdown") : "",
    content,
    format: "markdown",
    status: isDraft ? "draft" : "published",
    featured: fields.featured === true || fields.pinned === true,
    category: category ? nameKey(category) : null,
    tags: tagsOf([...namesIn(fields.tags ?? fields.keywords), ...others], place, tell),
    author: authorIn(fields),
    created_at: at,
    updated_at: momentIn(first(fields, "lastmod", "updated", "last_modified_at", "updated_at")) ?? at,
    published_at: isDraft ? null : at,
    first_published_at: null,
    paths: isDraft ? [] : pathsIn(fields),
    oldSlugs: [],
    featuredImage: null,
    featuredPicture,
    featuredAlt: textIn(first(fields, "image_alt", "featured_image_alt", "cover_alt")).slice(0, 300),
    pictures,
    comments: [],
  };
}

const TEXT_MAX = 8 * 1024 * 1024;
const IS_TEXT = /\.(?:md|markdown|mdown|mdx)$/i;
/** Files of systems and generators that aren't posts. */
const NO_POST =
  /(?:^|\/)(?:__MACOSX|node_modules|\.git|layouts|themes|_includes|_layouts)\/|(?:^|\/)(?:\._|_index\.|readme\.|changelog\.|license\.|contributing\.)[^/]*$/i;

/** A text and its fields; null, with a finding, when it can't be read. */
async function fileFrom(zip: Zip, entry: string, tell: Tell): Promise<FrontMatter | null> {
  const bytes = await zip.read(entry, TEXT_MAX).catch(asRefusal);
  const text = new TextDecoder().decode(bytes);
  if (text.includes("\ufffd"))
    tell("changed", entry, "It isn't UTF-8 throughout: characters that can't be read are marked by �.");
  try {
    return splitFrontMatter(text);
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    tell("dropped", entry, error.message);
    return null;
  }
}

/** Reads each picture once, so that a damaged archive is noticed before anything is stored. */
async function checkOthers(zip: Zip, names: string[]): Promise<void> {
  for (const name of names) await checkFile(zip, name);
}

async function plainArchive(zip: Zip, names: string[], { tell, oldSite }: ReadOptions): Promise<Source> {
  const files = new Set(zip.entries.keys());
  const top = topOf(names);
  const authors = new Map<string, ImportedAuthor>();
  const categories = new Map<string, ImportedCategory>();
  const samples: Sample[] = [];
  for (const entry of names) {
    const file = await fileFrom(zip, entry, tell);
    if (!file) continue;
    const post = postFromFile(entry, file, { files, oldSite, top }, () => {});
    if (post) samples.push({ key: post.key, title: post.title, at: post.created_at });
    const author = authorIn(file.fields);
    if (author) authors.set(author, { key: author, email: null, name: author, bio: "" });
    const [category] = categoriesIn(file.fields);
    if (!category || categories.has(nameKey(category))) continue;
    const slug = categorySlugOf("", category);
    categories.set(nameKey(category), { key: nameKey(category), slug, name: categoryName(category) || slug, description: "" });
  }
  async function* items(): AsyncGenerator<SourceItem> {
    for (const entry of names) {
      const { tell, findings } = new Notes();
      const file = await fileFrom(zip, entry, () => {});
      yield { post: file && postFromFile(entry, file, { files, oldSite, top }, tell), findings };
    }
  }
  return {
    name: "markdown",
    authors: [...authors.values()],
    categories: [...categories.values()],
    tags: [],
    samples,
    folders: [],
    redirects: [],
    media: [],
    settings: null,
    total: samples.length,
    items,
    file: (name) => zip.stream(name).catch(asRefusal),
    close: zip.close,
  };
}

/**
 * Reads an archive of Markdown files with front matter, such as Jekyll's and Hugo's, or one of our own.
 * @param zip is closed when it can't be read
 * @throws ImportRefused naming the entry, if the archive is broken or has unsupported content
 */
export async function readMarkdown(zip: Zip, options: ReadOptions): Promise<Source> {
  try {
    const all = [...zip.entries.keys()];
    if (isOwnArchive(zip)) return await readOwnArchive(zip);
    const names = all.filter((name) => IS_TEXT.test(name) && !NO_POST.test(name)).sort();
    if (names.length === 0) throw new ImportRefused("the archive", "There are no Markdown files in it.");
    await checkOthers(
      zip,
      all.filter((name) => !IS_TEXT.test(name) && /\.(?:jpe?g|png|gif|webp|avif)$/i.test(name)),
    );
    return await plainArchive(zip, names, options);
  } catch (error) {
    zip.close();
    throw error;
  }
}
