import { z } from "zod";
import { component, count, EXAMPLE, exampleOf, id, isVisible, pagedShape } from "../schema-fields.ts";
import {
  BULK_ACTIONS,
  BULK_MAX,
  COMMENT_MAX,
  COMMENT_STATUSES,
  COMMENT_VIEWS,
  REPORT_REASON_MAX,
  SPAM_REASONS,
} from "./comment-rules.ts";
import { heldReason } from "./filter/filter.ts";

/** Control characters, except line breaks and tabs. */
/** Control characters other than tab and line feed. */
const CONTROL = /[^\P{Cc}\t\n]/u;

const text = z.string("must be text").refine((value) => value.isWellFormed() && !value.includes("\0"), "must be text");

const tidy = (value: string) =>
  value
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

const lengthOf = (value: string) => [...value].length;

export const content = text
  .transform(tidy)
  .refine(isVisible, "A comment can’t be empty")
  .refine(
    (value) => lengthOf(value) <= COMMENT_MAX,
    `A comment can have at most ${COMMENT_MAX.toLocaleString("en-US")} characters`,
  )
  .refine((value) => !CONTROL.test(value), "A comment can’t have control characters");

/** Optional. */
export const reason = text
  .transform(tidy)
  .refine((value) => lengthOf(value) <= REPORT_REASON_MAX, `A reason can have at most ${REPORT_REASON_MAX} characters`)
  .refine((value) => !CONTROL.test(value), "A reason can’t have control characters");

/** The hidden field or the form token: checked, never shown. */
export const hidden = text.refine((value) => value.length <= 200, "must have at most 200 characters");

export const commentStatus = z.enum(COMMENT_STATUSES, `must be one of ${COMMENT_STATUSES.join(", ")}`);
export const commentView = z.enum(COMMENT_VIEWS, `must be one of ${COMMENT_VIEWS.join(", ")}`);
export const bulkAction = z.enum(BULK_ACTIONS, `must be one of ${BULK_ACTIONS.join(", ")}`);

export const searchWords = text.refine((value) => value.length <= 200, "must have at most 200 characters");

export const bulkIds = z
  .array(z.guid("must be UUIDs").toLowerCase(), "must be a list of UUIDs")
  .min(1, "must have at least one id")
  .max(BULK_MAX, `must have at most ${BULK_MAX} ids`);

const date = z.string().meta({ format: "date-time" });
const name = z.object({ full_name: z.string().nullable() });

const publicComment = component(
  "Comment",
  z.object({
    id,
    parent_id: z.string().nullable().describe("The comment that it belongs to; null: at the first level"),
    is_orphan: z.boolean().describe("A reply to a comment that is no longer shown"),
    author: name.nullable().describe("null: the account was deleted"),
    by_author: z.boolean().describe("Whether an author of the article wrote it"),
    content_html: z.string().describe("Safe HTML: paragraphs, line breaks, links"),
    likes_count: count.meta({ description: "Hearts of readers; may be a minute old" }),
    created_at: date.meta({ description: "ISO 8601 in UTC", example: EXAMPLE.date }),
    edited: z.boolean(),
  }),
  {
    id: EXAMPLE.id,
    parent_id: null,
    is_orphan: false,
    author: { full_name: "Grace Hopper" },
    by_author: false,
    content_html: "<p>Two lines a day were enough for me, too.</p>",
    likes_count: 3,
    created_at: EXAMPLE.date,
    edited: false,
  },
);
export type PublicComment = z.infer<typeof publicComment>;

export const threadPage = component(
  "CommentThread",
  z.object({
    comments: z.array(publicComment),
    total: z.int().describe("Approved comments on all pages"),
    page: z.int(),
    pages: z.int(),
  }),
  { comments: [exampleOf(publicComment)], total: 1, page: 1, pages: 1 },
);
export type ThreadPage = z.infer<typeof threadPage>;

