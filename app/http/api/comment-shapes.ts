import { z } from "@hono/zod-openapi";
import {
  content,
  ownFields,
  ownThread as ownThreadShape,
  publicComment as publicShape,
  threadPage as threadShape,
} from "../../domain/comments/comment.ts";
import { COMMENT_MAX } from "../../domain/comments/comment-rules.ts";
import { EXAMPLE, id } from "./fields.ts";

const date = z.string().openapi({ format: "date-time", description: "ISO 8601 in UTC", example: EXAMPLE.date });

/** What a comment says, as it is sent. */
export const commentText = content.openapi({
  type: "string",
  description: `Plain text of 1 to ${COMMENT_MAX} characters; line breaks stay`,
});

/** A comment as everybody sees it. */
const publicComment = publicShape.extend({ id, created_at: date }).openapi("Comment");

/** A page of a thread. */
export const threadPage = threadShape.extend({ comments: z.array(publicComment) }).openapi("CommentThread");

/** A comment as its author sees it. */
export const ownComment = publicComment
  .extend({ ...ownFields.shape, editable_until: date.nullable().openapi({ description: "null: the time to change it is over" }) })
  .openapi("OwnComment");

/** What a reader has to do with an article's comments. */
export const ownThread = ownThreadShape.extend({ comments: z.array(ownComment) }).openapi("OwnThread");

export const exampleComment = {
  id: EXAMPLE.id,
  parent_id: null,
  is_orphan: false,
  author: { full_name: "Grace Hopper" },
  by_author: false,
  content_html: "<p>Two lines a day were enough for me, too.</p>",
  created_at: EXAMPLE.date,
  edited: false,
};

export const exampleOwn = {
  ...exampleComment,
  status: "pending" as const,
  content: "Two lines a day were enough for me, too.",
  editable_until: EXAMPLE.date,
};
