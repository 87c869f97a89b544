import { z } from "@hono/zod-openapi";
import { commentPolicy } from "../../../domain/comments/comment.policy.ts";
import { bulkAction, bulkIds, commentView, searchWords } from "../../../domain/comments/comment.ts";
import { moderateMany } from "../../../domain/comments/moderate-comments.ts";
import { allowedMethods } from "../../middleware/allowed-methods.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { EXAMPLE, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";

const filter = z
  .strictObject(
    {
      status: commentView.optional().openapi({ description: "As the list takes it" }),
      search: searchWords.optional().openapi({ type: "string", description: "As the list takes it" }),
    },
    "must be an object",
  )
  .openapi({ description: "All comments that the list would show for it" });

const input = z
  .strictObject({ ids: bulkIds.optional(), filter: filter.optional(), action: bulkAction })
  .refine(({ ids, filter }) => ids !== undefined || filter !== undefined, { path: ["ids"], message: "is required" })
  .refine(({ ids, filter }) => ids === undefined || filter === undefined, {
    path: ["filter"],
    message: "must not come with ids",
  });

const result = z.object({ changed: z.number().int().openapi({ minimum: 0 }) }).openapi("CommentBulkResult");

const change = createRoute({
  ...operation("Comments", commentPolicy.moderate),
  operationId: "bulkUpdateComments",
  method: "post",
  path: "/admin/comments/bulk",
  summary: "Approve, unapprove, reject, mark as spam or delete many comments",
  description:
    "Up to 500 comments by their ids, or all that a filter holds at this moment. Ids of nothing count for nothing. What is deleted is in the trash.",
  request: { query: noQuery, body: jsonBody(input, { ids: [EXAMPLE.id], action: "approve" as const }) },
  responses: { 200: json(result, "How many there were", { changed: 1 }), ...errorResponses(401, ...WRITE_REFUSALS, 404) },
});

/** One thing done to many comments. */
export function adminCommentsBulk() {
  const routes = resource().openapi(change, async (c) => {
    const { ids, filter, action } = c.req.valid("json");
    const which = ids ? { ids } : { filter: { view: filter?.status, search: filter?.search?.trim() } };
    return c.json({ changed: await moderateMany(c.var.deps.context, c.var.actor, which, action) }, 200);
  });
  // Before the addresses with an id, so that no method takes `bulk` for one.
  allowedMethods(routes);
  return routes;
}