const ownFields = z.object({
  status: z.enum(COMMENT_STATUSES).describe("Only approved comments are public; pending ones wait for approval"),
  content: z.string().describe("Plain text"),
  editable_until: date.nullable().meta({ description: "null: it can no longer be changed", example: EXAMPLE.date }),
});
export const ownComment = component(
  "OwnComment",
  publicComment.extend(ownFields.shape),
  {
    ...exampleOf(publicComment),
    status: "pending",
    content: "Two lines a day were enough for me, too.",
    editable_until: EXAMPLE.date,
  },
  publicComment,
);
export type OwnComment = z.infer<typeof ownComment>;

export const ownThread = component(
  "OwnThread",
  z.object({
    comments: z.array(ownComment),
    reported: z.array(z.string()).describe("Ids of comments that the reader has reported"),
    following: z.boolean().describe("Whether the reader gets an email about each new comment"),
    ticket: z.string().describe("The form’s token; send it with the form"),
  }),
  { comments: [exampleOf(ownComment)], reported: [], following: false, ticket: "1741944413000.c2ln" },
);
export type OwnThread = z.infer<typeof ownThread>;

const ban = z
  .object({ id, ends_at: z.string().nullable().describe("null: for good") })
  .nullable()
  .describe("null: they may comment");

export const adminComment = component(
  "AdminComment",
  z.object({
    id,
    content: z.string(),
    status: z.enum(COMMENT_STATUSES),
    is_spam: z.boolean(),
    spam_reason: z.enum(SPAM_REASONS).nullable().describe("Why it is considered spam"),
    created_at: date,
    updated_at: date,
    edited_at: date.nullable(),
    post: z.object({ id, title: z.string(), slug: z.string(), status: z.string() }),
    author: name
      .extend({
        id,
        email: z.string().nullable().describe("null: only admins see it"),
        is_team: z.boolean().describe("Whether they are an admin or have a grant, so that only admins can ban them"),
        ban,
      })
      .nullable(),
    guest_name: z.string().nullable().describe("Its author on the blog that it was imported from"),
    guest: z
      .object({ id, email: z.string().nullable().describe("null: only admins see it"), ban })
      .nullable()
      .describe("The guest who wrote it"),
    parent: z.object({ id, content: z.string(), author: name.nullable() }).nullable().describe("The comment that it replies to"),
    is_reply: z.boolean(),
    reports: z.array(z.object({ reason: z.string(), created_at: date })).describe("Open reports of readers"),
    spam_score: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("How much the filter takes it for spam; 0.5 is undecided, null: not scored"),
    held_because: z.array(heldReason).nullable().describe("Why the filter would hold it"),
    alike: count
      .nullable()
      .describe(
        "How many others of the view have its author, its words or a host of its links, counted to 200; null outside pending and spam",
      ),
  }),
  {
    id: EXAMPLE.id,
    content: "Two lines a day were enough for me, too.",
    status: "approved",
    is_spam: false,
    spam_reason: null,
    created_at: EXAMPLE.date,
    updated_at: EXAMPLE.date,
    edited_at: null,
    post: { id: EXAMPLE.id, title: "Mood Tracking: A Gentle Guide", slug: "mood-tracking-guide", status: "published" },
    author: { id: EXAMPLE.id, full_name: "Grace Hopper", email: "grace@blog.example", is_team: false, ban: null },
    guest_name: null,
    guest: null,
    parent: null,
    is_reply: false,
    reports: [],
    spam_score: 0.12,
    held_because: null,
    alike: null,
  },
);
export type AdminComment = z.infer<typeof adminComment>;

export const adminCommentPage = component(
  "AdminCommentPage",
  pagedShape(adminComment).extend({
    counts: z.object({ all: count, pending: count, approved: count, rejected: count, spam: count, reported: count }),
  }),
);
export type AdminCommentPage = z.infer<typeof adminCommentPage>;
export type CommentCounts = AdminCommentPage["counts"];
