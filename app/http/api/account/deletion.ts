import { z } from "@hono/zod-openapi";
import { PASSWORD_MAX } from "../../../domain/auth/model.ts";
import { deleteAccount } from "../../../domain/users/delete-user.ts";
import { userPolicy } from "../../../domain/users/user.policy.ts";
import { limit } from "../../guards/try-limits.ts";
import { signedIn } from "../../middleware/require.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { jsonBody, resource } from "../resource.ts";

const password = z
  .string("must be text")
  .min(1, "is required")
  .max(PASSWORD_MAX, `must have at most ${PASSWORD_MAX} characters`)
  .refine((text) => text.isWellFormed() && !text.includes("\0"), "must be text")
  .openapi({ description: "The account's password", format: "password" });
const nonce = z
  .string("must be text")
  .trim()
  .regex(/^\d{6}$/, "must be six digits")
  .openapi({ description: "The code that /auth/v1/reauthenticate mails: for accounts without a password" });

const proof = z.strictObject({ password: password.optional(), nonce: nonce.optional() }).superRefine((given, c) => {
  const count = Number(given.password !== undefined) + Number(given.nonce !== undefined);
  if (count === 0) c.addIssue({ code: "custom", path: ["password"], message: "is required, or a nonce in its place" });
  if (count === 2) c.addIssue({ code: "custom", path: ["nonce"], message: "must be absent where a password is given" });
});

const remove = createRoute({
  ...operation("Account", userPolicy.manageOwn),
  operationId: "deleteAccount",
  method: "delete",
  path: "/account",
  summary: "Delete your account",
  description:
    "Deletes the account at once and for good and ends all of its sessions. Confirm it with the account's `password`, or with a " +
    "`nonce` mailed by /auth/v1/reauthenticate. Comments stay, without an author. The last active admin is refused with 409.",
  request: { query: noQuery, body: jsonBody(proof, { password: "correct horse battery staple" }) },
  responses: { 204: { description: "It is gone" }, ...errorResponses(401, 404, 409, ...WRITE_REFUSALS) },
});

/** The end of one's own account. */
export const accountDeletion = () =>
  resource().openapi(remove, async (c) => {
    const { id, email } = signedIn(c);
    const tried = await limit(c, "confirm_password", { account: id });
    const { password = "", nonce } = c.req.valid("json");
    await deleteAccount(c.var.deps.context, { id, email }, nonce === undefined ? { password } : { nonce });
    await tried.forgive();
    return c.body(null, 204);
  });
