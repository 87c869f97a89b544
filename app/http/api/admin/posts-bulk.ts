import { z } from "@hono/zod-openapi";
import { bulkInput, changePosts } from "../../../domain/posts/change-posts.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { EXAMPLE, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";

const result = z
  .object({
    changed: z.number().int().openapi({ minimum: 0 }),
    unchanged: z.number().int().openapi({ minimum: 0, description: "Stood so already, or are gone" }),
  })
  .openapi("BulkResult");

const change = createRoute({
  ...operation("Posts", postPolicy.update),
  operationId: "bulkUpdatePosts",
  method: "post",
  path: "/admin/posts/bulk",
  summary: "Publish, archive, unpublish or delete many posts",
  description:
    "Up to 500 posts in one transaction: all of them or none. What is published thereby is dated now; what is deleted is in the trash.",
  request: { query: noQuery, body: jsonBody(bulkInput, { ids: [EXAMPLE.id], action: "archive" as const }) },
  responses: { 200: json(result, "What was done", { changed: 1, unchanged: 0 }), ...errorResponses(401, 404, ...WRITE_REFUSALS) },
});

/** One thing done to many posts. */
export const adminPostsBulk = () =>
  resource().openapi(change, async (c) => c.json(await changePosts(c.var.deps.context, c.var.actor, c.req.valid("json")), 200));
