import { z } from "@hono/zod-openapi";
import { invalid } from "../../../domain/errors.ts";
import { changeUser } from "../../../domain/users/change-user.ts";
import { deleteUser } from "../../../domain/users/delete-user.ts";
import { inviteUser } from "../../../domain/users/invite-user.ts";
import { userPolicy } from "../../../domain/users/user.policy.ts";
import { newUser, POSTS_FATES, type PostsChoice, USER_MESSAGES, userChange } from "../../../domain/users/user.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { EXAMPLE, id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";
import { adminUser, exampleInvitation, exampleUser, invitation } from "./users-shapes.ts";

const invited = z.object({ user: adminUser, invitation }).openapi("InvitedUser");
const one = { params: z.object({ id: id.openapi({ description: "The user's id" }) }) };

const create = createRoute({
  ...operation("Users", userPolicy.invite),
  operationId: "inviteUser",
  method: "post",
  path: "/admin/users",
  summary: "Invite a user",
  description:
    "Makes an account without a password and mails its owner a link to choose one: once, within 72 hours. The link is in the " +
    "answer, too, and nowhere else. An address that has an account answers 409 with 23505.",
  request: {
    query: noQuery,
    body: jsonBody(newUser, { full_name: "Ada Lovelace", email: "ada@blog.example", role: "user" as const }),
  },
  responses: {
    201: json(invited, "The user and the invitation", {
      user: { ...exampleUser, state: "invited", last_sign_in_at: null, invited_until: EXAMPLE.date },
      invitation: exampleInvitation,
    }),
    ...errorResponses(401, 404, 409, ...WRITE_REFUSALS),
  },
});

const change = createRoute({
  ...operation("Users", userPolicy.update),
  operationId: "updateUser",
  method: "patch",
  path: "/admin/users/{id}",
  summary: "Update a user, deactivate or reactivate them",
  description:
    "Holds from their next request on; deactivating ends all their sessions at once. The last active admin is refused with 409.",
  request: { ...one, query: noQuery, body: jsonBody(userChange, { role: "admin" as const }) },
  responses: { 200: json(adminUser, "The user", exampleUser), ...errorResponses(401, 404, 409, ...WRITE_REFUSALS) },
});

const remove = createRoute({
  ...operation("Users", userPolicy.delete),
  operationId: "deleteUser",
  method: "delete",
  path: "/admin/users/{id}",
  summary: "Delete a user",
  description:
    "Deletes the account at once and for good. Comments stay, without an author. The last active admin is refused with 409.",
  request: {
    ...one,
    query: z.strictObject({
      posts: z
        .enum(POSTS_FATES, "must be keep, give or delete")
        .optional()
        .openapi({ description: "What becomes of the user's articles; `keep`, without an author, unless given" }),
      to: id.optional().openapi({ description: "With `give`: the active admin who gets them" }),
    }),
  },
  responses: { 204: { description: "They are gone" }, ...errorResponses(401, 403, 404, 409, 429) },
});

/** @throws DomainError `invalid` when articles are to be given to nobody */
function fateOf({ posts = "keep", to }: { posts?: PostsChoice["posts"] | undefined; to?: string | undefined }): PostsChoice {
  if (posts !== "give") return { posts };
  if (to === undefined) throw invalid(USER_MESSAGES.heir, [{ field: "to", rule: USER_MESSAGES.heir }]);
  return { posts, to };
}

/** Users who come, change and go. */
export const adminUserChanges = () =>
  resource()
    .openapi(create, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await inviteUser(context, c.var.actor, c.req.valid("json"), settings.site()), 201);
    })
    .openapi(change, async (c) =>
      c.json(await changeUser(c.var.deps.context, c.var.actor, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(remove, async (c) => {
      await deleteUser(c.var.deps.context, c.var.actor, c.req.valid("param").id, fateOf(c.req.valid("query")));
      return c.body(null, 204);
    });
