import { z } from "@hono/zod-openapi";
import { renewInvitation, revokeInvitation } from "../../../domain/users/invite-user.ts";
import { userPolicy } from "../../../domain/users/user.policy.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";
import { exampleInvitation, invitation } from "./users-shapes.ts";

const one = { params: z.object({ id: id.openapi({ description: "The invited user's id" }) }), query: noQuery };
const body = z.strictObject({
  mail: z.boolean("must be true or false").openapi({ description: "Whether the link goes to the user by mail, too" }),
});

const renew = createRoute({
  ...operation("Users", userPolicy.invite),
  operationId: "renewInvitation",
  method: "post",
  path: "/admin/users/{id}/invitation",
  summary: "Renew an invitation",
  description:
    "Makes a new link in place of the earlier one, which is worth nothing any more. Who has accepted already answers 409.",
  request: { ...one, body: jsonBody(body, { mail: true }) },
  responses: {
    201: json(invitation, "The new invitation", exampleInvitation),
    ...errorResponses(401, 404, 409, ...WRITE_REFUSALS),
  },
});

const revoke = createRoute({
  ...operation("Users", userPolicy.invite),
  operationId: "deleteInvitation",
  method: "delete",
  path: "/admin/users/{id}/invitation",
  summary: "Delete an invitation",
  description: "The link is worth nothing any more; the account stays and can be invited again.",
  request: one,
  responses: { 204: { description: "It is revoked" }, ...errorResponses(401, 403, 404, 409, 429) },
});

/** Invitations that wait to be accepted. */
export const adminInvitations = () =>
  resource()
    .openapi(renew, async (c) => {
      const { context, settings } = c.var.deps;
      const how = { site: settings.site(), mail: c.req.valid("json").mail };
      return c.json(await renewInvitation(context, c.var.actor, c.req.valid("param").id, how), 201);
    })
    .openapi(revoke, async (c) => {
      await revokeInvitation(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    });
