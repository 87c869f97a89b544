import { romanize } from "../../../platform/romanize.ts";
import { CATEGORY_LIMITS, categorySlug } from "../../categories/category-rules.ts";
import { COMMENT_MAX } from "../../comments/comment-rules.ts";
import { EDITING_LIMITS, slugFromTitle } from "../../posts/edit-rules.ts";
import type { ContentFormat } from "../../posts/post-rules.ts";
import type { TagRef } from "../../tags/tag.ts";
import { tagsFromNames } from "../../tags/tag-rules.ts";
import { cutText } from "../../text-rules.ts";
import { FULL_NAME_MAX } from "../../users/user-rules.ts";
import type { ImportedComment, Report } from "../items.ts";
import { decodeEntities, textOf, webAddress } from "./convert-html.ts";

/** Plain text with the URLs of its links. */
export function commentText(html: string, place: string, report: Report): string {
  const withAddresses = html.replace(
    /<a\b[^<>]{0,3000}?href\s{0,9}=\s{0,9}["']([^"'<>]{1,2000})["'][^<>]{0,3000}>([^<]*)<\/a>/gi,
    (_, address: string, text: string) =>
      text.trim() === "" || text.includes(address) || !webAddress(address) ? address : `${text} (${address})`,
  );
  const text = textOf(withAddresses);
  if (text.length <= COMMENT_MAX) return text;
  report("changed", place, `A comment has more than ${COMMENT_MAX} characters and was cut.`);
  return shorten(text, COMMENT_MAX);
}

export const guestName = (raw: string): string | null => shorten(textOf(raw).replace(/\s+/g, " "), FULL_NAME_MAX) || null;

/** For files that don't say whether a comment was edited. */
export const importedComment = (
  comment: Pick<ImportedComment, "key" | "parent" | "author" | "name" | "content" | "status">,
  at: Date,
): ImportedComment => ({ ...comment, spam: false, created_at: at, updated_at: at, edited_at: null });

/** A reply to a reply follows it in the same thread. @returns those that begin a thread first, each by its time */
export function flattenThreads(comments: ImportedComment[], place: string, report: Report): ImportedComment[] {
  const byKey = new Map(comments.map((comment) => [comment.key, comment]));
  const rootOf = (comment: ImportedComment): string | null => {
    let at = comment;
    for (let steps = 0; at.parent !== null && steps <= comments.length; steps++) {
      const above = byKey.get(at.parent);
      if (!above) break;
      at = above;
    }
    return at === comment || at.parent === comment.key ? null : at.key;
  };
  const flat = comments.map((comment) => ({
    ...comment,
    parent: rootOf(comment),
    replyTo: comment.parent !== null && byKey.has(comment.parent) && comment.parent !== comment.key ? comment.parent : null,
    isReply: comment.parent !== null,
  }));
  // Comments that answer each other in a circle each begin a thread.
  const roots = new Set(flat.filter(({ parent }) => parent === null).map(({ key }) => key));
  const sound = flat.map((comment) =>
    comment.parent !== null && roots.has(comment.parent) ? comment : { ...comment, parent: null },
  );
  if (sound.some(({ parent, key }) => parent !== null && parent !== byKey.get(key)?.parent))
    report("changed", place, "Replies to replies moved up: threads have one level here.");
  return sound.sort(
    (a, b) => Number(a.parent !== null) - Number(b.parent !== null) || a.created_at.getTime() - b.created_at.getTime(),
  );
}

const DESCRIPTION = 160;
const SLUG_MAX = EDITING_LIMITS.nameMax;

/** Cuts at a word's end. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = cutText(text, max - 1);
  const blank = cut.lastIndexOf(" ");
  return `${(blank > max / 2 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}

const INLINE =
  /`[^`]{0,300}`|<\/?(?:em|i|b|strong|code|span|sup|sub|br|small|mark|s|del|u|a|cite|abbr|kbd)(?:\s[^<>]{0,500})?\/?>/gi;

/**
 * A title that is plain text, as front matter has it. HTML that only styles it goes; other angle brackets stay, such as those in
 * a title about `<dl>`.
 */
