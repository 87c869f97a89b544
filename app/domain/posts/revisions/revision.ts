import { z } from "zod";
import { component, count, date, EXAMPLE, exampleOf, id, pagedShape } from "../../schema-fields.ts";
import { POST_FIELDS, type PostFields } from "../post.ts";
import { POST_STATUSES } from "../post-rules.ts";

/** What created a revision; `earlier` is the post before its first recorded change. */
const REVISION_KINDS = [
  "earlier",
  "created",
  "updated",
  "autosaved",
  "published",
  "scheduled",
  "unpublished",
  "archived",
  "restored",
] as const;
export type RevisionKind = (typeof REVISION_KINDS)[number];

/** Saves of one person within this time become one revision, in ms. */
export const REVISION_STRETCH_MS = 10 * 60_000;
/** How many unnamed revisions of a post are kept, the newest; named ones are kept for ever. */
export const REVISIONS_KEPT = 200;
export const REVISIONS_PAGE_SIZE = 50;
export const REVISIONS_PAGE_MAX = 10_000;

/** What a revision stores of a post: the fields that an author fills in, with the category's name. */
export type Snapshot = Omit<PostFields, "category_id"> & { category: { id: string; name: string } | null };

/** The fields that are compared in addition to the text, in the order in which they are shown. */
export const SNAPSHOT_FIELDS: (keyof Snapshot)[] = [
  ...POST_FIELDS.filter((field) => field !== "content" && field !== "content_format").map((field) =>
    field === "category_id" ? "category" : field,
  ),
  "content_format",
];

/** What a revision is compared with: the one before it, or the current post. */
export const COMPARISONS = ["previous", "current"] as const;
export type Comparison = (typeof COMPARISONS)[number];

const status = z.enum(POST_STATUSES);

export const revision = component(
  "Revision",
  z.object({
    id,
    kind: z.enum(REVISION_KINDS).meta({ description: "What created it; `earlier`: the post before its first change" }),
    name: z.string().nullable(),
    created_at: date,
    author: z
      .object({ id: z.string(), full_name: z.string().nullable(), email: z.string() })
      .nullable()
      .meta({ description: "null: the account no longer exists" }),
    title: z.string(),
    status,
    was_public: z.boolean().meta({ description: "Readers could see it" }),
    words_added: count.meta({ description: "Compared with the revision before it" }),
    words_removed: count,
  }),
  {
    id: EXAMPLE.id,
    kind: "updated",
    name: "Before the rewrite",
    created_at: EXAMPLE.date,
    author: { id: EXAMPLE.id, full_name: "Ada Larkin", email: "ada@blog.example" },
    title: "Mood Tracking: A Gentle Guide",
    status: "draft",
    was_public: false,
    words_added: 12,
    words_removed: 3,
  },
);

/** A page of a post's revisions, the newest first. `post`: the post, with the version that a restoration names. */
export const revisionPage = component(
  "RevisionPage",
  z.object({
    post: z.object({ id, title: z.string(), status, version: z.number().int() }),
    ...pagedShape(revision).shape,
  }),
);

const fieldDifference = z.object({ field: z.enum([...SNAPSHOT_FIELDS, "content"]), before: z.string(), after: z.string() });

/**
 * A paragraph, heading, list or other block of two texts that are compared. In `html`, removed text is in `<del>` and new text in
 * `<ins>`.
 */
const comparedBlock = z.object({
  change: z.enum(["same", "changed", "added", "removed"]),
  html: z.string().meta({ description: "Sanitized HTML, ready to show" }),
});

/** How a revision differs from another state of the post. Texts of fields are as people read them, empty for nothing. */
export const revisionDifference = component(
  "RevisionDifference",
  z.object({
    revision,
    against: z.enum(COMPARISONS),
    before: z
      .object({ created_at: date, name: z.string().nullable() })
      .nullable()
      .meta({ description: "The older state; null: there is none, and everything is new" }),
    fields: z.array(fieldDifference).meta({ description: "Fields other than the content that differ" }),
    blocks: z.array(comparedBlock),
  }),
  {
    revision: exampleOf(revision),
    against: "previous",
    before: { created_at: EXAMPLE.date, name: null },
    fields: [{ field: "title", before: "Mood Tracking", after: exampleOf(revision).title }],
    blocks: [{ change: "changed", html: "<p>Two lines a <del>week</del><ins>day</ins>.</p>" }],
  },
);

/** What restoring a revision did. `left_out`: what no longer exists or belongs to another post. */
export const restored = component(
  "RestoredRevision",
  z.object({
    version: z.number().int().meta({ description: "The new version of the post" }),
    staged: z.boolean().meta({ description: "Whether it became a staged edit" }),
    left_out: z.array(z.enum(["slug", "category", "featured_image"])),
  }),
  { version: 4, staged: false, left_out: [] },
);

export type Revision = z.infer<typeof revision>;
export type RevisionPage = z.infer<typeof revisionPage>;
export type FieldDifference = z.infer<typeof fieldDifference>;
export type ComparedBlock = z.infer<typeof comparedBlock>;
export type RevisionDifference = z.infer<typeof revisionDifference>;
export type Restored = z.infer<typeof restored>;
export type LeftOut = Restored["left_out"][number];
