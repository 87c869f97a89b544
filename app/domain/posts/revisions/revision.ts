import { z } from "zod";
import { component, count, date, EXAMPLE, exampleOf, id, pagedShape } from "../../schema-fields.ts";
import { person } from "../../users/user.ts";
import { POST_FIELDS, type PostFields } from "../post.ts";
import { POST_STATUSES } from "../post-rules.ts";

/** `earlier`: the post before its first recorded change. */
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

/** ms within which saves of one person become one revision */
export const REVISION_STRETCH_MS = 10 * 60_000;
/** The newest unnamed ones of a post; named ones are kept for ever. */
export const REVISIONS_KEPT = 200;
export const REVISIONS_PAGE_SIZE = 50;
export const REVISIONS_PAGE_MAX = 10_000;

/** The category is stored with its name. */
export type Snapshot = Omit<PostFields, "category_id"> & { category: { id: string; name: string } | null };

/** In the order in which they are shown. */
export const SNAPSHOT_FIELDS: (keyof Snapshot)[] = [
  ...POST_FIELDS.filter((field) => field !== "content" && field !== "content_format").map((field) =>
    field === "category_id" ? "category" : field,
  ),
  "content_format",
];

/** The revision before, or the post. */
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
    author: person.nullable().meta({ description: "null: the account no longer exists" }),
    token_name: z.string().nullable().meta({ description: "The API token of the author that wrote it; null: none did" }),
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
    token_name: null,
    title: "Mood Tracking: A Gentle Guide",
    status: "draft",
    was_public: false,
    words_added: 12,
    words_removed: 3,
  },
);

/** Newest first. `post` has the version that a restoration names. */
export const revisionPage = component(
  "RevisionPage",
  z.object({
    post: z.object({ id, title: z.string(), status, version: z.number().int() }),
    ...pagedShape(revision).shape,
  }),
);

const fieldDifference = z.object({ field: z.enum([...SNAPSHOT_FIELDS, "content"]), before: z.string(), after: z.string() });

/** Removed text is in `<del>`, new text in `<ins>`. */
const comparedBlock = z.object({
  change: z.enum(["same", "changed", "added", "removed"]),
  html: z.string().meta({ description: "Sanitized HTML, ready to show" }),
});

/** Texts as people read them, empty for nothing. */
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

/** `left_out`: what no longer exists or belongs to another post. */
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
