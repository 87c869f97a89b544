import { z } from "zod";
import { categoryPage } from "../categories/category.ts";
import { count, date, pagedShape, plain } from "../schema-fields.ts";
import { PLAN_KINDS } from "./edit-rules.ts";
import { ARTICLE_FIELDS, CARD_FIELDS, EDITOR_FIELDS, postFields, ROW_FIELDS } from "./post.ts";

// The shapes of posts in responses. They are apart from post.ts because the editor loads that file, but only types of this one.

const categoryRef = z.object({ id: z.string(), name: z.string(), slug: z.string(), color: z.string() });
const link = z.object({ title: z.string(), slug: z.string() });
const minutes = z.number().int().meta({ description: "Minutes" });
const isOpen = z.boolean().meta({ description: "Whether readers can comment, if comments are enabled for the site" });

/** One entry of the contents list: `level` 2 or 3, `id` the anchor in the article's HTML. */
export const heading = z.object({
  level: z.union([z.literal(2), z.literal(3)]).meta({ type: "integer" }),
  id: z.string(),
  text: z.string(),
});

export const postCard = z.object({
  ...plain(postFields, CARD_FIELDS),
  id: z.string(),
  featured_image_url: z
    .string()
    .nullable()
    .meta({ description: "A picture of the media library; without one, pages show the drawing of the category" }),
  featured_image_focus: z
    .object({ x: z.number(), y: z.number() })
    .optional()
    .meta({ description: "The focal point of the picture, relative to its size; absent: the middle" }),
  category: categoryRef.extend({ color: z.string().meta({ description: "`#rrggbb`" }) }).nullable(),
  author: z.object({ full_name: z.string().nullable() }).nullable(),
  read_time: minutes,
  views_count: count,
  likes_count: count,
  comments_count: count,
  published_at: date,
  updated_at: date,
  tags: z.array(z.object({ name: z.string(), slug: z.string() })).meta({ description: "Always empty in lists" }),
  snippet: z.string().optional().meta({ description: "The text around a search match in the body, as plain text" }),
});

/** The fields of a full article in addition to its card. */
export const articleParts = z.object({
  ...plain(postFields, ARTICLE_FIELDS),
  featured_image_alt: z.string().meta({ description: "Alternative text of the featured image; empty if it is decorative" }),
  first_published_at: date,
  content_html: z.string().meta({ description: "Sanitized HTML, ready to show" }),
  headings: z.array(heading),
  author: z.object({ full_name: z.string().nullable(), bio: z.string() }).nullable(),
  comments_open: isOpen,
  previous: link.nullable().meta({ description: "The next older article" }),
  next: link.nullable().meta({ description: "The next newer article" }),
  related: z.array(postCard),
});

const post = postCard.extend(articleParts.shape);

/** A page of articles. `total` is exact up to `SEARCH_TOTAL_CAP`; `total_is_capped` says whether there are more. */
export const postPage = z.object({
  posts: z.array(postCard),
  total: z.number().int().meta({ description: "The number of matching articles" }),
  total_is_capped: z.boolean().meta({ description: "Whether there are more than `total` articles" }),
  page: z.number().int(),
  pages: z.number().int(),
  limit: z.number().int().meta({ description: "Articles per page" }),
  own_pages: z
    .array(z.object({ slug: z.string(), title: z.string(), description: z.string() }))
    .optional()
    .meta({ description: "Own pages of the site that a search finds, on its first page; otherwise absent" }),
  category_page: categoryPage.optional().meta({
    description: "The heading, text and picture of the category's own page, if articles of one are listed and it has some",
  }),
  tag_name: z.string().optional().meta({ description: "The name of the tag, if articles of one are listed" }),
  moved_to: z.object({ category: z.string().optional(), tag: z.string().optional() }).optional().meta({
    description: "The current slug of a category or tag that was requested by a former one; otherwise absent",
  }),
});

export const planned = z.object({
  kind: z.enum(PLAN_KINDS),
  at: date,
  failure: z.string().nullable().meta({ description: "Why the plan could not be carried out" }),
});

export const adminPostRow = z.object({
  ...plain(postFields, ROW_FIELDS),
  id: z.string(),
  category: categoryRef.nullable(),
  author: z.object({ id: z.string(), full_name: z.string().nullable(), email: z.string() }).nullable(),
  created_at: date,
  updated_at: date,
  published_at: date.nullable(),
  views_count: count,
  likes_count: count,
  comments_count: count,
  read_time: minutes,
  version: z.number().int().meta({ description: "Grows with every save" }),
  staged_at: date.nullable().meta({ description: "When the staged edit was last stored" }),
  planned: planned.nullable(),
});

/** The fields of a post in the editor in addition to its row in the list. */
export const editedParts = z.object({
  ...plain(postFields, EDITOR_FIELDS),
  content: z.string().meta({ description: "As the author wrote it" }),
  tags: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string() })),
  first_published_at: date.nullable(),
  comments_open: isOpen,
  listed: z
    .boolean()
    .meta({ description: "Whether the article is in lists, searches and feeds and on Home once it is published" }),
  words: count,
});

const adminPost = adminPostRow.extend(editedParts.shape);

export const adminPostPage = pagedShape(adminPostRow, count.describe("Posts on all pages")).extend({
  counts: z
    .object({ all: count, draft: count, published: count, archived: count })
    .meta({ description: "The number of posts of each status that match the other filters" }),
});

export type Heading = z.infer<typeof heading>;
export type PostLink = z.infer<typeof link>;
export type PostCard = z.infer<typeof postCard>;
export type Post = z.infer<typeof post>;
export type PostPage = z.infer<typeof postPage>;
export type Planned = z.infer<typeof planned>;
export type AdminPostRow = z.infer<typeof adminPostRow>;
export type AdminPost = z.infer<typeof adminPost>;
export type AdminPostPage = z.infer<typeof adminPostPage>;
