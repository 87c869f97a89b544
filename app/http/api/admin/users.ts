import { z } from "@hono/zod-openapi";
import { resetFactors } from "../../../domain/auth/factors/reset-factors.ts";
import { invalid } from "../../../domain/errors.ts";
import { EXAMPLE, exampleOf, id } from "../../../domain/schema-fields.ts";
import { changeUser } from "../../../domain/users/change-user.ts";
import { inviteUser, renewInvitation, revokeInvitation } from "../../../domain/users/create-user.ts";
import { deleteUser } from "../../../domain/users/delete-user.ts";
import { changeGrants } from "../../../domain/users/grants/change-grants.ts";
import { GRANTS } from "../../../domain/users/grants/grant-rules.ts";
import { listUsersPage } from "../../../domain/users/read-user.ts";
import { userPolicy } from "../../../domain/users/user.policy.ts";
import {
  adminUser,
  grantsInput,
  invitationLink,
  newUser,
  POSTS_CHOICES,
  type PostsChoice,
  USER_MESSAGES,
  USER_SORTS,
  USER_STATES,
  userChange,
  userCounts,
  usersPage,
} from "../../../domain/users/user.ts";
import { LIST_LIMIT, listLimit, listPage, listSearch, onePage } from "../fields.ts";
import { created, done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Users", "user");

const invitedUser = z.object({ id: id.meta({ description: "The invited user's id" }) });
const mailChoice = z.strictObject({
  mail: z.boolean("must be true or false").openapi({ description: "Whether to email the link to the user" }),
});

const renew = createRoute("post", "/admin/users/{id}/invitation", userPolicy.invite, {
  id: "renewInvitation",
  scope: "never",
  summary: "Renew an invitation",
  description: "Replaces the link by a new one; the earlier link stops working. 409 if the user has already accepted.",
  params: invitedUser,
  body: mailChoice,
  example: { mail: true },
  answer: created(invitationLink, "The new invitation"),
  refuses: [409],
});

const revoke = createRoute("delete", "/admin/users/{id}/invitation", userPolicy.invite, {
  id: "deleteInvitation",
  scope: "never",
  summary: "Delete an invitation",
  description: "The link stops working; the account stays and can be invited again.",
  params: invitedUser,
  answer: done("The invitation is revoked"),
  refuses: [409],
});

const resetSteps = createRoute("delete", "/admin/users/{id}/factors", userPolicy.update, {
  id: "deleteUserFactors",
  scope: "never",
  summary: "Reset a user’s two-step sign-in",
  description:
    "Removes all authenticator apps and recovery codes of a user who has lost them: the password alone is enough then. The user " +
    "is told by email. 409 (`own_factors`) for your own account.",
  params: z.object({ id: id.meta({ description: "The user's id" }) }),
  answer: done("Two-step sign-in is reset"),
  refuses: [409],
});

const invited = z.object({ user: adminUser, invitation: invitationLink }).openapi("InvitedUser");

const create = createRoute("post", "/admin/users", userPolicy.invite, {
  id: "inviteUser",
  scope: "never",
  summary: "Invite a user",
  description:
    "Creates an account without a password and emails its owner a link to choose one, which works once within 72 hours. The link is " +
    "also in the answer, and nowhere else. 409 (`23505`) if the email address has an account.",
  body: newUser,
  example: { full_name: "Ada Lovelace", email: "ada@blog.example", role: "user" },
  answer: created(invited, "The user and the invitation", {
    user: { ...exampleOf(adminUser), state: "invited", last_sign_in_at: null, invited_until: EXAMPLE.date },
    invitation: exampleOf(invitationLink),
  }),
  refuses: [409],
});

const change = createRoute("patch", "/admin/users/{id}", userPolicy.update, {
  id: "updateUser",
  scope: "never",
  summary: "Update a user, confirm their address, deactivate or reactivate them",
  description:
    "Applies from their next request on; deactivating ends all their sessions immediately. 409 for the last active admin, and for an " +
    "address that several people signed up with.",
  body: userChange,
  example: { role: "admin" },
  answer: ok(adminUser, "The user"),
  refuses: [409],
});

const setGrants = createRoute("put", "/admin/users/{id}/grants", userPolicy.update, {
  id: "updateUserGrants",
  scope: "never",
  summary: "Give a user grants, or take them away",
  description:
    "`grants` are all that the user has from their next request on. Giving one twice changes nothing. `role` stays as it is: an admin’s grants " +
    "have no effect until they are no longer one.",
  body: grantsInput,
  example: { grants: ["author", "moderator"] },
  answer: ok(adminUser, "The user", { ...exampleOf(adminUser), grants: ["author", "moderator"] }),
});

const remove = createRoute("delete", "/admin/users/{id}", userPolicy.delete, {
  id: "deleteUser",
  scope: "never",
  summary: "Delete a user",
  description:
    "Deletes the account immediately and permanently. Comments stay, without an author. 409 for the last active admin.",
  query: z.strictObject({
    posts: z
      .enum(POSTS_CHOICES, "must be keep, give or delete")
      .optional()
      .openapi({ description: "What happens to the user’s posts; `keep`, without an author, unless given" }),
    to: id.optional().openapi({ description: "With `give`: the active user who may write and gets the posts" }),
  }),
  answer: done("The user is deleted"),
  refuses: [409],
});

/** @throws DomainError `invalid` for `give` without an admin who gets the posts */
function fateOf({ posts = "keep", to }: { posts?: PostsChoice["posts"] | undefined; to?: string | undefined }): PostsChoice {
  if (posts !== "give") return { posts };
  if (to === undefined) throw invalid(USER_MESSAGES.newAuthor, [{ field: "to", rule: USER_MESSAGES.newAuthor }]);
  return { posts, to };
}

const list = createRoute("get", "/admin/users", userPolicy.readAny, {
  id: "listUsers",
  scope: "never",
  summary: "List users",
  description:
    "Searches names and email addresses, filters by role, state and grant, and sorts. `counts` is about all users. A page beyond the " +
    "last is empty and has the right totals.",
  query: z.strictObject({
    search: listSearch,
    role: z.enum(["user", "admin"], "must be user or admin").optional().openapi({ description: "Only users of this role" }),
    state: z
      .enum(USER_STATES, "must be active, inactive or invited")
      .optional()
      .openapi({ description: "Only users in this state" }),
    grant: z
      .enum(GRANTS, `must be one of ${GRANTS.join(", ")}`)
      .optional()
      .openapi({ description: "Only users who were given this; admins need none" }),
    sort: z
      .enum(USER_SORTS, `must be one of ${USER_SORTS.join(", ")}`)
      .optional()
      .openapi({ description: "A field, with `-` before it for descending; the newest first unless given" }),
    page: listPage,
    limit: listLimit,
  }),
  answer: ok(usersPage, "A page of users", { ...onePage(adminUser, LIST_LIMIT), counts: exampleOf(userCounts) }),
});

export const adminUsers = () =>
  resource()
    .openapi(list, async (c) => {
      const { sort = "-created_at", page = 1, limit = LIST_LIMIT, ...filters } = c.req.valid("query");
      const { context, settings } = c.var.deps;
      return c.json(await listUsersPage(context, c.var.actor, { ...filters, sort, page, limit }, settings.site()), 200);
    })
    .openapi(create, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await inviteUser(context, c.var.actor, c.req.valid("json"), settings.site()), 201);
    })
    .openapi(change, async (c) =>
      c.json(await changeUser(c.var.deps.context, c.var.actor, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(setGrants, async (c) =>
      c.json(await changeGrants(c.var.deps.context, c.var.actor, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(remove, async (c) => {
      await deleteUser(c.var.deps.context, c.var.actor, c.req.valid("param").id, fateOf(c.req.valid("query")));
      return c.body(null, 204);
    })
    .openapi(renew, async (c) => {
      const { context, settings } = c.var.deps;
      const how = { site: settings.site(), mail: c.req.valid("json").mail };
      return c.json(await renewInvitation(context, c.var.actor, c.req.valid("param").id, how), 201);
    })
    .openapi(resetSteps, async (c) => {
      const { context, settings } = c.var.deps;
      await resetFactors(context, c.var.actor, c.req.valid("param").id, settings.site());
      return c.body(null, 204);
    })
    .openapi(revoke, async (c) => {
      await revokeInvitation(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    });
