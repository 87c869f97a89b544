import { cutText } from "../../../text-rules.ts";
import type { ImportedComment, ImportedPost, Tell } from "../../items.ts";
import { picturesWritten } from "../convert-html.ts";
import { fieldAt, firstField, textIn } from "../front-matter.ts";
import { asDraft, commentText, descriptionFrom, fittingTitle, guestName, isTooLong, nameKey, tagsOf } from "../shape-fields.ts";
import { convertText } from "./convert-text.ts";
import { featuredIn, type PictureFinder } from "./find-picture.ts";
import { HEADING, type Outline, reasonForDraft, type Text, tagNames } from "./outline-text.ts";
import { parseMoment } from "./parse-moment.ts";
import type { Blog } from "./recognize-blog.ts";
import { isHtml } from "./sort-texts.ts";

/** What the texts of an archive have in common. `site`: the old one's address; `link`: the path of the text that another one names. */
export type Surroundings = {
  blog: Blog;
  site: string | null;
  /** whether some of its posts have a date */
  hasDates: boolean;
  otherLanguage(code: string | null): string | null;
  pictures: PictureFinder;
  link(target: string, from: string): string | null;
};

const isGiven = (value: unknown) => textIn(value) !== "";
const isYes = (value: unknown) => value === true || value === 1 || /^(?:true|yes)$/i.test(textIn(value));
const isNo = (value: unknown) => value === false || /^(?:false|no|closed|off)$/i.test(textIn(value));

function tellDoubt({ doubt, kind }: Text["file"], place: string, tell: Tell): void {
  if (doubt === null) return;
  const isYaml = kind === "yaml";
  tell(
    isYaml ? "changed" : "dropped",
    place,
    isYaml
      ? `Its front matter isn't valid YAML (“${cutText(doubt, 150)}”): its fields were read line by line.`
      : "Its front matter is JavaScript: its fields aren't read.",
  );
}

/** Says what of the dates had to be guessed. */
function tellDates(
  { moment, rawDate, status, isPage }: Outline,
  { hasRead, isTold }: { hasRead: boolean; isTold: boolean },
  place: string,
  tell: Tell,
): void {
  if (isGiven(rawDate) && !hasRead) tell("changed", place, `The date “${cutText(textIn(rawDate), 40)}” can't be read.`);
  if (moment?.zoneName) tell("changed", place, `The time zone “${moment.zoneName}” of the date was read as UTC.`);
  if (!moment && status === "published" && !isPage && !isTold)
    tell("changed", place, "It has no date, so it gets the date of the import.");
}

/** The content without a heading that only repeats the title. */
function withoutTitle(content: string, title: string, isNamed: boolean): string {
  const heading = HEADING.exec(content);
  if (!heading) return content;
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
  return !isNamed || plain(heading[1] ?? "") === plain(title) ? content.slice(heading[0].length).trimStart() : content;
}

function picturesOf(prose: string, text: Text, { pictures }: Surroundings, place: string, tell: Tell) {
  return picturesWritten(prose, isHtml(text.entry) ? "html" : "markdown").flatMap(({ written, address }) => {
    if (/^data:/i.test(address)) return [];
    const found = pictures.find(address, text.entry);
    if (!found) tell("dropped", place, `The picture “${cutText(written, 200)}” isn't in the archive.`);
    return [{ written, address: found ?? address }];
  });
}

function featuredPictureOf({ entry, file }: Text, { pictures }: Surroundings, tell: Tell) {
  const { picture, alt } = featuredIn(file.fields);
  if (!picture) return { featuredPicture: null, featuredAlt: "" };
  const found = pictures.find(picture, entry);
  if (!found) tell("dropped", entry, `The picture “${cutText(picture, 200)}” isn't in the archive.`);
  return { featuredPicture: found ?? picture, featuredAlt: alt };
}

/** Comments in the front matter, as jekyll-import writes those of WordPress. */
function commentsIn(value: unknown, place: string, tell: Tell): ImportedComment[] {
  const all = Array.isArray(value) ? (value as unknown[]) : [];
  return all.flatMap((one, index): ImportedComment[] => {
    const row = one && typeof one === "object" ? (one as Record<string, unknown>) : {};
    const content = commentText(textIn(row.content), place, tell);
    const at = parseMoment(row.date, "UTC");
    if (content === "" || !at) return [];
    const when = { created_at: at.at, updated_at: at.at, edited_at: null };
    const name = guestName(textIn(row.author));
    return [
      {
        key: textIn(row.id) || String(index),
        parent: null,
        author: null,
        name,
        content,
        status: "approved",
        spam: false,
        ...when,
      },
    ];
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

/** The first category; the others become tags. */
function filed(
  { categories: [category, ...others] }: Outline,
  fields: Text["file"]["fields"],
  blog: Blog,
  place: string,
  tell: Tell,
) {
  if (others.length > 0)
    tell("changed", place, `Posts have one category here: ${others.map((one) => `“${one}”`).join(", ")} became tags.`);
  return {
    category: category ? nameKey(category) : null,
    tags: tagsOf([...tagNames(fields, blog), ...others], place, tell),
  };
}

function tellMoreAuthors({ authors: [, ...more] }: Outline, place: string, tell: Tell): void {
  if (more.length === 0) return;
  const names = more.map((name) => `“${name}”`).join(", ");
  tell("changed", place, `Posts have one author here, so ${names} ${more.length > 1 ? "are" : "is"} left out.`);
}

/**
 * A text of an archive as a post of this site.
 * @param outline what `outlineText` says about it
 * @returns null, with a finding, if it can't be imported
 */
export function shapePost(text: Text, outline: Outline, surroundings: Surroundings, tell: Tell): ImportedPost | null {
  const { entry, key, file } = text;
  const { blog } = surroundings;
  const { fields } = file;
  const place = entry;
  const format = isHtml(entry) ? "html" : "markdown";
  const source = file.body.replaceAll("\0", "").toWellFormed().trim();
  if (isTooLong(source, place, tell)) return null;
  tellDoubt(file, place, tell);
  const isNamed = textIn(fieldAt(fields, "title")) !== "";
  const conversion = {
    blog,
    site: surroundings.site,
    fields,
    place,
    tell,
    link: (target: string) => surroundings.link(target, entry),
  };
  const isMdx = /\.mdx$/i.test(entry);
  const converted = convertText(withoutTitle(source, outline.title, isNamed), format, { ...conversion, isMdx });
  const { content, prose } = converted;
  if (isTooLong(content, place, tell)) return null;
  const title = fittingTitle(outline.title, content, place, tell);
  const isUndated = surroundings.hasDates && outline.moment === null && !outline.isPage;
  tellDates(outline, { hasRead: parseMoment(outline.rawDate, blog.timezone) !== null, isTold: isUndated }, place, tell);
  tellMoreAuthors(outline, place, tell);
  const reason = outline.status === "draft" ? reasonForDraft(text, blog) : null;
  if (reason) asDraft(reason, place, tell);
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
    plannedAt: outline.plannedAt,
    ...filed(outline, fields, blog, place, tell),
    author: outline.authors[0] ?? null,
    ...datesOf(outline, fields, blog),
    first_published_at: null,
    paths: outline.paths,
    oldSlugs: [],
    featuredImage: null,
    ...featuredPictureOf(text, surroundings, tell),
    pictures: picturesOf(prose, text, surroundings, place, tell),
    comments: commentsIn(fields.comments, place, tell),
  };
}
