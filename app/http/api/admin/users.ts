import { z } from "@hono/zod-openapi";
import { listUsersPage } from "../../../domain/users/list-users.ts";
import { userPolicy } from "../../../domain/users/user.policy.ts";
import { USER_SORTS, USER_STATES } from "../../../domain/users/user.ts";
import { errorResponses } from "../error-responses.ts";
import { createRoute, operation } from "../operation.ts";
import { json, resource } from "../resource.ts";
import { LIST_LIMIT, listLimit, listPage, listSearch } from "./list-fields.ts";
import { adminUserPage, exampleCounts, exampleUser } from "./users-shapes.ts";

const list = createRoute({
  ...operation("Users", userPolicy.readAny),
  operationId: "listUsers",
  method: "get",
  path: "/admin/users",
  summary: "List users",
  description:
    "Searched in name and email address, narrowed to a role and a state, sorted. `counts` is about all users. A page beyond the " +
    "last is empty and tells the right totals.",
  request: {
    query: z.strictObject({
      search: listSearch,
      role: z.enum(["user", "admin"], "must be user or admin").optional().openapi({ description: "Users of this role alone" }),
      state: z
        .enum(USER_STATES, "must be active, inactive or invited")
        .optional()
        .openapi({ description: "Users who stand so alone" }),
      sort: z
        .enum(USER_SORTS, `must be one of ${USER_SORTS.join(", ")}`)
        .optional()
        .openapi({ description: "A name, `-` before it for descending; the newest first unless given" }),
      page: listPage,
      limit: listLimit,
    }),
  },
  responses: {
    200: json(adminUserPage, "A page of users", {
      items: [exampleUser],
      total: 1,
      page: 1,
      pages: 1,
      limit: LIST_LIMIT,
      counts: exampleCounts,
    }),
    ...errorResponses(401, 403),
  },
});

/** The users as admins find them. */
export const adminUsers = () =>
  resource().openapi(list, async (c) => {
    const { sort = "-created_at", page = 1, limit = LIST_LIMIT, ...filters } = c.req.valid("query");
    const { context, settings } = c.var.deps;
    return c.json(await listUsersPage(context, c.var.actor, { ...filters, sort, page, limit }, settings.site()), 200);
  });
