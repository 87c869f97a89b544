import { posix } from "node:path";
import type { Zip } from "../../../../platform/zip/read-zip.ts";
import { routes } from "../../../../routes.ts";
import type { Language } from "../../../settings/language-rules.ts";
import { FOLDERS_MAX } from "../../import-rules.ts";
import type { ImportedAuthor, ImportedCategory, ReadOptions, Report, Sample, SourceFolder, SourceLanguage } from "../../items.ts";
import { decoded, decodeEntities } from "../convert-html.ts";
import { foreignFindings } from "../foreign-texts.ts";
import { FrontMatterError, firstField, type LooseFrontMatter, looseYaml, readFrontMatter, textIn } from "../front-matter.ts";
import { languageCode, settleLanguages } from "../languages.ts";
import { asRefusal } from "../read-own-archive.ts";
import { categoryName, categorySlugOf, nameKey } from "../shape-fields.ts";
import { type Outline, outlineText, type Text } from "./outline-text.ts";
import type { Blog } from "./recognize-blog.ts";
import { isGenerated, isHtml, isPlaceholder, PEOPLE, type Place, sortTexts } from "./sort-texts.ts";

const TEXT_MAX = 8 * 1024 * 1024;

export async function readText(
  zip: Zip,
  entry: string,
  { generator }: Blog,
  report: Report,
): Promise<(LooseFrontMatter & { isTemplate: boolean }) | null> {
  const bytes = await zip.read(entry, TEXT_MAX).catch(asRefusal);
  const text = new TextDecoder().decode(bytes);
  if (text.includes("\ufffd")) report("changed", entry, "It isn’t valid UTF-8. Unreadable characters are marked with �.");
  try {
    const dialect = generator === "pelican" || generator === "notion" ? generator : null;
    const meta = entry.replace(/\.\w+$/, ".meta");
    // Nikola's fields can be in a file of their own beside the text.
    const beside =
      generator === "nikola" && zip.entries.has(meta) ? (await zip.read(meta, TEXT_MAX).catch(asRefusal)).toString("utf8") : "";
    return {
      ...readFrontMatter(beside.startsWith("..") ? `${beside.trimEnd()}\n\n${text}` : text, dialect),
      isTemplate: isPlaceholder(text),
    };
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    report("dropped", entry, error.message);
    return null;
  }
}

/** Few enough to choose from: deep folders belong to one further up. */
function foldersOf(places: ReadonlyMap<string, Place>): ReadonlyMap<string, string> {
  const all = new Set([...places.values()].map(({ folder }) => folder));
  const cut = (folder: string, depth: number) => folder.split("/").slice(0, depth).join("/");
  for (let depth = 20; depth > 0; depth--) {
    const cutAll = new Map([...all].map((folder) => [folder, cut(folder, depth)]));
    if (new Set(cutAll.values()).size <= FOLDERS_MAX) return cutAll;
  }
  return new Map([...all].map((folder) => [folder, "."]));
}

