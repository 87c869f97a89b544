import { z } from "@hono/zod-openapi";
import { readInvitation } from "../../domain/auth/send-one-time.ts";
import { userPolicy } from "../../domain/users/user.policy.ts";
import { limit } from "../guards/try-limits.ts";
import { errorResponses, WRITE_REFUSALS } from "./error-responses.ts";
import { noQuery } from "./fields.ts";
import { createRoute, operation } from "./operation.ts";
import { json, jsonBody, resource } from "./resource.ts";

const EXAMPLE_TOKEN = "0d8f1f2a3b4c5d6e".repeat(4);

const answer = z
  .object({
    invited: z
      .object({ email: z.string(), full_name: z.string().nullable() })
      .nullable()
      .openapi({ description: "null: the invitation can't be accepted, or not any more" }),
  })
  .openapi("Invitation");

const check = createRoute({
  operationId: "checkInvitation",
  ...operation("Users", userPolicy.acceptInvitation),
  method: "post",
  path: "/invitations/check",
  summary: "Check an invitation",
  description:
    "Whom the token of an invitation's link invites; nobody when it was used, replaced or revoked, or has expired. Nothing is " +
    "used up by looking.",
  request: {
    query: noQuery,
    body: jsonBody(
      z.strictObject({ token: z.string("must be text").regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hex characters") }),
      { token: EXAMPLE_TOKEN },
    ),
  },
  responses: {
    200: json(answer, "Who is invited", { invited: { email: "ada@blog.example", full_name: "Ada Lovelace" } }),
    ...errorResponses(404, ...WRITE_REFUSALS),
  },
});

/** Invitations as those who got one see them. */
export const invitations = () =>
  resource().openapi(check, async (c) => {
    await limit(c, "verify");
    return c.json({ invited: await readInvitation(c.var.deps.context, c.req.valid("json").token) }, 200);
  });