export const plainTitle = (raw: string): string =>
  decodeEntities(raw.replace(INLINE, (part) => (part.startsWith("`") ? part : "")))
    .replace(/\s+/g, " ")
    .trim();

/** From HTML; a missing title is taken from the text. */
export function titleFrom(raw: string, content: string, place: string, report: Report): string {
  return fittingTitle(textOf(raw).replace(/\s+/g, " ").trim(), content, place, report);
}

/** From plain text; a missing title is taken from the content. */
export function fittingTitle(title: string, content: string, place: string, report: Report): string {
  if (title.length > EDITING_LIMITS.editedTitleMax) {
    report("changed", place, `The title has more than ${EDITING_LIMITS.editedTitleMax} characters and was cut.`);
    return shorten(title, EDITING_LIMITS.editedTitleMax);
  }
  if (title) return title;
  const made = shorten(textOf(content.slice(0, 2000)).split("\n")[0]?.trim() ?? "", 60) || "Untitled";
  report("changed", place, `It had no title and is now called “${made}”.`);
  return made;
}

const suggested = (text: string) => slugFromTitle(romanize(text));

/** The old slug if possible, else one from the title, else one from `otherwise`. */
export function slugOf(raw: string, title: string, otherwise: string): string {
  const name = ENCODED.test(raw) ? "" : raw.replaceAll("_", "-").replace(/[/.]+/g, " ");
  return (suggested(name) || suggested(title) || suggested(otherwise) || "post").slice(0, SLUG_MAX).replace(/-$/, "");
}

/** The given one, or else the beginning of the text. */
export function descriptionFrom(given: string, content: string, format: ContentFormat): string {
  const text = textOf(given).replace(/\s+/g, " ");
  if (text) return shorten(text, EDITING_LIMITS.summaryMax);
  const beginning = content.slice(0, 4000);
  const plain =
    format === "markdown"
      ? beginning
          .replace(/^#+ .*$/gm, "")
          .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
          .replace(/[*_`>#]/g, "")
      : beginning;
  return shorten(textOf(plain).replace(/\s+/g, " "), DESCRIPTION);
}

export function tagsOf(names: string[], place: string, report: Report): TagRef[] {
  const all = tagsFromNames(names.map((name) => textOf(name).replaceAll(",", " ").replace(/\s+/g, " ")));
  const fitting = all.filter(({ slug }) => slug.length <= EDITING_LIMITS.tagMax);
  if (fitting.length < all.length)
    report("dropped", place, `A tag with more than ${EDITING_LIMITS.tagMax} characters isn’t imported.`);
  if (fitting.length > EDITING_LIMITS.tagsMax)
    report("dropped", place, `Only the first ${EDITING_LIMITS.tagsMax} of its tags are imported.`);
  return fitting.slice(0, EDITING_LIMITS.tagsMax);
}

/** A name as it is compared: in lower case, with blanks for hyphens. */
export const nameKey = (name: string): string =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .trim();

/** Bytes that couldn't be decoded: WordPress cuts long slugs within a letter. */
const ENCODED = /%[0-9a-f]{2}/i;
const plainCategorySlug = (text: string) => categorySlug(romanize(text)).replace(/-+/g, "-").replace(/^-|-$/g, "");

/** The slug that a category wants: the old one if possible, else one from its name. Others may want the same. */
export const categorySlugOf = (slug: string, name: string): string =>
  (ENCODED.test(slug) ? "" : plainCategorySlug(slug)) || plainCategorySlug(name) || "category";

export const categoryName = (name: string): string => shorten(textOf(name).replace(/\s+/g, " "), CATEGORY_LIMITS.name);

export function isTooLong(content: string, place: string, report: Report): boolean {
  if (content.length <= EDITING_LIMITS.contentMax) return false;
  report("dropped", place, `Its text has more than ${EDITING_LIMITS.contentMax} characters; the post isn’t imported.`);
  return true;
}

export function asDraft(why: string, place: string, report: Report): "draft" {
  report("changed", place, `${why}: it comes as a draft.`);
  return "draft";
}
