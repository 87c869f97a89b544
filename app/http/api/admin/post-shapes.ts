import { z } from "@hono/zod-openapi";
import { POST_STATUSES } from "../../../domain/posts/model.ts";
import { PLAN_KINDS } from "../../../domain/posts/scheduling/model.ts";
import { EXAMPLE, id } from "../fields.ts";

const date = z.string().openapi({ format: "date-time", description: "ISO 8601 in UTC" });
const count = z.number().int().openapi({ minimum: 0 });

/** What happens to a post by itself. */
export const planned = z
  .object({
    kind: z.enum(PLAN_KINDS),
    at: date,
    failure: z.string().nullable().openapi({ description: "Why it could not be done" }),
  })
  .openapi("Planned");

/** A post as the back office lists it. */
const adminPostRow = z
  .object({
    id,
    title: z.string(),
    slug: z.string(),
    status: z.enum(POST_STATUSES),
    featured: z.boolean(),
    category: z.object({ id: z.string(), name: z.string(), slug: z.string(), color: z.string() }).nullable(),
    author: z.object({ id: z.string(), full_name: z.string().nullable(), email: z.string() }).nullable(),
    created_at: date,
    updated_at: date,
    published_at: date.nullable(),
    views_count: count,
    likes_count: count,
    comments_count: count,
    read_time: z.number().int().openapi({ description: "Minutes" }),
    version: z.number().int().openapi({ description: "Grows with every save" }),
    staged_at: date.nullable().openapi({ description: "When changes were last kept that nobody has saved" }),
    planned: planned.nullable(),
  })
  .openapi("AdminPostRow");

/** A page of them. */
export const adminPostPage = z
  .object({
    items: z.array(adminPostRow),
    total: z.number().int().openapi({ description: "Posts on all pages" }),
    page: z.number().int(),
    pages: z.number().int(),
    limit: z.number().int(),
    counts: z
      .object({ all: count, draft: count, published: count, archived: count })
      .openapi({ description: "How many there are of each status within the other filters" }),
  })
  .openapi("AdminPostPage");

/** A post as it is edited. */
export const adminPost = adminPostRow
  .extend({
    description: z.string(),
    excerpt: z.string(),
    content: z.string().openapi({ description: "As it was written" }),
    content_format: z.enum(["html", "markdown"]),
    featured_image: z.string().nullable(),
    featured_image_alt: z.string(),
    category_id: z.string().nullable(),
    tags: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string() })),
    first_published_at: date.nullable(),
    comments_open: z.boolean().openapi({ description: "Whether readers can comment, where the site takes comments at all" }),
    words: count,
  })
  .openapi("AdminPost");

/** Writing as the article page will show it. */
export const preview = z
  .object({
    content_html: z.string().openapi({ description: "Sanitised HTML, ready to show" }),
    headings: z.array(
      z.object({ level: z.union([z.literal(2), z.literal(3)]).openapi({ type: "integer" }), id: z.string(), text: z.string() }),
    ),
    read_time: z.number().int().openapi({ description: "Minutes" }),
    words: count,
  })
  .openapi("PostPreview");

/** What stands around a post. */
export const surroundings = z
  .object({
    titles: z
      .array(z.object({ id, title: z.string(), slug: z.string(), status: z.enum(POST_STATUSES) }))
      .openapi({ description: "Other posts with this title, ten at most" }),
    links: z
      .array(
        z.object({
          slug: z.string(),
          state: z.enum(["missing", "unpublished", "moved"]),
          to: z.string().nullable().openapi({ description: "The present slug of a post that has moved" }),
        }),
      )
      .openapi({ description: "Those that don't lead to a published post at its present address" }),
  })
  .openapi("PostSurroundings");

const CONTENT = "<h2>Begin</h2><p>Write one line in the morning and one at night, and look at them on Sunday.</p>";

/** A new post, as an author fills it in. */
export const exampleInput = {
  title: "Mood Tracking: A Gentle Guide",
  slug: "mood-tracking-a-gentle-guide",
  description: "How two lines a day teach you what your weeks are made of.",
  excerpt: "Two lines a day are enough.",
  content: CONTENT,
  content_format: "html" as const,
  status: "draft" as const,
  featured: false,
  category_id: EXAMPLE.id,
  tags: ["Habits", "Slow Living"],
  featured_image: null,
  featured_image_alt: "",
};

export const exampleRow = {
  id: EXAMPLE.id,
  title: exampleInput.title,
  slug: exampleInput.slug,
  status: "draft" as const,
  featured: false,
  category: { id: EXAMPLE.id, name: "Wellness", slug: "wellness", color: "#22c55e" },
  author: { id: EXAMPLE.id, full_name: "Ada Larkin", email: "ada@blog.example" },
  created_at: EXAMPLE.date,
  updated_at: EXAMPLE.date,
  published_at: null,
  views_count: 0,
  likes_count: 0,
  comments_count: 0,
  read_time: 1,
  version: 1,
  staged_at: null,
  planned: null,
};

export const examplePost = {
  ...exampleRow,
  ...exampleInput,
  tags: [{ id: EXAMPLE.id, name: "Habits", slug: "habits" }],
  first_published_at: null,
  comments_open: true,
  words: 18,
};

export const examplePreview = {
  content_html: '<h2 id="h-begin">Begin</h2><p>Write one line in the morning and one at night, and look at them on Sunday.</p>',
  headings: [{ level: 2 as const, id: "h-begin", text: "Begin" }],
  read_time: 1,
  words: 18,
};
