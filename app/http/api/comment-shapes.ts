import { z } from "@hono/zod-openapi";
import { COMMENT_MAX, COMMENT_STATUSES } from "../../domain/comments/model.ts";
import { content } from "../../domain/comments/schema.ts";
import { EXAMPLE, id } from "./fields.ts";

const date = z.string().openapi({ format: "date-time", description: "ISO 8601 in UTC", example: EXAMPLE.date });

/** What a comment says, as it is sent. */
export const commentText = content.openapi({
  type: "string",
  description: `Plain text of 1 to ${COMMENT_MAX} characters; line breaks stay`,
});

/** A comment as everybody sees it. */
const publicComment = z
  .object({
    id,
    parent_id: z.string().nullable().openapi({ description: "The comment that it stands under; null: at the first level" }),
    is_orphan: z.boolean().openapi({ description: "A reply to something that isn't shown any more" }),
    author: z
      .object({ full_name: z.string().nullable() })
      .nullable()
      .openapi({ description: "null: the account was deleted since" }),
    by_author: z.boolean().openapi({ description: "Whether the article's own author wrote it" }),
    content_html: z.string().openapi({ description: "Safe HTML: paragraphs, line breaks, links" }),
    created_at: date,
    edited: z.boolean(),
  })
  .openapi("Comment");

/** A page of a thread. */
export const threadPage = z
  .object({
    comments: z.array(publicComment),
    total: z.number().int().openapi({ description: "Approved comments on all pages" }),
    page: z.number().int(),
    pages: z.number().int(),
  })
  .openapi("CommentThread");

/** A comment as its author sees it. */
export const ownComment = publicComment
  .extend({
    status: z.enum(COMMENT_STATUSES).openapi({ description: "Only approved ones are public; pending ones wait" }),
    content: z.string().openapi({ description: "Plain text, as it was written" }),
    editable_until: date.nullable().openapi({ description: "null: the time to change it is over" }),
  })
  .openapi("OwnComment");

/** What a reader has to do with an article's comments. */
export const ownThread = z
  .object({
    comments: z.array(ownComment),
    reported: z.array(z.string()).openapi({ description: "Ids of comments that the reader has reported" }),
    ticket: z.string().openapi({ description: "Goes back with the form: how long it took to fill in" }),
  })
  .openapi("OwnThread");

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
