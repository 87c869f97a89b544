import { z } from "@hono/zod-openapi";
import { addComment } from "../../domain/comments/add-comment.ts";
import { commentPolicy } from "../../domain/comments/comment.policy.ts";
import { content, hidden, ownComment, ownThread, reason, threadPage } from "../../domain/comments/comment.ts";
import { COMMENT_MAX, COMMENT_PAGE_MAX, REPORT_REASON_MAX } from "../../domain/comments/comment-rules.ts";
import { deleteOwnComment, editComment, reportComment } from "../../domain/comments/edit-comment.ts";
import { followedThreads, following, listFollowed, setFollowing } from "../../domain/comments/follow-thread.ts";
import { readOwnThread, readThread } from "../../domain/comments/list-comments.ts";
import { POST_SLUG } from "../../domain/posts/post-rules.ts";
import { exampleOf, id } from "../../domain/schema-fields.ts";
import { limit } from "../guards/try-limits.ts";
import { signedIn } from "../middleware/require.ts";
import { wholeNumber } from "./fields.ts";
import { created, done, ok, resource, routesOf } from "./operation.ts";

const createRoute = routesOf("Comments", "comment");

export const commentText = content.meta({
  type: "string",
  description: `Plain text of 1 to ${COMMENT_MAX} characters; line breaks stay`,
});

const ofArticle = z.object({
  slug: z
    .string()
    .regex(POST_SLUG, "must be 1 to 254 lower-case letters, digits and hyphens")
    .openapi({ description: "The article’s slug, an earlier slug, or its id", example: "mood-tracking-guide" }),
});

const list = createRoute("get", "/posts/{slug}/comments", commentPolicy.read, {
  id: "listComments",
  scope: "public",
  summary: "List the comments on an article",
  description:
    "Approved comments of a published article, oldest first, each followed by its replies. A page beyond the last is empty " +
    "and has the right totals.",
  params: ofArticle,
  query: z.strictObject({ page: wholeNumber(COMMENT_PAGE_MAX, "Page of 100 comments, counted from 1", 1).optional() }),
  answer: ok(threadPage, "A page of comments"),
});

const own = createRoute("get", "/posts/{slug}/comments/own", commentPolicy.readOwn, {
  id: "listOwnComments",
  scope: "never",
  summary: "List your comments on an article",
  description:
    "Your comments, including those that wait for approval; the comments that you have reported; and the form’s token.",
  params: ofArticle,
  answer: ok(ownThread, "Your comments and reports"),
});

const follow = createRoute("put", "/posts/{slug}/comments/following", commentPolicy.follow, {
  id: "updateThreadFollowing",
  scope: "never",
  summary: "Follow the comments on an article by email",
  description:
    "Turns emails about each new comment on or off, for at most 500 articles. You get none about your own, and none while you are banned: then you can only turn them off.",
  params: ofArticle,
  body: z.strictObject({ following: z.boolean("must be true or false") }),
  example: { following: true },
  answer: ok(following, "Your choice"),
  refuses: [409],
});

const followed = createRoute("get", "/account/followed-threads", commentPolicy.follow, {
  id: "listFollowedThreads",
  scope: "never",
  summary: "List the articles whose comments you follow",
  description: "Published ones, the last followed first.",
  answer: ok(followedThreads, "The articles"),
});

const add = createRoute("post", "/posts/{slug}/comments", commentPolicy.create, {
  id: "createComment",
  scope: "never",
  summary: "Create a comment",
  description:
    "Adds a comment, or a reply to an approved comment. If comments are moderated, only its author sees it until it is approved; " +
    "suspected spam always waits for approval. Comments of admins and moderators, and of authors on their own posts, are approved immediately. Answers 409 (`comments_closed`) if comments " +
    "are closed.",
  params: ofArticle,
  body: z.strictObject({
    content: commentText,
    reply_to: id.nullable().optional().openapi({ description: "The comment that it replies to; null or absent: none" }),
    website: hidden
      .optional()
      .openapi({ type: "string", description: "The form’s hidden field, which only spam programs fill in" }),
    ticket: hidden.optional().openapi({ type: "string", description: "The form’s token; programs without a form leave it out" }),
  }),
  example: { content: exampleOf(ownComment).content },
  answer: created(ownComment, "The comment"),
  refuses: [409],
});

const edit = createRoute("patch", "/comments/{id}", commentPolicy.edit, {
  id: "updateOwnComment",
  scope: "never",
  summary: "Update your comment",
  description:
    "Changes the text within 15 minutes; later the answer is 409 (`edit_time_over`). If comments are moderated, an approved comment " +
    "waits for approval again.",
  body: z.strictObject({
    content: commentText,
  }),
  example: { content: exampleOf(ownComment).content },
  answer: ok(ownComment, "The comment now"),
  refuses: [409],
});

const remove = createRoute("delete", "/comments/{id}", commentPolicy.deleteOwn, {
  id: "deleteOwnComment",
  scope: "never",
  summary: "Delete your comment",
  description: "Deletes it permanently, however old it is. Replies to it stay.",
  answer: done("The comment is deleted"),
});

const report = createRoute("post", "/comments/{id}/report", commentPolicy.report, {
  id: "reportComment",
  scope: "never",
  summary: "Report a comment",
  description: "Reports a comment to those who moderate, once per reader. You can’t report your own comments.",
  body: z.strictObject({
    reason: reason.optional().openapi({
      type: "string",
      description: `What is wrong with it, in at most ${REPORT_REASON_MAX} characters; may be left out`,
    }),
  }),
  example: { reason: "Advertising" },
  answer: done("The report is stored"),
  refuses: [409],
});

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
      return c.json(await readOwnThread(context, slug, signedIn(c), settings.site().defaultAuthor), 200);
    })
    .openapi(follow, async (c) => {
      const { following } = c.req.valid("json");
      const reader = signedIn(c);
      await limit(c, "follow_thread", { account: reader.id });
      await setFollowing(c.var.deps.context, reader, c.req.valid("param").slug, following);
      return c.json({ following }, 200);
    })
    .openapi(followed, async (c) => c.json({ items: await listFollowed(c.var.deps.context, signedIn(c)) }, 200))
    .openapi(add, async (c) => {
      const { context, settings } = c.var.deps;
      const author = signedIn(c);
      // Authors answer many readers in one go.
      if (!commentPolicy.skipApproval.admits(author)) await limit(c, "comment", { account: author.id });
      const { content: said, reply_to = null, website = "", ticket = null } = c.req.valid("json");
      const input = { content: said, replyTo: reply_to, hiddenField: website, formToken: ticket };
      const of = { settings: settings.get(), site: settings.site() };
      return c.json(await addComment(context, author, c.req.valid("param").slug, input, of), 201);
    })
    .openapi(edit, async (c) => {
      const { context, settings } = c.var.deps;
      const { id: comment } = c.req.valid("param");
      const of = { settings: settings.get(), site: settings.site() };
      return c.json(await editComment(context, signedIn(c), comment, c.req.valid("json").content, of), 200);
    })
    .openapi(remove, async (c) => {
      await deleteOwnComment(c.var.deps.context, signedIn(c), c.req.valid("param").id);
      return c.body(null, 204);
    })
    .openapi(report, async (c) => {
      const reader = signedIn(c);
      await limit(c, "report_comment", { account: reader.id });
      await reportComment(c.var.deps.context, reader, c.req.valid("param").id, c.req.valid("json").reason ?? "");
      return c.body(null, 204);
    });
