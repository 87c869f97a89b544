import type { Language } from "../../../settings/language-rules.ts";
import { cutText } from "../../../text-rules.ts";
import type { ImportedComment, ImportedPost, Report } from "../../items.ts";
import { picturesWritten } from "../convert-html.ts";
import { fieldAt, firstField, textIn } from "../front-matter.ts";
import {
  asDraft,
  commentText,
  descriptionFrom,
  fittingTitle,
  guestName,
  importedComment,
  isTooLong,
  nameKey,
  tagsOf,
} from "../shape-fields.ts";
import { convertText } from "./convert-text.ts";
import { featuredIn, type PictureFinder } from "./find-picture.ts";
import { HEADING, type Outline, reasonForDraft, type Text, tagNames } from "./outline-text.ts";
import { parseMoment } from "./parse-moment.ts";
import type { Blog } from "./recognize-blog.ts";
import { isHtml } from "./sort-texts.ts";

/** `site`: the old one's address; `link`: the path of the text that another one names. */
export type Surroundings = {
  blog: Blog;
  site: string | null;
  hasDates: boolean;
  otherLanguage(code: string | null): string | null;
  knownLanguage(code: string | null): Language | null;
  pictures: PictureFinder;
  link(target: string, from: string): string | null;
};

/** Texts that differ in their language only, such as `dawn.md` and `dawn.de.md`, are versions of one article. */
const versionOf = ({ place: { role, within } }: Text, language: Language | null) =>
  language && { language, translationGroup: `group:${role}/${within}` };

const isGiven = (value: unknown) => textIn(value) !== "";
const isYes = (value: unknown) => value === true || value === 1 || /^(?:true|yes)$/i.test(textIn(value));
const isNo = (value: unknown) => value === false || /^(?:false|no|closed|off)$/i.test(textIn(value));

function reportDoubt({ doubt, kind }: Text["file"], place: string, report: Report): void {
  if (doubt === null) return;
  const isYaml = kind === "yaml";
  report(
    isYaml ? "changed" : "dropped",
    place,
    isYaml
      ? `Its front matter isn’t valid YAML (“${cutText(doubt, 150)}”): its fields were read line by line.`
      : "Its front matter is JavaScript: its fields aren’t read.",
  );
}

function reportDates(
  { moment, rawDate, status, isPage }: Outline,
  { hasRead, isReported }: { hasRead: boolean; isReported: boolean },
  place: string,
  report: Report,
): void {
  if (isGiven(rawDate) && !hasRead) report("changed", place, `The date “${cutText(textIn(rawDate), 40)}” can’t be read.`);
  if (moment?.zoneName) report("changed", place, `The time zone “${moment.zoneName}” of the date was read as UTC.`);
  if (!moment && status === "published" && !isPage && !isReported)
    report("changed", place, "It has no date, so it gets the date of the import.");
}

function withoutTitle(content: string, title: string, isNamed: boolean): string {
  const heading = HEADING.exec(content);
  if (!heading) return content;
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
  return !isNamed || plain(heading[1] ?? "") === plain(title) ? content.slice(heading[0].length).trimStart() : content;
}

function picturesOf(prose: string, text: Text, { pictures }: Surroundings, place: string, report: Report) {
  return picturesWritten(prose, isHtml(text.entry) ? "html" : "markdown").flatMap(({ written, address }) => {
    if (/^data:/i.test(address)) return [];
    const found = pictures.find(address, text.entry);
    if (!found) report("dropped", place, `The image “${cutText(written, 200)}” isn’t in the archive.`);
    return [{ written, address: found ?? address }];
  });
}

function featuredPictureOf({ entry, file }: Text, { pictures }: Surroundings, report: Report) {
  const { picture, alt } = featuredIn(file.fields);
  if (!picture) return { featuredPicture: null, featuredAlt: "" };
  const found = pictures.find(picture, entry);
  if (!found) report("dropped", entry, `The image “${cutText(picture, 200)}” isn’t in the archive.`);
  return { featuredPicture: found ?? picture, featuredAlt: alt };
}

