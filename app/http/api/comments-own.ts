import { z } from "@hono/zod-openapi";
import { commentPolicy } from "../../domain/comments/comment.policy.ts";
import { reason } from "../../domain/comments/comment.ts";
import { REPORT_REASON_MAX } from "../../domain/comments/comment-rules.ts";
import { deleteOwnComment, editComment, reportComment } from "../../domain/comments/edit-comment.ts";
import { limit } from "../guards/try-limits.ts";
import { signedIn } from "../middleware/require.ts";
import { commentText, exampleOwn, ownComment } from "./comment-shapes.ts";
import { errorResponses, WRITE_REFUSALS } from "./error-responses.ts";
import { id, noQuery } from "./fields.ts";
import { createRoute, operation } from "./operation.ts";
import { json, jsonBody, resource } from "./resource.ts";

const commentId = z.object({ id: id.openapi({ description: "The comment's id" }) });

const edit = createRoute({
  ...operation("Comments", commentPolicy.edit),
  operationId: "updateOwnComment",
  method: "patch",
  path: "/comments/{id}",
  summary: "Update your comment",
  description:
    "Changes what it says, for 15 minutes after it was written; later it is refused with `edit_time_over`. Where comments are " +
    "moderated, an approved one waits again.",
  request: {
    params: commentId,
    query: noQuery,
    body: jsonBody(
      z.strictObject({
        content: commentText,
      }),
      { content: exampleOwn.content },
    ),
  },
  responses: { 200: json(ownComment, "The comment now", exampleOwn), ...errorResponses(401, 404, 409, ...WRITE_REFUSALS) },
});

const remove = createRoute({
  ...operation("Comments", commentPolicy.deleteOwn),
  operationId: "deleteOwnComment",
  method: "delete",
  path: "/comments/{id}",
  summary: "Delete your comment",
  description: "Deletes it for good, however old it is. Replies to it stay.",
  request: { params: commentId, query: noQuery },
  responses: { 204: { description: "It is gone" }, ...errorResponses(401, 403, 404, 429) },
});

const report = createRoute({
  ...operation("Comments", commentPolicy.report),
  operationId: "reportComment",
  method: "post",
  path: "/comments/{id}/report",
  summary: "Report a comment",
  description: "Tells the site's admins that a comment needs a look. Each reader once per comment; one's own can't be reported.",
  request: {
    params: commentId,
    query: noQuery,
    body: jsonBody(
      z.strictObject({
        reason: reason.optional().openapi({
          type: "string",
          description: `What is wrong with it, in at most ${REPORT_REASON_MAX} characters; may be left out`,
        }),
      }),
      { reason: "Advertising" },
    ),
  },
  responses: { 204: { description: "It is noted" }, ...errorResponses(401, 404, 409, ...WRITE_REFUSALS) },
});

/** What readers do with single comments. */
export const commentsOwn = () =>
  resource()
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
