import { z } from "@hono/zod-openapi";
import { type Context, Hono } from "hono";
import { acceptEmail, acceptPassword } from "../../domain/auth/accept-credentials.ts";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { otherAccount } from "../../domain/auth/auth-errors.ts";
import { beganByMail, readOwnUser, updateUser } from "../../domain/auth/update-user.ts";
import { json, jsonBody } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { limit } from "../guards/try-limits.ts";
import { signedIn } from "../middleware/require.ts";
import { authUser, callerOf, email, exampleAuthUser, metadata, readBody, text } from "./bodies.ts";
import { authOperation, redirectQuery } from "./operation.ts";

const change = z.object({
  email: email.openapi({ description: "The new email address" }),
  password: text("password").nullish().openapi({ description: "The new password" }),
  current_password: text("current_password").nullish().openapi({ description: "Proof that the account is yours" }),
  nonce: text("nonce").nullish().openapi({ description: "Proof that the account is yours, from the email" }),
  data: metadata,
  account: text("account")
    .nullish()
    .openapi({ description: "The id of the account to change: refused if the token is another one’s" }),
});

async function put(c: Context<AppEnv>) {
  const actor = signedIn(c);
  const input = await readBody(c, change);
  if (input.account && input.account !== actor.id) throw otherAccount(actor.email);
  if (input.email) await limit(c, "change_email", { account: actor.id, mailbox: acceptEmail(input.email) });
  const { context, settings } = c.var.deps;
  if (input.password) {
    // Invalid input doesn't count as a try.
    acceptPassword(input.password, { email: actor.email, siteName: settings.site().name, role: actor.role });
    // The tries of somebody else don't keep owners from recovering the account by mail.
    const byMail = await beganByMail(context, actor.sessionId);
    await limit(c, "change_password", byMail ? {} : { account: actor.sessionId });
  }
  if (input.current_password || input.nonce) await limit(c, "confirm_password", { account: actor.sessionId });
  const { requireEmailVerification } = settings.get();
  const wish = {
    email: input.email ?? undefined,
    password: input.password ?? undefined,
    currentPassword: input.current_password || undefined,
    nonce: input.nonce || undefined,
    data: input.data ?? undefined,
    next: c.req.query("redirect_to"),
  };
  return c.json(
    await updateUser(context, actor, wish, { site: settings.site(), requireEmailVerification, meta: callerOf(c) }),
    200,
  );
}

export const readUserOperation = authOperation({
  policy: authPolicy.readOwn,
  operationId: "readAuthUser",
  method: "get",
  path: "/user",
  summary: "Read the signed-in user",
  description: "The user whose access token the request has, as they are now.",
  responses: { 200: json(authUser, "The user", exampleAuthUser) },
});

export const updateUserOperation = authOperation({
  policy: authPolicy.updateOwn,
  operationId: "updateAuthUser",
  method: "put",
  path: "/user",
  summary: "Update the signed-in user",
  description:
    "Changes password, email address or `data`, which is merged with what is there; null removes a field. A new password or email " +
    "address needs `current_password`, a session that began less than 15 minutes ago, or the `nonce` of `GET /auth/v1/reauthenticate`. " +
    "If email addresses are verified, a new one applies after the link mailed to it has been used.",
  request: { query: redirectQuery, body: jsonBody(change, { data: { full_name: "Ada Lovelace" } }) },
  responses: { 200: json(authUser, "The user", exampleAuthUser) },
  refuses: [
    "conflict",
    "weak_password",
    "same_password",
    "email_exists",
    "invalid_credentials",
    "insufficient_aal",
    "reauthentication_needed",
    "reauthentication_not_valid",
    "over_request_rate_limit",
    "over_email_send_rate_limit",
  ],
});

/** GET and PUT /user */
export const user = () =>
  new Hono<AppEnv>().get("/user", async (c) => c.json(await readOwnUser(c.var.deps.context, signedIn(c)), 200)).put("/user", put);
