import { z } from "@hono/zod-openapi";
import { EXAMPLE, id } from "./fields.ts";

const date = z.string().openapi({ format: "date-time", description: "ISO 8601 in UTC", example: EXAMPLE.date });
const count = z.number().int().openapi({ minimum: 0, example: 89 });
const tag = z.object({ name: z.string(), slug: z.string() });
const link = z.object({ title: z.string(), slug: z.string() });

const categoryOfPost = z
  .object({ id: z.string(), name: z.string(), slug: z.string(), color: z.string().openapi({ description: "`#rrggbb`" }) })
  .nullable();

/** An article as lists show it. */
export const postCard = z
  .object({
    id,
    title: z.string(),
    slug: z.string(),
    description: z.string(),
    excerpt: z.string(),
    featured_image_url: z
      .string()
      .nullable()
      .openapi({ description: "A picture of the media library; where there is none, pages show the drawing of the category" }),
    featured_image_focus: z
      .object({ x: z.number(), y: z.number() })
      .optional()
      .openapi({ description: "What stays in sight where the picture is cut, as parts of the whole; absent: the middle" }),
    category: categoryOfPost,
    author: z.object({ full_name: z.string().nullable() }).nullable(),
    read_time: z.number().int().openapi({ description: "Minutes" }),
    views_count: count,
    likes_count: count,
    comments_count: count,
    featured: z.boolean(),
    published_at: date,
    updated_at: date,
    tags: z.array(tag).openapi({ description: "Always empty in lists" }),
    snippet: z.string().optional().openapi({ description: "A search's find in the body, as plain text" }),
  })
  .openapi("PostCard");

/** A page of articles. */
export const postPage = z
  .object({
    posts: z.array(postCard),
    total: z.number().int().openapi({ description: "Articles in all that match" }),
    total_is_capped: z.boolean().openapi({ description: "Whether there are more than `total` says" }),
    page: z.number().int(),
    pages: z.number().int(),
    limit: z.number().int().openapi({ description: "Articles per page" }),
    moved_to: z.object({ category: z.string().optional(), tag: z.string().optional() }).optional().openapi({
      description: "The current slug of a category or tag that was asked for by one it had before; absent when nothing has moved",
    }),
  })
  .openapi("PostPage");

/** An article in full. */
export const post = postCard
  .extend({
    first_published_at: date,
    featured_image_alt: z.string().openapi({ description: "What the featured image shows; empty when it only decorates" }),
    content_html: z.string().openapi({ description: "Sanitised HTML, ready to show" }),
    headings: z.array(
      z.object({ level: z.union([z.literal(2), z.literal(3)]).openapi({ type: "integer" }), id: z.string(), text: z.string() }),
    ),
    author: z.object({ full_name: z.string().nullable(), bio: z.string() }).nullable(),
    comments_open: z.boolean().openapi({ description: "Whether readers can comment, where the site takes comments at all" }),
    previous: link.nullable().openapi({ description: "The next older article" }),
    next: link.nullable().openapi({ description: "The next newer article" }),
    related: z.array(postCard),
  })
  .openapi("Post");

const exampleCard = {
  id: EXAMPLE.id,
  title: "Mood Tracking: A Gentle Guide",
  slug: "mood-tracking-guide",
  description: "How two lines a day teach you what your weeks are made of.",
  excerpt: "Two lines a day are enough.",
  featured_image_url: null,
  category: { id: EXAMPLE.id, name: "Wellness", slug: "wellness", color: "#22c55e" },
  author: { full_name: "Ada Larkin" },
  read_time: 5,
  views_count: 1200,
  likes_count: 89,
  comments_count: 0,
  featured: true,
  published_at: EXAMPLE.date,
  updated_at: EXAMPLE.date,
  tags: [],
};

export const examplePage = { posts: [exampleCard], total: 1, total_is_capped: false, page: 1, pages: 1, limit: 6 };

export const examplePost = {
  ...exampleCard,
  first_published_at: EXAMPLE.date,
  featured_image_alt: "",
  content_html: '<h2 id="begin">Begin</h2><p>Write one line in the morning and one at night.</p>',
  headings: [{ level: 2 as const, id: "begin", text: "Begin" }],
  author: { full_name: "Ada Larkin", bio: "Writes about habits." },
  comments_open: true,
  tags: [{ name: "Habits", slug: "habits" }],
  previous: { title: "The Quiet Hour", slug: "the-quiet-hour" },
  next: null,
  related: [],
};
