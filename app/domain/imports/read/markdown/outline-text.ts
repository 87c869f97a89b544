import { posix } from "node:path";
import { fieldAt, firstField, type LooseFrontMatter, namesIn, textIn } from "../front-matter.ts";
import { languageCode } from "../languages.ts";
import { plainTitle, slugOf } from "../shape-fields.ts";
import { oldPaths } from "./derive-paths.ts";
import { type Moment, parseMoment } from "./parse-moment.ts";
import type { Blog } from "./recognize-blog.ts";
import type { Place } from "./sort-texts.ts";

/** `key`: the path within the archive's top folder. */
export type Text = { entry: string; key: string; place: Place; file: LooseFrontMatter };

export type Outline = {
  title: string;
  slug: string;
  moment: Moment | null;
  rawDate: unknown;
  status: "draft" | "published";
  isPage: boolean;
  plannedAt: Date | null;
  categories: string[];
  authors: string[];
  language: string | null;
  paths: string[];
};

const DATED = /^(\d{4}([-_])\d{1,2}\2\d{1,2})(?:T[\d:+Z-]{1,30})?(?:[-_ ](.+))?$/;

function nameOf({ entry, place, key }: Pick<Text, "entry" | "place" | "key">): { name: string; date: string } {
  const plain = posix.basename(place.within) || posix.basename(key).replace(/\.[a-z]+$/i, "") || posix.basename(entry);
  const dated = DATED.exec(plain);
  const date = dated?.[1]?.replaceAll("_", "-") ?? "";
  return { name: dated?.[3] ?? (date || plain), date };
}

const DATES =
  "date pubDate pubDatetime publishDate publishedAt publishedDate datePublished publishedOn published postDate created createdAt dateCreated".split(
    " ",
  );

export const HEADING = /^\s{0,20}#[ \t]+([^\n]{1,500}?)[ \t]*#*[ \t]*(?:\n|$)/;

const FULL_DATE = /(?:^|\/)((?:19|20)\d\d)([/-])(\d{1,2})\2(\d{1,2})(?=[/_.-]|$)/;
const MONTH = /(?:^|\/)((?:19|20)\d\d)[/-](0[1-9]|1[0-2])(?=\/)/;

/** `news/2024/03/22/dawn`, or the first day of the month for `2024/03/dawn`; empty if there is none. */
function dateInPath(path: string): string {
  const [, year, , month, day] = FULL_DATE.exec(path) ?? [];
  if (year) return `${year}-${month}-${day}`;
  const [, ofMonth, number] = MONTH.exec(path) ?? [];
  return ofMonth ? `${ofMonth}-${number}-01` : "";
}

function pathMoment({ file: { fields }, place }: Pick<Text, "file" | "place">, timezone: string): Moment | null {
  const paths = [fields.path, fields.permalink, fields.url, fields.slug, fields.aliases, fields.alias, fields.redirect_from].flat(
    2,
  );
  const dates = [...paths.map(textIn), place.within].map(dateInPath);
  return dates.map((date) => parseMoment(date, timezone)).find((moment) => moment !== null) ?? null;
}

