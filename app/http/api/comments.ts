import { z } from "@hono/zod-openapi";
import { addComment } from "../../domain/comments/add-comment.ts";
import { commentPolicy } from "../../domain/comments/comment.policy.ts";
import { hidden } from "../../domain/comments/comment.ts";
import { COMMENT_PAGE_MAX } from "../../domain/comments/comment-rules.ts";
import { readOwnThread, readThread } from "../../domain/comments/list-comments.ts";
import { POST_SLUG } from "../../domain/posts/post-rules.ts";
import { limit } from "../guards/try-limits.ts";
import { signedIn } from "../middleware/require.ts";
import { commentText, exampleComment, exampleOwn, ownComment, ownThread, threadPage } from "./comment-shapes.ts";
import { errorResponses, WRITE_REFUSALS } from "./error-responses.ts";
import { id, noQuery, wholeNumber } from "./fields.ts";
import { createRoute, operation } from "./operation.ts";
import { json, jsonBody, resource } from "./resource.ts";

const ofArticle = z.object({
  slug: z
    .string()
    .regex(POST_SLUG, "must be 1 to 254 lower-case letters, digits and hyphens")
    .openapi({ description: "The article's slug, an earlier slug, or its id", example: "mood-tracking-guide" }),
});

const list = createRoute({
  ...operation("Comments", commentPolicy.read),
  operationId: "listComments",
  method: "get",
  path: "/posts/{slug}/comments",
  summary: "List the comments on an article",
  description:
    "Approved comments of a published article, oldest first, each followed by its replies. A page beyond the last is empty " +
    "and tells the right totals.",
  request: {
    params: ofArticle,
    query: z.strictObject({ page: wholeNumber(COMMENT_PAGE_MAX, "Page of 100 comments, counted from 1", 1).optional() }),
  },
  responses: {
    200: json(threadPage, "A page of comments", { comments: [exampleComment], total: 1, page: 1, pages: 1 }),
    ...errorResponses(404),
  },
});

const own = createRoute({
  ...operation("Comments", commentPolicy.readOwn),
  operationId: "listOwnComments",
  method: "get",
  path: "/posts/{slug}/comments/own",
  summary: "List your comments on an article",
  description: "One's own comments, also those that wait for approval; which ones one has reported; and the form's ticket.",
  request: { params: ofArticle, query: noQuery },
  responses: {
    200: json(ownThread, "What one has to do with the thread", {
      comments: [exampleOwn],
      reported: [],
      ticket: "1741944413000.c2ln",
    }),
    ...errorResponses(401, 404),
  },
});

const add = createRoute({
  ...operation("Comments", commentPolicy.create),
  operationId: "createComment",
  method: "post",
  path: "/posts/{slug}/comments",
  summary: "Create a comment",
  description:
    "Adds a comment, or a reply to an approved one. Where comments are moderated it is pending, and seen by its author alone, until an " +
    "admin approves it; what looks like spam is pending anyway. An admin's own comment is approved at once. Refused with `comments_closed` while the owner takes none.",
  request: {
    params: ofArticle,
    query: noQuery,
    body: jsonBody(
      z.strictObject({
        content: commentText,
        reply_to: id.nullable().optional().openapi({ description: "The comment that it answers; null or absent: none" }),
        website: hidden
          .optional()
          .openapi({ type: "string", description: "The form's hidden field: whoever fills it in is no person" }),
        ticket: hidden
          .optional()
          .openapi({ type: "string", description: "The form's ticket; programs that have no form leave it out" }),
      }),
      { content: exampleOwn.content },
    ),
  },
  responses: { 201: json(ownComment, "The comment", exampleOwn), ...errorResponses(401, 404, 409, ...WRITE_REFUSALS) },
});

/** The comments of articles. */
export const comments = () =>
  resource()
    .openapi(list, async (c) => {
      const { page = 1 } = c.req.valid("query");
      const { context, settings } = c.var.deps;
      return c.json(await readThread(context, c.req.valid("param").slug, page, settings.site().defaultAuthor), 200);
    })
    .openapi(own, async (c) => {
      const { context, settings } = c.var.deps;
      const { slug } = c.req.valid("param");
      return c.json(await readOwnThread(context, slug, signedIn(c).id, settings.site().defaultAuthor), 200);
    })
    .openapi(add, async (c) => {
      const { context, settings } = c.var.deps;
      const author = signedIn(c);
      await limit(c, "comment", { account: author.id });
      const { content: said, reply_to = null, website = "", ticket = null } = c.req.valid("json");
      const input = { content: said, replyTo: reply_to, hiddenField: website, ticket };
      const of = { settings: settings.get(), site: settings.site() };
      return c.json(await addComment(context, author, c.req.valid("param").slug, input, of), 201);
    });
