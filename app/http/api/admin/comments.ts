import { z } from "@hono/zod-openapi";
import { answerComment } from "../../../domain/comments/add-comment.ts";
import { commentPolicy } from "../../../domain/comments/comment.policy.ts";
import {
  adminComment,
  adminCommentPage,
  bulkAction,
  bulkIds,
  commentStatus,
  commentView,
  searchWords,
} from "../../../domain/comments/comment.ts";
import { COMMENT_VIEWS, DECISION_DAYS } from "../../../domain/comments/comment-rules.ts";
import { listComments } from "../../../domain/comments/list-comments.ts";
import { moderateComment, moderateMany } from "../../../domain/comments/moderate-comments.ts";
import { deleteComment } from "../../../domain/comments/trash-comments.ts";
import { undoDecision } from "../../../domain/comments/undo-decision.ts";
import { EXAMPLE, exampleOf, id } from "../../../domain/schema-fields.ts";
import { allowedMethods } from "../../middleware/allowed-methods.ts";
import { signedIn } from "../../middleware/require.ts";
import { commentText } from "../comments.ts";
import { LIST_LIMIT, listLimit, listPage, listSearch, onePage } from "../fields.ts";
import { created, done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Moderation", "comment");

const filter = z
  .strictObject(
    {
      status: commentView.optional().openapi({ description: "As in the list" }),
      search: searchWords.optional().openapi({ type: "string", description: "As in the list" }),
      alike: id
        .optional()
        .openapi({ description: "A comment: this one, and those with its author, its words or a host of its links" }),
    },
    "must be an object",
  )
  .openapi({ description: "All comments that the list shows for this filter" });

const input = z
  .strictObject({ ids: bulkIds.optional(), filter: filter.optional(), action: bulkAction })
  .refine(({ ids, filter }) => ids !== undefined || filter !== undefined, { path: ["ids"], message: "is required" })
  .refine(({ ids, filter }) => ids === undefined || filter === undefined, {
    path: ["filter"],
    message: "must not come with ids",
  });

const result = z
  .object({
    changed: z.number().int().openapi({ minimum: 0 }),
    decision: id.nullable().openapi({ description: "For `undoCommentDecision`; null: all of them were like that before" }),
  })
  .openapi("CommentBulkResult");

const change = createRoute("post", "/admin/comments/bulk", commentPolicy.moderate, {
  id: "bulkUpdateComments",
  scope: "comments:moderate",
  summary: "Approve, unapprove, reject, mark as spam or delete many comments",
  description:
    "Changes up to 500 comments by their ids, or all that match a filter. Ignores unknown ids. Deleted comments move to the trash.",
  body: input,
  example: { ids: [EXAMPLE.id], action: "approve" },
  answer: ok(result, "How many comments changed", { changed: 1, decision: EXAMPLE.id }),
});

const undone = z
  .object({
    restored: z.number().int().openapi({ minimum: 0 }),
    changed: z.number().int().openapi({ minimum: 0, description: "Comments that were changed or deleted since, and stay" }),
  })
  .openapi("UndoneDecision");

const undo = createRoute("post", "/admin/comments/decisions/{id}/undo", commentPolicy.moderate, {
  id: "undoCommentDecision",
  scope: "comments:moderate",
  summary: "Undo a change of many comments",
  description:
    `Within ${DECISION_DAYS} days, restores the comments that are still as the change left them, also from the trash. Answers 404 if the ` +
    "change isn’t known, or one of its comments is outside of what you moderate; 409 (`decision_undone`) the second time.",
  answer: ok(undone, "How many comments were restored", { restored: 1, changed: 0 }),
  refuses: [409],
});

export function adminCommentsBulk() {
  const routes = resource().openapi(change, async (c) => {
    const { ids, filter, action } = c.req.valid("json");
    const which = ids ? { ids } : { filter: { view: filter?.status, search: filter?.search?.trim(), alike: filter?.alike } };
    return c.json(await moderateMany(c.var.deps.context, c.var.actor, which, action), 200);
  });
  // Before the paths with an id, so that no method takes `bulk` as an id.
  allowedMethods(routes);
  return routes;
}

const list = createRoute("get", "/admin/comments", commentPolicy.readAny, {
  id: "listAdminComments",
  scope: "comments:read",
  summary: "List comments of every status",
  description:
    "Authors get those on their own posts. Searches text, author and article, and filters by status, spam or reports of readers. `counts` has the number of each " +
    "within the search. A page beyond the last is empty and has the right totals.",
  query: z.strictObject({
    search: listSearch,
    status: commentView.optional().openapi({ description: `One of ${COMMENT_VIEWS.join(", ")}`, example: "pending" }),
    sort: z
      .enum(["-created_at", "created_at"], "must be created_at or -created_at")
      .optional()
      .openapi({ description: "The newest first unless given" }),
    page: listPage,
    limit: listLimit,
  }),
  answer: ok(adminCommentPage, "A page of comments", {
    ...onePage(adminComment, LIST_LIMIT),
    counts: { all: 1, pending: 0, approved: 1, rejected: 0, spam: 0, reported: 0 },
  }),
});

const moderate = createRoute("patch", "/admin/comments/{id}", commentPolicy.moderate, {
  id: "updateComment",
  scope: "comments:moderate",
  summary: "Update a comment’s status",
  description:
    "Sets the status, and whether it is spam. Spam is rejected unless a status is given, and an approved comment isn’t spam. " +
    "Approving or rejecting, even again, settles the reports of readers.",
  body: z
    .strictObject({
      status: commentStatus.optional(),
      is_spam: z.boolean("must be true or false").optional(),
    })
    .refine(({ status, is_spam }) => status !== undefined || is_spam !== undefined, {
      path: ["status"],
      message: "must be given, or is_spam",
    }),
  example: { status: "approved" },
  answer: ok(adminComment, "The updated comment"),
});

const reply = createRoute("post", "/admin/comments/{id}/replies", commentPolicy.answer, {
  id: "createReply",
  scope: "comments:moderate",
  summary: "Create a reply",
  description:
    "Publishes your reply below the comment. A pending comment is approved with it; for a rejected one the answer " +
    "is 409 (`comment_rejected`). The author of the comment is notified as of any reply.",
  body: z.strictObject({
    content: commentText,
  }),
  example: { content: exampleOf(adminComment).content },
  answer: created(adminComment, "The reply"),
  refuses: [409],
});

const remove = createRoute("delete", "/admin/comments/{id}", commentPolicy.delete, {
  id: "deleteComment",
  scope: "comments:moderate",
  summary: "Delete a comment",
  description: "Moves it to the trash with its replies. No one sees them until they are restored.",
  answer: done("It is in the trash"),
});

export const adminComments = () =>
  resource()
    .openapi(list, async (c) => {
      const { search, status: view, sort, page = 1, limit = LIST_LIMIT } = c.req.valid("query");
      const newestFirst = sort !== "created_at";
      return c.json(await listComments(c.var.deps.context, c.var.actor, { search, view, page, limit, newestFirst }), 200);
    })
    .openapi(moderate, async (c) => {
      const { context } = c.var.deps;
      return c.json(await moderateComment(context, c.var.actor, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(reply, async (c) => {
      const { context, settings } = c.var.deps;
      const { content: said } = c.req.valid("json");
      return c.json(await answerComment(context, signedIn(c), c.req.valid("param").id, said, settings.get()), 201);
    })
    .openapi(undo, async (c) => {
      return c.json(await undoDecision(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200);
    })
    .openapi(remove, async (c) => {
      await deleteComment(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    });