const plainHeading = (heading: string) =>
  heading
    .replace(/!?\[([^\]]{0,300})\]\([^)]{0,500}\)/g, "$1")
    .replace(/(\*\*|__)(.{1,300}?)\1/g, "$2")
    .replace(/[ \t]*\{[:#][^{}]{0,200}\}$/, "");

function titleOf(text: Text, name: string, generator: Blog["generator"]): string {
  const { fields, body } = text.file;
  const heading = plainHeading(/^#[ \t]+([^\n]{1,500}?)[ \t]*#*[ \t]*$/m.exec(body.slice(0, 50_000))?.[1] ?? "");
  const fromName = /^(?:obsidian|notion|logseq)$/.test(generator) ? name.replace(/___|%2F/gi, "/") : name.replace(/[-_]+/g, " ");
  return plainTitle(textIn(fieldAt(fields, "title"))) || plainTitle(heading) || fromName;
}

/** In Jekyll spaces separate the names of a list that is a text ("Front matter" in its documentation). */
function listIn(value: unknown, { generator }: Blog): string[] {
  if (generator === "jekyll" && typeof value === "string" && !value.includes(",")) return value.split(/\s+/).filter(Boolean);
  return namesIn(value).map((name) => name.replace(/^#/, "").replace(/^\[\[([^\]|]{1,200})[^\]]{0,200}\]\]$/, "$1"));
}

/** Jekyll's `category` is one name. */
function categoriesIn(fields: Record<string, unknown>, blog: Blog): string[] {
  const single = fieldAt(fields, "category");
  if (typeof single === "string" && single.trim()) return blog.generator === "jekyll" ? [single.trim()] : namesIn(single);
  return listIn(firstField(fields, "category", "categories", "taxonomies.categories"), blog);
}

/** In Docusaurus a tag can be an object with a label. */
const labelOf = (tag: unknown): unknown =>
  tag && typeof tag === "object" && !Array.isArray(tag) ? (tag as { label?: unknown }).label : tag;

export function tagNames(fields: Record<string, unknown>, blog: Blog): string[] {
  const tags = firstField(fields, "tags", "taxonomies.tags", "tag", "keywords");
  return listIn(Array.isArray(tags) ? tags.map(labelOf) : tags, blog);
}

/** In their order. A text in `authors` is a list, one in `author` a name. */
function authorsIn(fields: Record<string, unknown>): string[] {
  const listed = fieldAt(fields, "authors");
  const values = [firstField(fields, "author", "extra.author") ?? (typeof listed === "string" ? namesIn(listed) : listed)].flat();
  return values.flatMap((value) => {
    const named =
      value && typeof value === "object" ? firstField(value as Record<string, unknown>, "name", "display_name", "login") : value;
    return textIn(named).replace(/^\[\[(.{1,200})\]\]$/, "$1") || [];
  });
}

const isTrue = (value: unknown) => value === true || /^(?:true|yes)$/i.test(textIn(value));
/** In Pelican, the folder of a text that names no category. */
function folderCategory({ role, within }: Place, { generator, config }: Blog): string[] {
  const isMeant = generator === "pelican" && role === "post" && config.use_folder_as_category !== false;
  return isMeant && within.includes("/") ? [posix.basename(posix.dirname(within))] : [];
}

const isFalse = (value: unknown) => value === false || /^(?:false|no)$/i.test(textIn(value));

function isDraft({ place, file: { fields } }: Text): boolean {
  const status = textIn(firstField(fields, "status", "post_status", "extra.status"));
  return (
    place.role === "draft" ||
    /(?:^|\/)_?drafts\//i.test(`${place.folder}/`) ||
    isTrue(fieldAt(fields, "draft")) ||
    isTrue(fieldAt(fields, "isDraft")) ||
    isFalse(fieldAt(fields, "published")) ||
    isFalse(fieldAt(fields, "publish")) ||
    /^(?:draft|private|pending|wip|in progress)$/i.test(status)
  );
}

const isForReaders = (fields: Record<string, unknown>): boolean =>
  isTrue(fieldAt(fields, "publish")) ||
  isTrue(fieldAt(fields, "published")) ||
  isTrue(fieldAt(fields, "public")) ||
  isFalse(fieldAt(fields, "draft")) ||
  /^publi(?:c|shed)$/i.test(textIn(fieldAt(fields, "status"))) ||
  firstField(fields, ...DATES.slice(0, 10)) !== undefined;

/** Generators that read files without front matter, too. */
const NEEDS_NONE = new Set<Blog["generator"]>(["hugo", "hexo", "eleventy", "docusaurus", "logseq"]);

/** For a text that nothing calls a draft; null if it isn't one. */
export function reasonForDraft({ file }: Text, { generator }: Blog): string | null {
  if ((generator === "obsidian" || generator === "logseq") && !isForReaders(file.fields))
    return "Nothing in the note says that it is for readers";
  return file.kind === null && !NEEDS_NONE.has(generator) ? "It has no front matter" : null;
}

/** Jekyll and Hugo leave out texts of the future unless the configuration says otherwise. */
function plannedFor({ fields }: LooseFrontMatter, moment: Moment | null, { generator, config, timezone }: Blog): Date | null {
  const showsFuture = generator === "jekyll" ? config.future === true : generator !== "hugo" || config.buildfuture === true;
  if (showsFuture) return null;
  const at = generator === "hugo" ? (parseMoment(fieldAt(fields, "publishDate"), timezone) ?? moment)?.at : moment?.at;
  return at && at.getTime() > Date.now() ? at : null;
}

export function outlineText(text: Text, blog: Blog): Outline {
  const { fields } = text.file;
  const { name, date } = nameOf(text);
  const title = titleOf(text, name, blog.generator);
  const rawDate = firstField(fields, ...DATES.filter((one) => !/^(?:true|false|yes|no)$/i.test(String(fieldAt(fields, one)))));
  const moment = parseMoment(rawDate, blog.timezone) ?? parseMoment(date, blog.timezone) ?? pathMoment(text, blog.timezone);
  const own = categoriesIn(fields, blog);
  const categories = own.length > 0 ? own : folderCategory(text.place, blog);
  // Pelican names a text by its title.
  const named = blog.generator === "pelican" ? "" : name;
  const plannedAt = plannedFor(text.file, moment, blog);
  const isHeldBack = isDraft(text) || plannedAt !== null || reasonForDraft(text, blog) !== null;
  const entry = text.entry.slice(blog.root.length);
  const facts = { blog, place: text.place, entry, fields, title, at: moment?.at ?? null, categories };
  return {
    title,
    slug: slugOf(textIn(firstField(fields, "slug", "postSlug")).replace(/^.*\/(?=[^/])/, "") || named, title, name),
    moment,
    rawDate,
    status: isHeldBack ? "draft" : "published",
    isPage:
      text.place.role === "page" ||
      textIn(fieldAt(fields, "status")).toLowerCase() === "hidden" ||
      isTrue(fieldAt(fields, "hidden")) ||
      isTrue(fieldAt(fields, "unlisted")),
    plannedAt: isDraft(text) ? null : plannedAt,
    categories,
    authors: authorsIn(fields),
    language: languageCode(text.place.language ?? textIn(firstField(fields, "lang", "language", "locale"))),
    paths: isHeldBack ? [] : oldPaths(facts),
  };
}