function commentsIn(value: unknown, place: string, report: Report): ImportedComment[] {
  const all = Array.isArray(value) ? (value as unknown[]) : [];
  return all.flatMap((one, index): ImportedComment[] => {
    const row = one && typeof one === "object" ? (one as Record<string, unknown>) : {};
    const content = commentText(textIn(row.content), place, report);
    const at = parseMoment(row.date, "UTC");
    if (content === "" || !at) return [];
    const key = textIn(row.id) || String(index);
    const name = guestName(textIn(row.author));
    return [importedComment({ key, parent: null, author: null, name, content, status: "approved" }, at.at)];
  });
}

const SUMMARIES = ["description", "summary", "subtitle", "excerpt", "abstract", "extra.description", "lead"];
const UPDATES =
  "lastmod updated updatedDate modDatetime last_modified_at updatedAt modified dateModified lastUpdated extra.updated".split(" ");

function datesOf({ moment, plannedAt, status }: Outline, fields: Text["file"]["fields"], { timezone }: Blog) {
  const at = moment?.at ?? null;
  return {
    created_at: plannedAt ? null : at,
    updated_at: plannedAt ? null : (parseMoment(firstField(fields, ...UPDATES), timezone)?.at ?? at),
    published_at: status === "draft" ? null : at,
  };
}

function filed(
  { categories: [category, ...others] }: Outline,
  fields: Text["file"]["fields"],
  blog: Blog,
  place: string,
  report: Report,
) {
  if (others.length > 0)
    report("changed", place, `Posts have one category here: ${others.map((one) => `“${one}”`).join(", ")} became tags.`);
  return {
    category: category ? nameKey(category) : null,
    tags: tagsOf([...tagNames(fields, blog), ...others], place, report),
  };
}

/** @returns null, with a finding, if it can't be imported */
export function shapePost(text: Text, outline: Outline, surroundings: Surroundings, report: Report): ImportedPost | null {
  const { entry, key, file } = text;
  const { blog } = surroundings;
  const { fields } = file;
  const place = entry;
  const format = isHtml(entry) ? "html" : "markdown";
  const source = file.body.replaceAll("\0", "").toWellFormed().trim();
  if (isTooLong(source, place, report)) return null;
  reportDoubt(file, place, report);
  const isNamed = textIn(fieldAt(fields, "title")) !== "";
  const conversion = {
    blog,
    site: surroundings.site,
    fields,
    place,
    report,
    link: (target: string) => surroundings.link(target, entry),
  };
  const isMdx = /\.mdx$/i.test(entry);
  const converted = convertText(withoutTitle(source, outline.title, isNamed), format, { ...conversion, isMdx });
  const { content, prose } = converted;
  if (isTooLong(content, place, report)) return null;
  const title = fittingTitle(outline.title, content, place, report);
  const isUndated = surroundings.hasDates && outline.moment === null && !outline.isPage;
  reportDates(outline, { hasRead: parseMoment(outline.rawDate, blog.timezone) !== null, isReported: isUndated }, place, report);
  const reason = outline.status === "draft" ? reasonForDraft(text, blog) : null;
  if (reason) asDraft(reason, place, report);
  const excerpt = textIn(fieldAt(fields, "excerpt"));
  return {
    key,
    place,
    title,
    slug: outline.slug,
    description: descriptionFrom(textIn(firstField(fields, ...SUMMARIES)), content, format),
    excerpt: excerpt ? descriptionFrom(excerpt, "", format) : "",
    content,
    format,
    status: outline.status,
    featured: isYes(fieldAt(fields, "featured")) || isYes(fieldAt(fields, "pinned")),
    comments_open: !isNo(fieldAt(fields, "comments")),
    isPage: outline.isPage,
    isUndated,
    otherLanguage: surroundings.otherLanguage(outline.language),
    ...versionOf(text, surroundings.knownLanguage(outline.language)),
    plannedAt: outline.plannedAt,
    ...filed(outline, fields, blog, place, report),
    author: outline.authors[0] ?? null,
    coauthors: outline.authors.slice(1),
    ...datesOf(outline, fields, blog),
    first_published_at: null,
    paths: outline.paths,
    oldSlugs: [],
    featuredImage: null,
    ...featuredPictureOf(text, surroundings, report),
    pictures: picturesOf(prose, text, surroundings, place, report),
    comments: commentsIn(fields.comments, place, report),
  };
}
