import { z } from "@hono/zod-openapi";
import { EMAIL_MAX } from "../../domain/auth/auth-rules.ts";
import { createOwnUser } from "../../domain/users/create-user.ts";
import { readUser } from "../../domain/users/read-user.ts";
import { userPolicy } from "../../domain/users/user.policy.ts";
import { ownName } from "../../domain/users/user.ts";
import { signedIn } from "../middleware/require.ts";
import { exampleProfile, profile } from "./account/shapes.ts";
import { errorResponses, WRITE_REFUSALS } from "./error-responses.ts";
import { id, noQuery } from "./fields.ts";
import { createRoute, operation } from "./operation.ts";
import { json, jsonBody, resource } from "./resource.ts";

const read = createRoute({
  ...operation("Users", userPolicy.read),
  operationId: "readUser",
  method: "get",
  path: "/users/{id}",
  summary: "Read a profile",
  description: "One's own profile by its id; admins read anybody's. Others' are answered like ones that aren't there.",
  request: { params: z.object({ id: id.openapi({ description: "The user's id" }) }), query: noQuery },
  responses: { 200: json(profile, "The profile", exampleProfile), ...errorResponses(401, 404) },
});

const create = createRoute({
  ...operation("Users", userPolicy.createOwn),
  operationId: "createUser",
  method: "post",
  path: "/users",
  summary: "Create your profile",
  description: "For a signed-in user whose profile is missing. Sign-up makes it already, so that mostly this answers 409.",
  request: {
    query: noQuery,
    body: jsonBody(
      z.strictObject({
        id: id.openapi({ description: "One's own id" }),
        email: z
          .string("must be text")
          .trim()
          .max(EMAIL_MAX, `must have at most ${EMAIL_MAX} characters`)
          .email("must be an email address"),
        full_name: ownName.optional(),
        role: z.literal("user", "must be user").optional().openapi({ description: "`user`, which it is anyway" }),
      }),
      exampleProfile,
    ),
  },
  responses: { 201: json(profile, "The profile", exampleProfile), ...errorResponses(401, 404, 409, ...WRITE_REFUSALS) },
});

/** Profiles of users. */
export const users = () =>
  resource()
    .openapi(read, async (c) => c.json(await readUser(c.var.deps.context, signedIn(c), c.req.valid("param").id), 200))
    .openapi(create, async (c) => {
      const { id, email, full_name = null } = c.req.valid("json");
      return c.json(await createOwnUser(c.var.deps.context, signedIn(c), { id, email, full_name }), 201);
    });
