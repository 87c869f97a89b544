import { z } from "@hono/zod-openapi";
import { deleteTrashed, emptyTrash } from "../../../domain/trash/empty-trash.ts";
import { listTrash } from "../../../domain/trash/list-trash.ts";
import { TRASH_DAYS, TRASH_KINDS, TRASH_PAGE_SIZE } from "../../../domain/trash/model.ts";
import { emptyInput, trashKind } from "../../../domain/trash/schema.ts";
import { trashPolicy } from "../../../domain/trash/trash.policy.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { EXAMPLE, id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";
import { listLimit, listPage, listSearch, oneOf } from "./list-fields.ts";

const count = z.number().int().openapi({ minimum: 0 });
const KINDS = `must be ${TRASH_KINDS.join(", ")}`;

const item = z
  .object({
    kind: z.enum(TRASH_KINDS),
    id,
    title: z.string().openapi({ description: "A post's title, a category's name, the beginning of a comment" }),
    note: z.string().openapi({ description: "A post's or category's slug, the title of a comment's post" }),
    was: z.string().nullable().openapi({ description: "The status before; null for a category" }),
    along: count.openapi({ description: "Comments or replies that went along; posts that were in a category" }),
    waits_for_post: z.boolean().openapi({ description: "A comment whose post has to be restored first" }),
    trashed_at: z.string().openapi({ format: "date-time" }),
    trashed_by: z.object({ full_name: z.string().nullable(), email: z.string() }).nullable(),
    days_left: count.openapi({ description: "Days until it is deleted for good" }),
  })
  .openapi("TrashItem");
const page = z
  .object({
    items: z.array(item),
    total: count,
    page: count,
    pages: count,
    limit: count,
    counts: z.object({ all: count, post: count, comment: count, category: count }),
  })
  .openapi("TrashPage");

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
      kind: oneOf(TRASH_KINDS, KINDS, "Things of this kind alone", "post").optional(),
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
  description: "It can't be brought back from then on. A post's comments, likes and views go with it, and a comment's replies.",
  request: {
    params: z.object({
      kind: trashKind.openapi({ description: "What it is", example: "post" }),
      id: id.openapi({ description: "Its id" }),
    }),
    query: noQuery,
  },
  responses: { 204: { description: "It is gone" }, ...errorResponses(401, 403, 404, 429) },
});

const emptied = z.object({ deleted: count }).openapi("EmptiedTrash");
const empty = createRoute({
  ...operation("Trash", trashPolicy.delete),
  operationId: "emptyTrash",
  method: "post",
  path: "/admin/trash/empty",
  summary: "Empty the trash",
  description: "Deletes for good what the trash holds, or what it holds of one kind.",
  request: { query: noQuery, body: jsonBody(emptyInput, { kind: "comment" as const }) },
  responses: { 200: json(emptied, "How many things went", { deleted: 1 }), ...errorResponses(401, 404, ...WRITE_REFUSALS) },
});

/** What was deleted, until it is gone. */
export const adminTrash = () =>
  resource()
    .openapi(list, async (c) => {
      const { page: number = 1, limit = TRASH_PAGE_SIZE, ...filter } = c.req.valid("query");
      return c.json(await listTrash(c.var.deps.context, c.var.actor, { ...filter, page: number, limit }), 200);
    })
    .openapi(empty, async (c) => {
      const { kind } = c.req.valid("json");
      return c.json({ deleted: await emptyTrash(c.var.deps.context, c.var.actor, kind) }, 200);
    })
    .openapi(remove, async (c) => {
      const { kind, id: trashed } = c.req.valid("param");
      await deleteTrashed(c.var.deps.context, c.var.actor, kind, trashed);
      return c.body(null, 204);
    });
