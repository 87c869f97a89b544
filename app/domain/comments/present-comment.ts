import { LinkifyIt } from "linkify-it";
import { escapeHtml } from "../mail/compose-mail.ts";
import { oneLine } from "../mail/mail.ts";
import { cutText } from "../text-rules.ts";
import type { OwnComment, PublicComment } from "./comment.ts";
import { type CommentStatus, EDIT_MS } from "./comment-rules.ts";
import type { ModeratedRow, ThreadRow } from "./comments.sql.ts";

const ADDRESS_MAX = 2000;

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, maxLength: ADDRESS_MAX });

const linksIn = (text: string) => (linkify.match(text) ?? []).filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url));

export const countLinks = (text: string): number => linksIn(text).length;

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

/** Safe HTML: an empty line starts a paragraph, a line break stays, and web URLs become links that search engines don't follow. */
export const commentHtml = (content: string): string =>
  content
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${inlineHtml(paragraph)}</p>`)
    .join("");

/** Without user ids and email addresses. @param byline the name of admins without a name */
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

/** @param now decides whether it can still be changed */
export function presentOwn(row: ThreadRow, byline: string, now: Date): OwnComment {
  const until = new Date(row.created_at.getTime() + EDIT_MS);
  return {
    ...presentComment(row, byline),
    status: row.status as CommentStatus,
    content: row.content,
    editable_until: until > now ? until.toISOString() : null,
  };
}

export const commentLabel = ({ content }: Pick<ModeratedRow, "content">): string => cutText(oneLine(content), 120, "…");

export const auditedModeration = ({ status, is_spam, open_reports }: ModeratedRow) => ({ status, is_spam, open_reports });
