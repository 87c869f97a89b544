import { z } from "@hono/zod-openapi";
import { categoryPolicy } from "../../../domain/categories/category.policy.ts";
import { restoredCategory } from "../../../domain/categories/category.ts";
import { restoreCategory } from "../../../domain/categories/manage-categories.ts";
import { commentPolicy } from "../../../domain/comments/comment.policy.ts";
import { restoreComment } from "../../../domain/comments/trash-comments.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { restorePost } from "../../../domain/posts/trash-posts.ts";
import { deleteTrashed, emptyTrash, listTrash, restoreAll } from "../../../domain/trash/manage-trash.ts";
import { trashPolicy } from "../../../domain/trash/trash.policy.ts";
import {
  emptyInput,
  restored,
  restoreInput,
  TRASH_DAYS,
  TRASH_KINDS,
  TRASH_PAGE_SIZE,
  trashItem,
  trashKind,
  trashPage,
} from "../../../domain/trash/trash.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { EXAMPLE, id, listLimit, listPage, listSearch, noQuery, oneOf } from "../fields.ts";
import { createRoute, json, jsonBody, operation, resource } from "../operation.ts";

const post = z
  .object({ id, title: z.string(), slug: z.string(), renamed: restoredCategory.shape.renamed })
  .openapi("RestoredPost");
const category = restoredCategory.extend({ id }).openapi("RestoredCategory");
const many = restored
  .extend({ renamed: z.array(restored.shape.renamed.element.extend({ id })).describe(restored.shape.renamed.description ?? "") })
  .openapi("Restored");

const examplePost = { id: EXAMPLE.id, title: "Larks at dawn", slug: "larks-at-dawn", renamed: false };
const exampleCategory = { id: EXAMPLE.id, name: "Wellness", slug: "wellness", renamed: false, posts: 3 };
const params = (what: string) => z.object({ id: id.openapi({ description: `The ${what}'s id` }) });
const ANSWERS = errorResponses(401, 403, 404, 429);

const restoreOnePost = createRoute({
  ...operation("Trash", postPolicy.restore),
  operationId: "restorePost",
  method: "post",
  path: "/admin/posts/{id}/restore",
  summary: "Restore a post",
  description: "Restores its status, date, comments and slug. If another post has the slug now, it gets one with a number.",
  request: { params: params("post"), query: noQuery },
  responses: { 200: json(post, "The post", examplePost), ...ANSWERS },
});

const restoreOneComment = createRoute({
  ...operation("Trash", commentPolicy.restore),
  operationId: "restoreComment",
  method: "post",
  path: "/admin/comments/{id}/restore",
  summary: "Restore a comment",
  description: "Restores it with the replies that were deleted with it. 409 (`post_trashed`) while its post is in the trash.",
  request: { params: params("comment"), query: noQuery },
  responses: { 204: { description: "The comment is restored" }, ...errorResponses(401, 403, 404, 409, 429) },
});

const restoreOneCategory = createRoute({
  ...operation("Trash", categoryPolicy.restore),
  operationId: "restoreCategory",
  method: "post",
  path: "/admin/categories/{id}/restore",
  summary: "Restore a category",
  description:
    "Restores it with its posts, except those that have another category now. If another category has the slug now, it gets one with a number.",
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
    "Restores up to 500 items in one transaction: all of them or none. 409 (`post_trashed`) for a comment whose post stays in the trash.",
  request: { query: noQuery, body: jsonBody(restoreInput, { items: [{ kind: "post" as const, id: EXAMPLE.id }] }) },
  responses: {
    200: json(many, "The result", { restored: 1, missing: 0, renamed: [] }),
    ...errorResponses(401, 404, 409, ...WRITE_REFUSALS),
  },
});

const KINDS = `must be ${TRASH_KINDS.join(", ")}`;

const item = trashItem.extend({ id }).openapi("TrashItem");
const page = trashPage.extend({ items: z.array(item) }).openapi("TrashPage");

