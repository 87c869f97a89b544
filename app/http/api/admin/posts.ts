import { z } from "@hono/zod-openapi";
import { ADMIN_SORTS } from "../../../domain/posts/edit-rules.ts";
import { listAllPosts, readForEditing } from "../../../domain/posts/list-all-posts.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { POST_STATUSES } from "../../../domain/posts/post-rules.ts";
import { errorResponses } from "../error-responses.ts";
import { id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, resource } from "../resource.ts";
import { LIST_LIMIT, listLimit, listPage, listSearch, oneOf } from "./list-fields.ts";
import { adminPost, adminPostPage, examplePost, exampleRow } from "./post-shapes.ts";

const SORT = "A name, `-` before it for descending; the newest first unless given";

const list = createRoute({
  ...operation("Posts", postPolicy.readAny),
  operationId: "listAdminPosts",
  method: "get",
  path: "/admin/posts",
  summary: "List posts of every status",
  description:
    "Searched in title and slug, narrowed to a status and a category, sorted. `counts` says how many there are of each status " +
    "within the search and the category. A page beyond the last is empty and tells the right totals.",
  request: {
    query: z.strictObject({
      search: listSearch,
      status: oneOf(POST_STATUSES, "must be draft, published or archived", "Posts of this status alone", "draft").optional(),
      category: z
        .string()
        .pipe(z.union([z.literal("none"), id], "must be a category's id, or none"))
        .optional()
        .openapi({ type: "string", description: "A category's id; `none`: posts without a category", example: "none" }),
      sort: oneOf(ADMIN_SORTS, `must be one of ${ADMIN_SORTS.join(", ")}`, SORT, "-created_at").optional(),
      page: listPage,
      limit: listLimit,
    }),
  },
  responses: {
    200: json(adminPostPage, "A page of posts", {
      items: [exampleRow],
      total: 1,
      page: 1,
      pages: 1,
      limit: LIST_LIMIT,
      counts: { all: 1, draft: 1, published: 0, archived: 0 },
    }),
    ...errorResponses(401, 403),
  },
});

const read = createRoute({
  ...operation("Posts", postPolicy.readAny),
  operationId: "readAdminPost",
  method: "get",
  path: "/admin/posts/{id}",
  summary: "Read a post for editing",
  description: "A post of any status, with what was written as it was written, and the `version` that a save has to name.",
  request: { params: z.object({ id: id.openapi({ description: "The post's id" }) }), query: noQuery },
  responses: { 200: json(adminPost, "The post", examplePost), ...errorResponses(401, 403, 404) },
});

/** The posts as admins find them. */
export const adminPosts = () =>
  resource()
    .openapi(list, async (c) => {
      const { sort = "-created_at", page = 1, limit = LIST_LIMIT, ...filters } = c.req.valid("query");
      return c.json(await listAllPosts(c.var.deps.context, { ...filters, sort, page, limit }), 200);
    })
    .openapi(read, async (c) => c.json(await readForEditing(c.var.deps.context, c.req.valid("param").id), 200));
