import { createRoute, z } from "@hono/zod-openapi";
import { CATEGORY_SLUG } from "../../domain/categories/model.ts";
import { notFound } from "../../domain/errors.ts";
import { listPosts, readPost } from "../../domain/posts/list-posts.ts";
import { MAX_PAGE, MAX_PAGE_SIZE, POST_SLUG } from "../../domain/posts/model.ts";
import { isSearchable, SEARCH_MAX_LENGTH, searchTerm } from "../../domain/search/model.ts";
import { TAG_SLUG } from "../../domain/tags/model.ts";
import { errorResponses } from "./error-responses.ts";
import { noQuery, wholeNumber } from "./fields.ts";
import { publicOperation } from "./operation.ts";
import { examplePage, examplePost, post, postPage } from "./post-shapes.ts";
import { json, resource } from "./resource.ts";

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
  ...publicOperation("Posts"),
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
  ...publicOperation("Posts"),
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
