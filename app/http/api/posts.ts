import { z } from "@hono/zod-openapi";
import { CATEGORY_SLUG } from "../../domain/categories/model.ts";
import { notFound } from "../../domain/errors.ts";
import { listPosts, readPost } from "../../domain/posts/list-posts.ts";
import { MAX_PAGE, MAX_PAGE_SIZE, POST_SLUG } from "../../domain/posts/model.ts";
import { postPolicy } from "../../domain/posts/post.policy.ts";
import { isSearchable, SEARCH_MAX_LENGTH, searchTerm } from "../../domain/search/model.ts";
import { TAG_SLUG } from "../../domain/tags/model.ts";
import { errorResponses } from "./error-responses.ts";
import { EXAMPLE, id, noQuery, wholeNumber } from "./fields.ts";
import { createRoute, operation } from "./operation.ts";
import { json, resource } from "./resource.ts";

const date = z.string().openapi({ format: "date-time", description: "ISO 8601 in UTC", example: EXAMPLE.date });
const count = z.number().int().openapi({ minimum: 0, example: 89 });
const tag = z.object({ name: z.string(), slug: z.string() });
const link = z.object({ title: z.string(), slug: z.string() });

const categoryOfPost = z
  .object({ id: z.string(), name: z.string(), slug: z.string(), color: z.string().openapi({ description: "`#rrggbb`" }) })
  .nullable();

/** An article as lists show it. */
const postCard = z
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
const postPage = z
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
const post = postCard
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

const examplePage = { posts: [exampleCard], total: 1, total_is_capped: false, page: 1, pages: 1, limit: 6 };

const examplePost = {
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

const listQuery = z.strictObject({
  search: z
    .string()
    .max(SEARCH_MAX_LENGTH, `must have at most ${SEARCH_MAX_LENGTH} characters`)
    .optional()
    .openapi({ description: "Words to find; up to two characters count as no search", example: "mood" }),
  category: z
    .string()
    .regex(CATEGORY_SLUG, "must be 1 to 100 lower-case letters, digits and hyphens")
    .optional()
    .openapi({ description: "A category's slug, or one it had before; an unknown one has no articles", example: "wellness" }),
  tag: z
    .string()
    .regex(TAG_SLUG, "must be 1 to 100 characters without white space")
    .optional()
    .openapi({ description: "A tag's slug, or one it had before; an unknown one has no articles", example: "habits" }),
  featured: z.enum(["true", "false", "first"], "must be true, false or first").optional().openapi({
    description: "`true`: only featured articles; `first`: featured articles before all others; `false` leaves the list as it is",
  }),
  page: wholeNumber(MAX_PAGE, "Page, counted from 1", 1).optional(),
  limit: wholeNumber(MAX_PAGE_SIZE, "Articles per page; the site's own page size unless given", 6).optional(),
});

const list = createRoute({
  operationId: "listPosts",
  ...operation("Posts", postPolicy.read),
  method: "get",
  path: "/posts",
  summary: "List and search articles",
  description:
    "Published articles, newest first. A search finds its term in title or description first, newest first, and after " +
    "those what has the words in its body. A page beyond the last is empty and tells the right totals. Where `moved_to` is there, " +
    "the category or tag has another slug by now, or has been merged into another one.",
  request: { query: listQuery },
  responses: { 200: json(postPage, "A page of articles", examplePage), ...errorResponses() },
});

const read = createRoute({
  operationId: "readPost",
  ...operation("Posts", postPolicy.read),
  method: "get",
  path: "/posts/{slug}",
  summary: "Read an article",
  description:
    "A published article by its slug, an earlier slug or its id. Where the answer's own `slug` differs, the article has moved there.",
  request: {
    params: z.object({
      slug: z
        .string()
        .regex(POST_SLUG, "must be 1 to 254 lower-case letters, digits and hyphens")
        .openapi({ description: "The article's slug, an earlier slug, or its id", example: "mood-tracking-guide" }),
    }),
    query: noQuery,
  },
  responses: { 200: json(post, "The article", examplePost), ...errorResponses(404) },
});

/** Articles as readers see them. */
export const posts = () =>
  resource()
    .openapi(list, async (c) => {
      const { context, settings } = c.var.deps;
      const { search, featured, page = 1, limit = settings.site().postsPerPage, ...filter } = c.req.valid("query");
      const found = await listPosts(context, {
        ...filter,
        search: isSearchable(search) ? searchTerm(search) : undefined,
        featured: featured === "first" ? featured : featured === undefined ? undefined : featured === "true",
        page,
        limit,
      });
      return c.json(found, 200);
    })
    .openapi(read, async (c) => {
      const found = await readPost(c.var.deps.context, c.req.valid("param").slug);
      if (!found) throw notFound("Post");
      return c.json(found, 200);
    });
