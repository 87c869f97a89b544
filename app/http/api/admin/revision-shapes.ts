import { z } from "@hono/zod-openapi";
import { POST_STATUSES } from "../../../domain/posts/model.ts";
import {
  COMPARISONS,
  REVISION_KINDS,
  REVISIONS_PAGE_SIZE,
  SNAPSHOT_FIELDS,
} from "../../../domain/posts/revisions/revision-model.ts";
import { EXAMPLE, id } from "../fields.ts";

const date = z.string().openapi({ format: "date-time", description: "ISO 8601 in UTC" });
const count = z.number().int().openapi({ minimum: 0 });

/** A revision as the list shows it. */
export const revision = z
  .object({
    id,
    kind: z
      .enum(REVISION_KINDS)
      .openapi({ description: "What brought it about; `earlier`: what stood there before the first change" }),
    name: z.string().nullable(),
    created_at: date,
    author: z
      .object({ id: z.string(), full_name: z.string().nullable(), email: z.string() })
      .nullable()
      .openapi({ description: "null: an account that is no longer there" }),
    title: z.string(),
    status: z.enum(POST_STATUSES),
    was_public: z.boolean().openapi({ description: "Readers could see it" }),
    words_added: count.openapi({ description: "Against the revision before it" }),
    words_removed: count,
  })
  .openapi("Revision");

/** A page of them. */
export const revisionPage = z
  .object({
    post: z.object({ id, title: z.string(), status: z.enum(POST_STATUSES), version: z.number().int() }),
    items: z.array(revision),
    total: count,
    page: z.number().int(),
    pages: z.number().int(),
    limit: z.number().int(),
  })
  .openapi("RevisionPage");

/** A revision beside another state of the post. */
export const revisionDifference = z
  .object({
    revision,
    against: z.enum(COMPARISONS),
    before: z
      .object({ created_at: date, name: z.string().nullable() })
      .nullable()
      .openapi({ description: "The older side; null: there is none, and everything is new" }),
    fields: z
      .array(z.object({ field: z.enum([...SNAPSHOT_FIELDS, "content"]), before: z.string(), after: z.string() }))
      .openapi({ description: "Fields beside the text that differ" }),
    blocks: z.array(
      z.object({
        change: z.enum(["same", "changed", "added", "removed"]),
        html: z.string().openapi({ description: "Sanitised HTML, ready to show" }),
      }),
    ),
  })
  .openapi("RevisionDifference");

/** What became of a revision that was restored. */
export const restored = z
  .object({
    version: z.number().int().openapi({ description: "The post's now" }),
    staged: z.boolean().openapi({ description: "It waits to be published" }),
    left_out: z.array(z.enum(["slug", "category", "featured_image"])),
  })
  .openapi("RestoredRevision");

export const exampleRevision = {
  id: EXAMPLE.id,
  kind: "updated" as const,
  name: "Before the rewrite",
  created_at: EXAMPLE.date,
  author: { id: EXAMPLE.id, full_name: "Ada Larkin", email: "ada@blog.example" },
  title: "Mood Tracking: A Gentle Guide",
  status: "draft" as const,
  was_public: false,
  words_added: 12,
  words_removed: 3,
};

export const exampleRevisions = {
  post: { id: EXAMPLE.id, title: exampleRevision.title, status: "draft" as const, version: 3 },
  items: [exampleRevision],
  total: 1,
  page: 1,
  pages: 1,
  limit: REVISIONS_PAGE_SIZE,
};

export const exampleDifference = {
  revision: exampleRevision,
  against: "previous" as const,
  before: { created_at: EXAMPLE.date, name: null },
  fields: [{ field: "title" as const, before: "Mood Tracking", after: exampleRevision.title }],
  blocks: [{ change: "changed" as const, html: "<p>Two lines a <del>week</del><ins>day</ins>.</p>" }],
};

export const exampleRestored = { version: 4, staged: false, left_out: [] };
