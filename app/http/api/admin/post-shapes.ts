import { z } from "@hono/zod-openapi";
import { EMPTY_POST } from "../../../domain/posts/post.ts";
import { POST_STATUSES } from "../../../domain/posts/post-rules.ts";
import {
  editedParts,
  heading,
  adminPostPage as pageRecord,
  planned as plannedRecord,
  adminPostRow as rowRecord,
} from "../../../domain/posts/post-shapes.ts";
import { count } from "../../../domain/schema-fields.ts";
import { EXAMPLE, id } from "../fields.ts";

/** What happens to a post by itself. */
export const planned = z.object(plannedRecord.shape).openapi("Planned");

/** A post as the back office lists it. */
const adminPostRow = z.object({ ...rowRecord.shape, id, planned: planned.nullable() }).openapi("AdminPostRow");

/** A page of them. */
export const adminPostPage = z.object({ ...pageRecord.shape, items: z.array(adminPostRow) }).openapi("AdminPostPage");

/** A post as it is edited. */
export const adminPost = adminPostRow.extend(editedParts.shape).openapi("AdminPost");

/** Writing as the article page will show it. */
export const preview = z
  .object({
    content_html: z.string().openapi({ description: "Sanitised HTML, ready to show" }),
    headings: z.array(heading),
    read_time: rowRecord.shape.read_time,
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
  ...EMPTY_POST,
  title: "Mood Tracking: A Gentle Guide",
  slug: "mood-tracking-a-gentle-guide",
  description: "How two lines a day teach you what your weeks are made of.",
  excerpt: "Two lines a day are enough.",
  content: CONTENT,
  category_id: EXAMPLE.id,
  tags: ["Habits", "Slow Living"],
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
