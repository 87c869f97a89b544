import { z } from "@hono/zod-openapi";
import { categoryPolicy } from "../../../domain/categories/category.policy.ts";
import { restoreCategory } from "../../../domain/categories/restore-categories.ts";
import { commentPolicy } from "../../../domain/comments/comment.policy.ts";
import { restoreComment } from "../../../domain/comments/restore-comments.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { restorePost } from "../../../domain/posts/restore-posts.ts";
import { TRASH_KINDS } from "../../../domain/trash/model.ts";
import { restoreAll } from "../../../domain/trash/restore-all.ts";
import { restoreInput } from "../../../domain/trash/schema.ts";
import { trashPolicy } from "../../../domain/trash/trash.policy.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { EXAMPLE, id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";

const count = z.number().int().openapi({ minimum: 0 });
const renamed = z.boolean().openapi({ description: "Whether its slug is another than before, because that was taken" });

const post = z.object({ id, title: z.string(), slug: z.string(), renamed }).openapi("RestoredPost");
const category = z
  .object({
    id,
    name: z.string(),
    slug: z.string(),
    renamed,
    posts: count.openapi({ description: "Posts that came back to it" }),
  })
  .openapi("RestoredCategory");
const many = z
  .object({
    restored: count,
    missing: count.openapi({ description: "Weren't in the trash any more" }),
    renamed: z
      .array(z.object({ kind: z.enum(TRASH_KINDS), id, title: z.string(), slug: z.string() }))
      .openapi({ description: "Whose slug was taken, with the one that they got instead" }),
  })
  .openapi("Restored");

const examplePost = { id: EXAMPLE.id, title: "Larks at dawn", slug: "larks-at-dawn", renamed: false };
const exampleCategory = { id: EXAMPLE.id, name: "Wellness", slug: "wellness", renamed: false, posts: 3 };
const params = (what: string) => z.object({ id: id.openapi({ description: `The ${what}'s id` }) });
const ANSWERS = errorResponses(401, 403, 404, 429);

const onePost = createRoute({
  ...operation("Trash", postPolicy.restore),
  operationId: "restorePost",
  method: "post",
  path: "/admin/posts/{id}/restore",
  summary: "Restore a post",
  description:
    "As it was: its status, its date, its comments, its slug. Where another post has the slug by now, it gets one with a number.",
  request: { params: params("post"), query: noQuery },
  responses: { 200: json(post, "Where it stands", examplePost), ...ANSWERS },
});

const oneComment = createRoute({
  ...operation("Trash", commentPolicy.restore),
  operationId: "restoreComment",
  method: "post",
  path: "/admin/comments/{id}/restore",
  summary: "Restore a comment",
  description: "As it was, with the replies that went along. 409 (`post_trashed`) while its post is in the trash.",
  request: { params: params("comment"), query: noQuery },
  responses: { 204: { description: "It is back" }, ...errorResponses(401, 403, 404, 409, 429) },
});

const oneCategory = createRoute({
  ...operation("Trash", categoryPolicy.restore),
  operationId: "restoreCategory",
  method: "post",
  path: "/admin/categories/{id}/restore",
  summary: "Restore a category",
  description:
    "With those of its posts that nobody has moved since. Where another category has the slug by now, it gets one with a number.",
  request: { params: params("category"), query: noQuery },
  responses: { 200: json(category, "The category", exampleCategory), ...ANSWERS },
});

const restore = createRoute({
  ...operation("Trash", trashPolicy.restore),
  operationId: "bulkRestoreTrash",
  method: "post",
  path: "/admin/trash/restore",
  summary: "Restore many items of the trash",
  description:
    "Up to 500 things in one transaction: all of them or none. 409 (`post_trashed`) for a comment whose post stays in the trash.",
  request: { query: noQuery, body: jsonBody(restoreInput, { items: [{ kind: "post" as const, id: EXAMPLE.id }] }) },
  responses: {
    200: json(many, "What came back", { restored: 1, missing: 0, renamed: [] }),
    ...errorResponses(401, 404, 409, ...WRITE_REFUSALS),
  },
});

/** The ways back from the trash. */
export const adminRestoring = () =>
  resource()
    .openapi(restore, async (c) => c.json(await restoreAll(c.var.deps.context, c.var.actor, c.req.valid("json").items), 200))
    .openapi(onePost, async (c) => c.json(await restorePost(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(oneComment, async (c) => {
      await restoreComment(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    })
    .openapi(oneCategory, async (c) =>
      c.json(await restoreCategory(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200),
    );