function chooseTexts(places: ReadonlyMap<string, Place>, { options, report }: ReadOptions) {
  const folderOf = foldersOf(places);
  const folders = new Map<string, SourceFolder>();
  const wanted = options.folders && new Set(options.folders);
  const texts: [string, Place][] = [];
  for (const [entry, place] of places) {
    const path = folderOf.get(place.folder) ?? ".";
    const isWanted = wanted ? wanted.has(path) : place.role !== "other";
    const folder = folders.get(path) ?? { path, texts: 0, isChosen: false };
    folders.set(path, { path, texts: folder.texts + 1, isChosen: folder.isChosen || isWanted });
    if (isWanted) texts.push([entry, place.role === "other" ? { ...place, role: "post" } : place]);
  }
  for (const path of wanted ?? [])
    if (!folders.has(path)) report("dropped", path, "The archive has no folder with this name that contains texts.");
  for (const { path, isChosen } of folders.values())
    if (!isChosen) report("dropped", path, "The texts in this folder aren’t imported, because the folder wasn’t chosen.");
  return { texts, folders: [...folders.values()].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** Null if the text is one of the blog's; empty if its absence needs no finding. */
function reasonToLeave(entry: string, place: Place, file: LooseFrontMatter & { isTemplate: boolean }): string | null {
  if (file.isTemplate) return "It is a template with fields to fill in, so it isn’t imported.";
  if (isHtml(entry) && file.kind === null) return place.role === "page" ? "" : "It has no front matter, so it isn’t imported.";
  const isPage = place.role === "page" || place.role === "note";
  if (isPage && isGenerated(file.fields, file.body))
    return "Its generator fills this page in, and it has no text of its own, so it isn’t imported.";
  return null;
}

export type TextSurvey = {
  texts: { entry: string; key: string; place: Place }[];
  samples: Sample[];
  folders: SourceFolder[];
  foreign: string[];
  authors: Map<string, ImportedAuthor>;
  categories: Map<string, ImportedCategory>;
  languages: SourceLanguage[];
  hasDates: boolean;
  otherLanguage(code: string | null): string | null;
  knownLanguage(code: string | null): Language | null;
  link(target: string, from: string): string | null;
};

const plainPath = (path: string) =>
  path
    .replace(/\.(?:md|markdown|mdown|mdx|html?)$/i, "")
    .replace(/\/(?:_?index)?$/i, "")
    .toLowerCase();

function createIndex(blog: Blog) {
  const [paths, names] = [new Map<string, string>(), new Map<string, string>()];
  const note = (name: string, path: string) => {
    if (name && !names.has(name)) names.set(name, path);
  };
  return {
    add({ entry, key, place }: Pick<Text, "entry" | "key" | "place">, { paths: [own], slug, title }: Outline): void {
      const path = own ?? routes.story(slug);
      for (const one of [key.replace(/^file:/, ""), entry.slice(blog.root.length)]) paths.set(plainPath(one), path);
      // Texts in several languages have one name.
      if (!paths.has(plainPath(place.within))) paths.set(plainPath(place.within), path);
      note(plainPath(posix.basename(place.within || key)), path);
      note(title.toLowerCase(), path);
      note(slug, path);
    },
    link(target: string, from: string): string | null {
      const plain = plainPath(decoded(target.replace(/[#?].*$/, "").trim()));
      if (plain === "") return null;
      const folder = posix.dirname(from.slice(blog.top.length));
      const beside = posix.normalize(posix.join(folder, plain)).toLowerCase();
      const bare = plain.replace(/^\/+/, "");
      return paths.get(beside) ?? paths.get(bare) ?? names.get(bare) ?? names.get(posix.basename(bare)) ?? null;
    },
  };
}

/** Their texts are posts: "Section" in Zola's documentation. */
async function listedFolders(zip: Zip, blog: Blog): Promise<ReadonlySet<string>> {
  const listed = new Set<string>();
  if (blog.generator !== "zola") return listed;
  const content = `${blog.root}content/`;
  const indexes = [...zip.entries.keys()].filter((entry) => entry.startsWith(content) && posix.basename(entry) === "_index.md");
  for (const entry of indexes.sort((a, b) => a.split("/").length - b.split("/").length)) {
    const { fields } = (await readText(zip, entry, blog, () => {})) ?? { fields: {} as Record<string, unknown> };
    const folder = posix.dirname(entry.slice(content.length));
    const isListed = Number(fields.paginate_by) > 0 || textIn(fields.sort_by) === "date";
    if (isListed || (fields.transparent === true && listed.has(posix.dirname(folder)))) listed.add(folder);
  }
  return listed;
}

const mainLanguage = ({ config }: Blog): string | null =>
  [config.defaultcontentlanguage, config.default_language, config.default_lang, config.language, config.lang, config.languagecode]
    .flat()
    .map((one) => languageCode(textIn(one)))
    .find((code) => code !== null) ?? null;

async function templateFolders(zip: Zip, { root, generator }: Blog): Promise<string[]> {
  if (generator !== "obsidian") return [];
  const named = [".obsidian/templates.json", ".obsidian/plugins/templater-obsidian/data.json"].map(async (name) => {
    if (!zip.entries.has(root + name)) return "";
    try {
      const settings = JSON.parse((await zip.read(root + name, TEXT_MAX)).toString("utf8"));
      return textIn(settings.folder) || textIn(settings.templates_folder);
    } catch {
      return "";
    }
  });
  return (await Promise.all(named)).filter(Boolean);
}

const FILE_MAX = 1024 * 1024;
/** Docusaurus, then Jekyll and Hugo. */
const LIST = /^(?:blog|_data|data)\/authors\.ya?ml$/;

function personOf(key: string, value: unknown, text = ""): ImportedAuthor[] {
  const fields = value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  const name = textIn(firstField(fields, "name", "display_name"));
  const bio = textIn(firstField(fields, "bio", "description")) || text.trim().slice(0, 1000);
  return name ? [{ key, email: textIn(fields.email) || null, name: decodeEntities(name), bio: decodeEntities(bio) }] : [];
}

async function findPeople(zip: Zip, { root }: Blog): Promise<ReadonlyMap<string, ImportedAuthor>> {
  const people: ImportedAuthor[] = [];
  for (const entry of zip.entries.keys()) {
    const path = entry.startsWith(root) ? entry.slice(root.length) : "";
    if (!LIST.test(path) && !PEOPLE.test(path)) continue;
    const text = (await zip.read(entry, FILE_MAX).catch(() => Buffer.alloc(0))).toString("utf8");
    if (LIST.test(path)) for (const [key, value] of Object.entries(looseYaml(text).fields)) people.push(...personOf(key, value));
    else {
      const { fields, body } = readFrontMatter(text);
      people.push(...personOf(path.replace(/^.*\/|\.\w+$/g, ""), fields, body));
    }
  }
  return new Map(people.map((person) => [person.key, person]));
}

/** Texts that aren't imported are reported. @throws ImportRefused when a file is damaged */
export async function surveyTexts(zip: Zip, blog: Blog, options: ReadOptions): Promise<TextSurvey> {
  const { report } = options;
  const { places, about, foreign } = sortTexts(
    blog,
    [...zip.entries.keys()].sort(),
    await templateFolders(zip, blog),
    await listedFolders(zip, blog),
  );
  for (const entry of about)
    report("dropped", entry, "The file is about the archive, not a text of the blog: it isn’t imported.");
  for (const { place, sentence } of foreignFindings(foreign)) report("dropped", place, sentence);
  const { texts, folders } = chooseTexts(places, options);
  const index = createIndex(blog);
  const people = await findPeople(zip, blog);
  const main = mainLanguage(blog);
  const first = options.options.language ?? main;
  // The main language comes first, so that its texts keep their names.
  const isOther = ({ language }: Place) => Number((language === null ? main : languageCode(language)) !== first);
  texts.sort(([, a], [, b]) => isOther(a) - isOther(b));
  const codes: (string | null)[] = [];
  const survey: TextSurvey = {
    texts: [],
    samples: [],
    folders,
    foreign,
    languages: [],
    hasDates: false,
    otherLanguage: () => null,
    knownLanguage: () => null,
    authors: new Map(),
    categories: new Map(),
    link: index.link,
  };
  for (const [entry, place] of texts) {
    const file = await readText(zip, entry, blog, report);
    if (!file) continue;
    const reason = reasonToLeave(entry, place, file);
    if (reason) report("dropped", entry, reason);
    if (reason !== null) continue;
    const key = `file:${entry.slice(blog.top.length)}`;
    const outline = outlineText({ entry, key, place, file }, blog);
    if (place.role === "dated") {
      place.role = outline.moment ? "post" : "page";
      Object.assign(outline, outlineText({ entry, key, place, file }, blog));
    }
    if (place.role === "page" && isGenerated(file.fields, file.body)) {
      report("dropped", entry, "Its generator fills this page in, and it has no text of its own, so it isn’t imported.");
      continue;
    }
    index.add({ entry, key, place }, outline);
    survey.texts.push({ entry, key, place });
    survey.samples.push({ key, title: outline.title, at: outline.plannedAt ? null : (outline.moment?.at ?? null) });
    if (place.role !== "page" && outline.moment && outline.status === "published") survey.hasDates = true;
    codes.push(outline.language);
    collectNames(survey, outline, people);
  }
  const { languages, otherOf, knownOf } = settleLanguages(codes, main, options);
  Object.assign(survey, { languages, otherLanguage: otherOf, knownLanguage: knownOf });
  return survey;
}

function collectNames(
  { authors, categories }: TextSurvey,
  { authors: names, categories: [category] }: Outline,
  people: ReadonlyMap<string, ImportedAuthor>,
): void {
  for (const author of names)
    authors.set(author, people.get(author) ?? { key: author, email: null, name: decodeEntities(author), bio: "" });
  if (!category || categories.has(nameKey(category))) return;
  const slug = categorySlugOf("", category);
  categories.set(nameKey(category), { key: nameKey(category), slug, name: categoryName(category) || slug, description: "" });
}
