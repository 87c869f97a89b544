import { linkedHtml } from "../linked-text.ts";
import { oneLine } from "../mail/mail.ts";
import { cutText } from "../text-rules.ts";
import type { OwnComment, PublicComment } from "./comment.ts";
import { type CommentStatus, EDIT_MS } from "./comment-rules.ts";
import type { ModeratedRow, ThreadRow } from "./comments.sql.ts";

/** Search engines don't follow the links. */
export const commentHtml = (content: string): string => linkedHtml(content, "nofollow ugc noopener");

/** Without user ids and email addresses. @param byline the name of admins without a name */
export const presentComment = (row: ThreadRow, byline: string): PublicComment => ({
  id: row.id,
  parent_id: row.parent_id,
  is_orphan: row.is_reply && row.parent_id === null,
  author:
    row.author_id === null && row.author_name === null ? null : { full_name: row.author_name || (row.is_staff ? byline : null) },
  by_author: row.by_author,
  content_html: commentHtml(row.content),
  likes_count: row.likes_count,
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
