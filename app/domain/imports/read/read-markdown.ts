import type { Zip } from "../../../platform/zip/read-zip.ts";
import { ImportRefused } from "../errors.ts";
import type { ReadOptions, Source, SourceItem } from "../items.ts";
import { Notes } from "../report.ts";
import { refuseForeignTexts } from "./foreign-texts.ts";
import { createPictureFinder } from "./markdown/find-picture.ts";
import { outlineText } from "./markdown/outline-text.ts";
import { recognizeBlog } from "./markdown/recognize-blog.ts";
import { shapePost } from "./markdown/shape-post.ts";
import { readText, surveyTexts } from "./markdown/survey-texts.ts";
import { folderOf } from "./old-addresses.ts";
import { asRefusal, checkFile, isOwnArchive, readOwnArchive } from "./read-own-archive.ts";
import { SOURCE_DEFAULTS } from "./source-defaults.ts";

const IS_PICTURE = /\.(?:jpe?g|png|gif|webp|avif)$/i;

async function readArchive(zip: Zip, options: ReadOptions): Promise<Source> {
  if (isOwnArchive(zip)) return readOwnArchive(zip);
  const blog = await recognizeBlog(zip);
  const survey = await surveyTexts(zip, blog, options);
  if (survey.folders.length === 0) refuseForeignTexts(survey.foreign);
  if (survey.folders.length === 0) throw new ImportRefused("the archive", "There are no Markdown files in it.");
  // Each picture is read once, so that a damaged archive is noticed before anything is stored.
  for (const name of zip.entries.keys()) if (IS_PICTURE.test(name)) await checkFile(zip, name);
  const site = options.oldSite ?? blog.site?.href ?? null;
  const pictures = createPictureFinder(blog, new Set(zip.entries.keys()), site);
  const { link, hasDates, otherLanguage, knownLanguage } = survey;
  const surroundings = { blog, site, pictures, link, hasDates, otherLanguage, knownLanguage };
  async function* items(): AsyncGenerator<SourceItem> {
    for (const one of survey.texts) {
      const { report, findings } = new Notes();
      const file = await readText(zip, one.entry, blog, () => {});
      const text = file && { ...one, file };
      yield { post: text && shapePost(text, outlineText(text, blog), surroundings, report), findings };
    }
  }
  return {
    ...SOURCE_DEFAULTS,
    name: `markdown:${blog.site?.host ?? ""}`,
    folder: options.oldSite ? folderOf(options.oldSite) : blog.basePath,
    samples: survey.samples,
    folders: survey.folders,
    languages: survey.languages,
    authors: [...survey.authors.values()],
    categories: [...survey.categories.values()],
    total: survey.texts.length,
    items,
    hasFile: (name) => zip.entries.has(blog.top + name),
    file: (name) => zip.stream(blog.top + name).catch(asRefusal),
    close: zip.close,
  };
}

/** A generator's archive, a vault, plain folders, or our own. @param zip closed if it can't be read @throws ImportRefused with the entry */
export async function readMarkdown(zip: Zip, options: ReadOptions): Promise<Source> {
  try {
    return await readArchive(zip, options);
  } catch (error) {
    zip.close();
    throw error;
  }
}
