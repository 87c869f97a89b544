import { z } from "@hono/zod-openapi";
import { COMMENT_STATUSES } from "../../../domain/comments/model.ts";
import { EXAMPLE, id } from "../fields.ts";
import { LIST_LIMIT } from "./list-fields.ts";

const date = z.string().openapi({ format: "date-time" });
const count = z.number().int().openapi({ minimum: 0 });

/** A comment as admins see it. */
export const adminComment = z
  .object({
    id,
    content: z.string(),
    status: z.enum(COMMENT_STATUSES),
    is_spam: z.boolean(),
    spam_reason: z
      .enum(["too_many_links", "hidden_field", "too_fast", "marked_by_admin"])
      .nullable()
      .openapi({ description: "Why it was taken for spam" }),
    created_at: date,
    updated_at: date,
    edited_at: date.nullable(),
    post: z.object({ id, title: z.string(), slug: z.string(), status: z.string() }),
    author: z.object({ id, full_name: z.string().nullable(), email: z.string() }).nullable(),
    guest_name: z.string().nullable().openapi({ description: "Who wrote it on another blog, from where it was imported" }),
    parent: z
      .object({ id, content: z.string(), author: z.object({ full_name: z.string().nullable() }).nullable() })
      .nullable()
      .openapi({ description: "What it answers" }),
    is_reply: z.boolean(),
    reports: z
      .array(z.object({ reason: z.string(), created_at: date }))
      .openapi({ description: "What readers object to and nobody has decided on" }),
  })
  .openapi("AdminComment");

/** A page of the back office's list. */
export const adminCommentPage = z
  .object({
    items: z.array(adminComment),
    total: count,
    page: z.number().int(),
    pages: z.number().int(),
    limit: z.number().int(),
    counts: z.object({ all: count, pending: count, approved: count, rejected: count, spam: count, reported: count }),
  })
  .openapi("AdminCommentPage");

export const exampleAdminComment = {
  id: EXAMPLE.id,
  content: "Two lines a day were enough for me, too.",
  status: "approved" as const,
  is_spam: false,
  spam_reason: null,
  created_at: EXAMPLE.date,
  updated_at: EXAMPLE.date,
  edited_at: null,
  post: { id: EXAMPLE.id, title: "Mood Tracking: A Gentle Guide", slug: "mood-tracking-guide", status: "published" },
  author: { id: EXAMPLE.id, full_name: "Grace Hopper", email: "grace@blog.example" },
  guest_name: null,
  parent: null,
  is_reply: false,
  reports: [],
};

export const examplePage = {
  items: [exampleAdminComment],
  total: 1,
  page: 1,
  pages: 1,
  limit: LIST_LIMIT,
  counts: { all: 1, pending: 0, approved: 1, rejected: 0, spam: 0, reported: 0 },
};
