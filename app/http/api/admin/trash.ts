import { z } from "@hono/zod-openapi";
import { EXAMPLE, id } from "../../../domain/schema-fields.ts";
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
import { listLimit, listPage, listSearch, oneOf, onePage } from "../fields.ts";
import { done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Trash", "item");

const restore = createRoute("post", "/admin/trash/restore", trashPolicy.restore, {
  id: "bulkRestoreTrash",
  scope: "never",
  summary: "Restore many items of the trash",
  description:
    "Restores up to 500 items in one transaction: all of them or none. Things that you may not restore count as missing. 409 (`post_trashed`) for a comment whose post stays in the trash.",
  body: restoreInput,
  example: { items: [{ kind: "post", id: EXAMPLE.id }] },
  answer: ok(restored, "The result"),
  refuses: [409],
});

const KINDS = `must be ${TRASH_KINDS.join(", ")}`;

const list = createRoute("get", "/admin/trash", trashPolicy.read, {
  id: "listTrash",
  scope: "never",
  summary: "List the trash",
  description: `Posts, comments and categories of the last ${TRASH_DAYS} days, the newest first. \`counts\` says how many there are of each kind within the search.`,
  query: z.strictObject({
    kind: oneOf(TRASH_KINDS, KINDS, "Only items of this kind", "post").optional(),
    search: listSearch,
    page: listPage,
    limit: listLimit,
  }),
  answer: ok(trashPage, "A page of the trash", {
    ...onePage(trashItem, TRASH_PAGE_SIZE),
    counts: { all: 1, post: 1, comment: 0, category: 0 },
  }),
});

const remove = createRoute("delete", "/admin/trash/{kind}/{id}", trashPolicy.delete, {
  id: "deleteTrashItem",
  scope: "never",
  summary: "Delete an item of the trash permanently",
  description: "It can’t be restored after that. Also deletes a post’s comments, likes and views, and a comment’s replies.",
  params: z.object({
    kind: trashKind.meta({ description: "The item’s kind", example: "post" }),
    id: id.meta({ description: "The item's id" }),
  }),
  answer: done("The item is deleted"),
});

const emptied = z.object({ deleted: z.number().int().openapi({ minimum: 0 }) }).openapi("EmptiedTrash");
const empty = createRoute("post", "/admin/trash/empty", trashPolicy.delete, {
  id: "emptyTrash",
  scope: "never",
  summary: "Empty the trash",
  description: "Permanently deletes everything in the trash, or everything of one kind.",
  body: emptyInput,
  example: { kind: "comment" },
  answer: ok(emptied, "How many items were deleted", { deleted: 1 }),
});

export const adminTrash = () =>
  resource()
    .openapi(list, async (c) => {
      const { page = 1, limit = TRASH_PAGE_SIZE, ...filter } = c.req.valid("query");
      return c.json(await listTrash(c.var.deps.context, c.var.actor, { ...filter, page, limit }), 200);
    })
    .openapi(restore, async (c) => c.json(await restoreAll(c.var.deps.context, c.var.actor, c.req.valid("json").items), 200))
    .openapi(empty, async (c) => {
      const { kind } = c.req.valid("json");
      return c.json({ deleted: await emptyTrash(c.var.deps.context, c.var.actor, kind) }, 200);
    })
    .openapi(remove, async (c) => {
      const { kind, id: trashed } = c.req.valid("param");
      await deleteTrashed(c.var.deps.context, c.var.actor, kind, trashed);
      return c.body(null, 204);
    });