const exampleItem = {
  kind: "post" as const,
  id: EXAMPLE.id,
  title: "Larks at dawn",
  note: "larks-at-dawn",
  was: "published",
  along: 3,
  waits_for_post: false,
  trashed_at: EXAMPLE.date,
  trashed_by: { full_name: "Ada", email: "ada@blog.example" },
  days_left: TRASH_DAYS - 1,
};

const list = createRoute({
  ...operation("Trash", trashPolicy.read),
  operationId: "listTrash",
  method: "get",
  path: "/admin/trash",
  summary: "List the trash",
  description: `Posts, comments and categories of the last ${TRASH_DAYS} days, the newest first. \`counts\` says how many there are of each kind within the search.`,
  request: {
    query: z.strictObject({
      kind: oneOf(TRASH_KINDS, KINDS, "Only items of this kind", "post").optional(),
      search: listSearch,
      page: listPage,
      limit: listLimit,
    }),
  },
  responses: {
    200: json(page, "A page of the trash", {
      items: [exampleItem],
      total: 1,
      page: 1,
      pages: 1,
      limit: TRASH_PAGE_SIZE,
      counts: { all: 1, post: 1, comment: 0, category: 0 },
    }),
    ...errorResponses(401, 403),
  },
});

const remove = createRoute({
  ...operation("Trash", trashPolicy.delete),
  operationId: "deleteTrashItem",
  method: "delete",
  path: "/admin/trash/{kind}/{id}",
  summary: "Delete an item of the trash permanently",
  description: "It can't be restored after that. Also deletes a post's comments, likes and views, and a comment's replies.",
  request: {
    params: z.object({
      kind: trashKind.meta({ description: "The item's kind", example: "post" }),
      id: id.openapi({ description: "The item's id" }),
    }),
    query: noQuery,
  },
  responses: { 204: { description: "The item is deleted" }, ...errorResponses(401, 403, 404, 429) },
});

const emptied = z.object({ deleted: z.number().int().openapi({ minimum: 0 }) }).openapi("EmptiedTrash");
const empty = createRoute({
  ...operation("Trash", trashPolicy.delete),
  operationId: "emptyTrash",
  method: "post",
  path: "/admin/trash/empty",
  summary: "Empty the trash",
  description: "Permanently deletes everything in the trash, or everything of one kind.",
  request: { query: noQuery, body: jsonBody(emptyInput, { kind: "comment" as const }) },
  responses: {
    200: json(emptied, "How many items were deleted", { deleted: 1 }),
    ...errorResponses(401, 404, ...WRITE_REFUSALS),
  },
});

/** The trash: listing it, restoring from it and deleting permanently. */
export const adminTrash = () =>
  resource()
    .openapi(list, async (c) => {
      const { page: number = 1, limit = TRASH_PAGE_SIZE, ...filter } = c.req.valid("query");
      return c.json(await listTrash(c.var.deps.context, c.var.actor, { ...filter, page: number, limit }), 200);
    })
    .openapi(restore, async (c) => c.json(await restoreAll(c.var.deps.context, c.var.actor, c.req.valid("json").items), 200))
    .openapi(restoreOnePost, async (c) =>
      c.json(await restorePost(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200),
    )
    .openapi(restoreOneComment, async (c) => {
      await restoreComment(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    })
    .openapi(restoreOneCategory, async (c) =>
      c.json(await restoreCategory(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200),
    )
    .openapi(empty, async (c) => {
      const { kind } = c.req.valid("json");
      return c.json({ deleted: await emptyTrash(c.var.deps.context, c.var.actor, kind) }, 200);
    })
    .openapi(remove, async (c) => {
      const { kind, id: trashed } = c.req.valid("param");
      await deleteTrashed(c.var.deps.context, c.var.actor, kind, trashed);
      return c.body(null, 204);
    });
