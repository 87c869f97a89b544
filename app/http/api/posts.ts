import { z } from "@hono/zod-openapi";
import { CATEGORY_SLUG } from "../../domain/categories/category-rules.ts";
import { notFound } from "../../domain/errors.ts";
import { listPosts, readPost } from "../../domain/posts/list-posts.ts";
import { searchPages } from "../../domain/posts/pages/public-pages.ts";
import { postPolicy } from "../../domain/posts/post.policy.ts";
import { ARTICLE_FIELDS, CARD_FIELDS, EMPTY_POST } from "../../domain/posts/post.ts";
import { MAX_PAGE, MAX_PAGE_SIZE, POST_SLUG } from "../../domain/posts/post-rules.ts";
import { articleParts, postCard as cardRecord, postPage as pageRecord } from "../../domain/posts/post-shapes.ts";
import { pick } from "../../domain/schema-fields.ts";
import { isSearchable, SEARCH_MAX_LENGTH, searchTerm } from "../../domain/search/search-rules.ts";
import { TAG_SLUG } from "../../domain/tags/tag-rules.ts";
import { readLong } from "../read-long.ts";
import { EXAMPLE, id, wholeNumber } from "./fields.ts";
import { ok, resource, routesOf } from "./operation.ts";

const createRoute = routesOf("Posts", "post");

const date = cardRecord.shape.published_at.meta({ example: EXAMPLE.date });
const count = cardRecord.shape.views_count.meta({ example: 89 });
const counts = { views_count: count, likes_count: count, comments_count: count };

const postCard = z.object({ ...cardRecord.shape, ...counts, id, published_at: date, updated_at: date }).openapi("PostCard");
const postPage = z.object({ ...pageRecord.shape, posts: z.array(postCard) }).openapi("PostPage");
const post = postCard.extend({ ...articleParts.shape, first_published_at: date, related: z.array(postCard) }).openapi("Post");

const exampleCard = {
  ...pick(EMPTY_POST, CARD_FIELDS),
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
  ...pick(EMPTY_POST, ARTICLE_FIELDS),
  ...exampleCard,
  first_published_at: EXAMPLE.date,
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
  search: z.string().max(SEARCH_MAX_LENGTH, `must have at most ${SEARCH_MAX_LENGTH} characters`).optional().openapi({
    description: "Words to find; one or two characters don't search, except two of a script without spaces, such as Japanese",
    example: "mood",
  }),
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
    description:
      "`true`: only featured articles; `first`: featured articles before all others, in the order that an admin has given them; `false` leaves the list as it is",
  }),
  page: wholeNumber(MAX_PAGE, "Page, counted from 1", 1).optional(),
  limit: wholeNumber(MAX_PAGE_SIZE, "Articles per page; the site's own page size unless given", 6).optional(),
});

const list = createRoute("get", "/posts", postPolicy.read, {
  id: "listPosts",
  summary: "List and search articles",
  description:
    "Published articles, newest first. A search lists articles with the term in their title or description first, then those with the " +
    "words in their body. A page beyond the last is empty and has the right totals. If there is `moved_to`, " +
    "the category or tag has another slug now, or has been merged into another one.",
  query: listQuery,
  answer: ok(postPage, "A page of articles", examplePage),
});

const read = createRoute("get", "/posts/{slug}", postPolicy.read, {
  id: "readPost",
  summary: "Read an article",
  description:
    "A published article or own page by its slug, a former slug or its id. If the answer's `slug` differs, it has moved there.",
  params: z.object({
    slug: z
      .string()
      .regex(POST_SLUG, "must be 1 to 254 lower-case letters, digits and hyphens")
      .openapi({ description: "The article's slug, a former slug or its id", example: "mood-tracking-guide" }),
  }),
  answer: ok(post, "The article", examplePost),
});

/** Articles as readers see them. */
export const posts = () =>
  resource()
    .openapi(list, async (c) => {
      const { context, settings } = c.var.deps;
      const { search: typed, featured, page = 1, limit = settings.site().postsPerPage, ...filter } = c.req.valid("query");
      const search = isSearchable(typed) ? searchTerm(typed) : undefined;
      const asked = {
        ...filter,
        search,
        featured: featured === "first" ? featured : featured === undefined ? undefined : featured === "true",
        page,
        limit,
      };
      const found = await (search ? readLong(c.var.deps, (ctx) => listPosts(ctx, asked)) : listPosts(context, asked));
      const pages = c.var.content.pages.latest();
      const own_pages = pages && isSearchable(search) && page === 1 ? searchPages(pages, searchTerm(search)) : [];
      return c.json(own_pages.length > 0 ? { ...found, own_pages } : found, 200);
    })
    .openapi(read, async (c) => {
      const found = await readPost(c.var.deps.context, c.req.valid("param").slug);
      if (!found) throw notFound("Post");
      return c.json(found, 200);
    });
