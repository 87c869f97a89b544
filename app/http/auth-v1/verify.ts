import { z } from "@hono/zod-openapi";
import { type Context, Hono } from "hono";
import { acceptEmail } from "../../domain/auth/accept-credentials.ts";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { authError } from "../../domain/auth/auth-errors.ts";
import type { Proof } from "../../domain/auth/one-time.ts";
import { kindsOfType, verifyOneTime } from "../../domain/auth/verify-one-time.ts";
import { pathOfSite, routes } from "../../routes.ts";
import { json, jsonBody } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { limit } from "../guards/try-limits.ts";
import { answerSession } from "./answer-session.ts";
import { authSession, callerOf, email, exampleAuthSession, noPhone, readBody, text } from "./bodies.ts";
import { authOperation } from "./operation.ts";

const body = z.object({
  type: text("type").nullish().openapi({ description: "What the mail was for" }),
  email,
  phone: noPhone,
  token: text("token").nullish().openapi({ description: "The six-digit code, with `email`" }),
  token_hash: text("token_hash").nullish().openapi({ description: "The token of the link, without `email`" }),
});

const refuse = (message: string) => authError("validation_failed", message);

/** The token of a link, or an email address and the code that it got. */
function proofOf({ email, token, token_hash: hash }: z.output<typeof body>): Proof {
  if (!token && !hash) throw refuse("Verify requires either a token or a token hash");
  if (hash && (token || email)) throw refuse("Only the token_hash and type should be provided");
  if (hash) return { token: hash };
  if (!email) throw refuse("Only an email address or phone number should be provided on verify");
  return { email: acceptEmail(email), code: token ?? "" };
}

async function redeem(c: Context<AppEnv>) {
  const input = await readBody(c, body);
  if (!input.type) throw refuse("Verify requires a verification type");
  if (input.phone) throw authError("phone_provider_disabled", "Unsupported phone provider");
  const kinds = kindsOfType(input.type);
  if (!kinds) throw refuse("Unsupported verification type");
  const proof = proofOf(input);
  await limit(c, "verify", "email" in proof ? { account: proof.email } : {});
  const { context, settings } = c.var.deps;
  const notified = { site: settings.site(), notices: settings.get() };
  return answerSession(c, await verifyOneTime(context, kinds, proof, callerOf(c), notified));
}

/** Redirects to the screen whose button redeems the token. Nothing is redeemed here, because mail scanners follow links. */
function show(c: Context<AppEnv>) {
  const site = c.var.deps.settings.site();
  const type = c.req.query("type") ?? "signup";
  const token = c.req.query("token_hash") ?? c.req.query("token") ?? "";
  const next = pathOfSite(c.req.query("redirect_to"), site.url);
  const query = new URLSearchParams({ token_hash: token, type, ...(next && { redirect_to: next }) });
  return c.redirect(`${site.url}${type === "recovery" ? routes.resetPassword() : routes.confirm()}?${query}`, 303);
}

export const verifyOperation = authOperation({
  policy: authPolicy.useLink,
  operationId: "verifyOneTime",
  method: "post",
  path: "/verify",
  summary: "Redeem a one-time link or code",
  description:
    "Takes the `token_hash` of an email’s link, or `email` and the six-digit code as `token`. Confirms the email address and signs its " +
    "owner in. `type` is `email`, `signup`, `magiclink`, `invite`, `recovery` or `email_change`.",
  request: { body: jsonBody(body, { type: "email", email: "ada@blog.example", token: "271828" }) },
  responses: { 200: json(authSession, "The session", exampleAuthSession) },
  refuses: ["otp_expired", "email_exists", "user_banned", "phone_provider_disabled", "over_request_rate_limit"],
});

export const openLinkOperation = authOperation({
  policy: authPolicy.useLink,
  operationId: "openOneTimeLink",
  method: "get",
  path: "/verify",
  summary: "Open a one-time link",
  description:
    "Redirects to the page whose button redeems the link. Nothing is redeemed here, because mail scanners follow links.",
  request: {
    query: z.object({
      token_hash: z.string().optional().openapi({ description: "The token of the link" }),
      token: z.string().optional().openapi({ description: "The same, by GoTrue’s older name" }),
      type: z.string().optional().openapi({ description: "`signup` unless given", example: "recovery" }),
      redirect_to: z.string().optional().openapi({ description: "Where the page leads: a path or URL of this site" }),
    }),
  },
  responses: { 303: { description: "To the page that confirms or, for `recovery`, the page with the new password" } },
});

/** POST /verify: a session for a link's token, or for an email address and its code. GET: redirects to the screen that posts it. */
export const verify = () => new Hono<AppEnv>().post("/verify", redeem).get("/verify", show);
