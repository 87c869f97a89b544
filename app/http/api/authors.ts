import { z } from "@hono/zod-openapi";
import { authorPolicy } from "../../domain/authors/author.policy.ts";
import { authorPage } from "../../domain/authors/author.ts";
import { AUTHOR_SLUG } from "../../domain/authors/author-rules.ts";
import { readAuthor } from "../../domain/authors/read-author.ts";
import { notFound } from "../../domain/errors.ts";
import { listArticlesOf } from "../../domain/posts/list-posts.ts";
import { MAX_PAGE, MAX_PAGE_SIZE } from "../../domain/posts/post-rules.ts";
import { wholeNumber } from "./fields.ts";
import { ok, resource, routesOf } from "./operation.ts";

const createRoute = routesOf("Authors", "user");

const read = createRoute("get", "/authors/{slug}", authorPolicy.read, {
  id: "readAuthor",
  scope: "public",
  summary: "Read an author and their articles",
  description:
    "An author with a page by its slug or a former one, with a page of their published articles, newest first. If the author’s `slug` " +
    "differs, it has moved there. 404 without published articles.",
  params: z.object({
    slug: z
      .string()
      .regex(AUTHOR_SLUG, "must be 1 to 100 lower-case letters, digits and hyphens")
      .openapi({ description: "The author’s slug or a former one", example: "ada-larkin" }),
  }),
  query: z.strictObject({
    page: wholeNumber(MAX_PAGE, "Page, counted from 1", 1).optional(),
    limit: wholeNumber(MAX_PAGE_SIZE, "Articles per page; the site’s own page size unless given", 6).optional(),
  }),
  answer: ok(authorPage, "The author and their articles"),
});

export const authors = () =>
  resource().openapi(read, async (c) => {
    const { context, settings } = c.var.deps;
    const { page = 1, limit = settings.site().postsPerPage } = c.req.valid("query");
    const found = await readAuthor(context, c.req.valid("param").slug);
    const articles = found && (await listArticlesOf(context, found.userId, { page, limit }));
    if (!found || !articles?.total) throw notFound("Author");
    return c.json({ author: found.author, articles }, 200);
  });
