import { openZip, type Zip } from "../../../platform/zip/read-zip.ts";
import type { ImportedAuthor, ImportedCategory, ImportedPost, ReadOptions, Source, Tell } from "../items.ts";
import { ImportRefused } from "../refusal.ts";
import { categoryName, categorySlugOf } from "../shape-fields.ts";
import { asRefusal } from "./as-refusal.ts";
import { type FrontMatter, FrontMatterError, splitFrontMatter } from "./front-matter.ts";
import { isOwnArchive, readOwnArchive } from "./own-archive.ts";
import { authorIn, categoriesIn, postFromFile } from "./posts.ts";

const LIMITS = { entries: 200_000, total: 8 * 1024 ** 3 };
const TEXT_MAX = 8 * 1024 * 1024;
const IS_TEXT = /\.(?:md|markdown|mdown|mdx)$/i;
/** What systems and generators put beside the texts. */
const NO_POST =
  /(?:^|\/)(?:__MACOSX|node_modules|\.git|layouts|themes|_includes|_layouts)\/|(?:^|\/)(?:\._|_index\.|readme\.|changelog\.|license\.|contributing\.)[^/]*$/i;

/** A text and its fields; null, and told of, when it can't be read. */
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
  for (const name of names) {
    for await (const _ of await zip.stream(name).catch(asRefusal)) void _;
  }
}

async function plainArchive(zip: Zip, names: string[], { tell, oldSite }: ReadOptions): Promise<Source> {
  const files = new Set(zip.entries.keys());
  const authors = new Map<string, ImportedAuthor>();
  const categories = new Map<string, ImportedCategory>();
  let total = 0;
  for (const entry of names) {
    const file = await fileFrom(zip, entry, tell);
    if (!file) continue;
    total += 1;
    const author = authorIn(file.fields);
    if (author) authors.set(author, { key: author, email: null, name: author, bio: "" });
    const [category] = categoriesIn(file.fields);
    const slug = category && categorySlugOf("", category);
    if (slug && !categories.has(slug)) categories.set(slug, { slug, name: categoryName(category), description: "" });
  }
  async function* posts(telling: Tell): AsyncGenerator<ImportedPost> {
    for (const entry of names) {
      const file = await fileFrom(zip, entry, () => {});
      const post = file && postFromFile(entry, file, { files, oldSite }, telling);
      if (post) yield post;
    }
  }
  return {
    name: "markdown",
    authors: [...authors.values()],
    categories: [...categories.values()],
    tags: [],
    redirects: [],
    media: [],
    settings: null,
    total,
    posts,
    file: (name) => zip.stream(name).catch(asRefusal),
    close: zip.close,
  };
}

/**
 * Reads an archive of Markdown files with front matter, such as Jekyll's and Hugo's, or one of our own.
 * @param path the file
 * @throws ImportRefused naming the entry, when the archive is broken or holds what isn't taken
 */
export async function readMarkdown(path: string, options: ReadOptions): Promise<Source> {
  const zip = await openZip(path, LIMITS).catch(asRefusal);
  try {
    const all = [...zip.entries.keys()];
    if (isOwnArchive(zip)) return await readOwnArchive(zip, options);
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
