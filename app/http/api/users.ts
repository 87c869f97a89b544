import { z } from "@hono/zod-openapi";
import { EMAIL_MAX } from "../../domain/auth/auth-rules.ts";
import { readInvitation } from "../../domain/auth/send-one-time.ts";
import { exampleOf, id } from "../../domain/schema-fields.ts";
import { createOwnUser } from "../../domain/users/create-user.ts";
import { readUser } from "../../domain/users/read-user.ts";
import { userPolicy } from "../../domain/users/user.policy.ts";
import { ownName, profile } from "../../domain/users/user.ts";
import { limit } from "../guards/try-limits.ts";
import { signedIn } from "../middleware/require.ts";
import { created, ok, resource, routesOf } from "./operation.ts";

const createRoute = routesOf("Users", "user");

const read = createRoute("get", "/users/{id}", userPolicy.read, {
  id: "readUser",
  scope: "never",
  summary: "Read a profile",
  description: "Your own profile; admins can read all profiles. Other users get 404, as for an unknown id.",
  answer: ok(profile, "The profile"),
});

const { grants: _, ...ownExample } = exampleOf(profile);

const create = createRoute("post", "/users", userPolicy.createOwn, {
  id: "createUser",
  scope: "never",
  summary: "Create your profile",
  description: "For a signed-in user without a profile. Signing up already creates it, so the answer is usually 409.",
  body: z.strictObject({
    id: id.meta({ description: "Your own id" }),
    email: z
      .string("must be text")
      .trim()
      .max(EMAIL_MAX, `must have at most ${EMAIL_MAX} characters`)
      .email("must be an email address"),
    full_name: ownName.optional(),
    role: z.literal("user", "must be user").optional().openapi({ description: "Always `user`" }),
  }),
  example: ownExample,
  answer: created(profile, "The profile"),
  refuses: [409],
});

const EXAMPLE_TOKEN = "0d8f1f2a3b4c5d6e".repeat(4);

const answer = z
  .object({
    invited: z
      .object({ email: z.string(), full_name: z.string().nullable() })
      .nullable()
      .openapi({ description: "null: the invitation doesn’t exist or is no longer valid" }),
  })
  .openapi("Invitation");

const check = createRoute("post", "/invitations/check", userPolicy.acceptInvitation, {
  id: "checkInvitation",
  scope: "public",
  summary: "Check an invitation",
  description:
    "The user whom the token of an invitation’s link invites. `invited` is null if the link was used, replaced or revoked, or has " +
    "expired. Checking doesn’t use it up.",
  body: z.strictObject({ token: z.string("must be text").regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hex characters") }),
  example: { token: EXAMPLE_TOKEN },
  answer: ok(answer, "The invited user", { invited: { email: "ada@blog.example", full_name: "Ada Lovelace" } }),
});

export const users = () =>
  resource()
    .openapi(read, async (c) => c.json(await readUser(c.var.deps.context, signedIn(c), c.req.valid("param").id), 200))
    .openapi(create, async (c) => {
      const { id, email, full_name = null } = c.req.valid("json");
      return c.json(await createOwnUser(c.var.deps.context, signedIn(c), { id, email, full_name }), 201);
    })
    .openapi(check, async (c) => {
      await limit(c, "verify");
      return c.json({ invited: await readInvitation(c.var.deps.context, c.req.valid("json").token) }, 200);
    });
