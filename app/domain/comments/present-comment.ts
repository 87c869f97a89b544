import { LinkifyIt } from "linkify-it";
import { escapeHtml } from "../mail/compose-mail.ts";
import { oneLine } from "../mail/mail.ts";
import type { OwnComment, PublicComment } from "./comment.ts";
import { type CommentStatus, EDIT_MS } from "./comment-rules.ts";
import type { ThreadRow } from "./comments.sql.ts";
import type { ModeratedRow } from "./moderation.sql.ts";

/** Longer addresses are no addresses. */
const ADDRESS_MAX = 2000;

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, maxLength: ADDRESS_MAX });

/** What is an address of the web in a text, in order. */
const linksIn = (text: string) => (linkify.match(text) ?? []).filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url));

/** How many addresses of the web a text holds. */
export const countLinks = (text: string): number => linksIn(text).length;

/** One paragraph's text with its line breaks and links. */
function inlineHtml(text: string): string {
  let html = "";
  let at = 0;
  for (const { index, lastIndex, text: shown, url } of linksIn(text)) {
    html += escapeHtml(text.slice(at, index));
    html += `<a href="${escapeHtml(url)}" rel="nofollow ugc noopener">${escapeHtml(shown)}</a>`;
    at = lastIndex;
  }
  return (html + escapeHtml(text.slice(at))).replaceAll("\n", "<br>");
}

/**
 * A comment's plain text as HTML that can be shown as it is: an empty line parts paragraphs, a line break stays one, and
 * addresses of the web become links that search engines don't follow.
 */
export const commentHtml = (content: string): string =>
  content
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${inlineHtml(paragraph)}</p>`)
    .join("");

/**
 * A comment as everybody sees it: nobody's id or address leaves.
 * @param byline what admins without a name sign with
 */
export const presentComment = (row: ThreadRow, byline: string): PublicComment => ({
  id: row.id,
  parent_id: row.parent_id,
  is_orphan: row.is_reply && row.parent_id === null,
  author:
    row.author_id === null && row.author_name === null ? null : { full_name: row.author_name || (row.is_staff ? byline : null) },
  by_author: row.by_author,
  content_html: commentHtml(row.content),
  created_at: row.created_at.toISOString(),
  edited: row.edited_at !== null,
});

/** A comment as its author sees it. @param now decides whether it can still be changed */
export function presentOwn(row: ThreadRow, byline: string, now: Date): OwnComment {
  const until = new Date(row.created_at.getTime() + EDIT_MS);
  return {
    ...presentComment(row, byline),
    status: row.status as CommentStatus,
    content: row.content,
    editable_until: until > now ? until.toISOString() : null,
  };
}

/** What a comment is called in the log of writes. */
export const commentLabel = ({ content }: Pick<ModeratedRow, "content">): string => oneLine(content).slice(0, 120);

/** What the log keeps of where a comment stands. */
export const auditedStanding = ({ status, is_spam, open_reports }: ModeratedRow) => ({ status, is_spam, open_reports });
