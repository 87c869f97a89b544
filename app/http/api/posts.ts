import { z } from "@hono/zod-openapi";
import { CATEGORY_SLUG } from "../../domain/categories/category-rules.ts";
import { notFound } from "../../domain/errors.ts";
import { listPosts, readPost } from "../../domain/posts/list-posts.ts";
import { postPolicy } from "../../domain/posts/post.policy.ts";
import { MAX_PAGE, MAX_PAGE_SIZE, POST_SLUG } from "../../domain/posts/post-rules.ts";
import { post, postPage } from "../../domain/posts/post-shapes.ts";
import { isSearchable, SEARCH_MAX_LENGTH, searchTerm } from "../../domain/search/search-rules.ts";
import { LANGUAGE_TAG } from "../../domain/settings/direction-rules.ts";
import { TAG_SLUG } from "../../domain/tags/tag-rules.ts";
import { readLong } from "../read-long.ts";
import { wholeNumber } from "./fields.ts";
import { ok, resource, routesOf } from "./operation.ts";

const createRoute = routesOf("Posts", "post");

const listQuery = z.strictObject({
  search: z.string().max(SEARCH_MAX_LENGTH, `must have at most ${SEARCH_MAX_LENGTH} characters`).optional().openapi({
    description: "Words to find; one or two characters don’t search, except two of a script without spaces, such as Japanese",
    example: "mood",
  }),
  category: z
    .string()
    .regex(CATEGORY_SLUG, "must be 1 to 100 lower-case letters, digits and hyphens")
    .optional()
    .openapi({ description: "A category’s slug, or one it had before; an unknown one has no articles", example: "wellness" }),
  tag: z
    .string()
    .regex(TAG_SLUG, "must be 1 to 100 characters without white space")
    .optional()
    .openapi({ description: "A tag’s slug, or one it had before; an unknown one has no articles", example: "habits" }),
  language: z
    .string()
    .regex(LANGUAGE_TAG, "must be a language tag such as de or pt-BR")
    .optional()
    .openapi({
      description:
        "Only articles written in this language (BCP 47), also versions of an article that lists have in another one. Without it, a list has each " +
        "article once: in the site’s language, or else the oldest version. One that nothing is written in has no articles",
      example: "de",
    }),
  featured: z.enum(["true", "false", "first"], "must be true, false or first").optional().openapi({
    description:
      "`true`: only featured articles; `first`: featured articles before all others, in the order that an admin has given them; `false` leaves the list as it is",
  }),
  sort: z.enum(["newest"], "must be newest").optional().openapi({ description: "The order of a search: by rank unless given" }),
  exact: z.enum(["true", "false"], "must be true or false").optional().openapi({
    description: "`true`: a search doesn’t correct mistyped words",
  }),
  page: wholeNumber(MAX_PAGE, "Page, counted from 1", 1).optional(),
  limit: wholeNumber(MAX_PAGE_SIZE, "Articles per page; the site’s own page size unless given", 6).optional(),
});

const list = createRoute("get", "/posts", postPolicy.read, {
  id: "listPosts",
  scope: "public",
  summary: "List and search articles",
  description:
    "Published articles, newest first. A search lists articles with the term in their title or description first, then those with all " +
    "its words or their stems, by rank: title, description, tags, text. If that finds fewer than three, mistyped words are corrected, and " +
    "`corrected` says how. A minus excludes a word, and quotes keep words together. A page beyond the last is empty and has the right totals. If there is `moved_to`, " +
    "the category or tag has another slug now, or has been merged into another one.",
  query: listQuery,
  answer: ok(postPage, "A page of articles"),
});

const read = createRoute("get", "/posts/{slug}", postPolicy.read, {
  id: "readPost",
  scope: "public",
  summary: "Read an article",
  description:
    "A published article or own page by its slug, a former slug or its id. If the answer’s `slug` differs, it has moved there.",
  params: z.object({
    slug: z
      .string()
      .regex(POST_SLUG, "must be 1 to 254 lower-case letters, digits and hyphens")
      .openapi({ description: "The article’s slug, a former slug or its id", example: "mood-tracking-guide" }),
  }),
  answer: ok(post, "The article"),
});

export const posts = () =>
  resource()
    .openapi(list, async (c) => {
      const { context, settings } = c.var.deps;
      const {
        search: typed,
        featured,
        sort,
        exact,
        page = 1,
        limit = settings.site().postsPerPage,
        ...filter
      } = c.req.valid("query");
      const search = isSearchable(typed) ? searchTerm(typed) : undefined;
      const asked = {
        ...filter,
        search,
        order: sort,
        exact: exact === "true",
        ownPages: c.var.content.pages.latest(),
        featured: featured === "first" ? featured : featured === undefined ? undefined : featured === "true",
        page,
        limit,
      };
      const found = await (search ? readLong(c.var.deps, (ctx) => listPosts(ctx, asked)) : listPosts(context, asked));
      return c.json(found, 200);
    })
    .openapi(read, async (c) => {
      const found = await readPost(c.var.deps.context, c.req.valid("param").slug);
      if (!found) throw notFound("Post");
      return c.json(found, 200);
    });
