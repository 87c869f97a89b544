import { z } from "@hono/zod-openapi";
import { type Context, Hono } from "hono";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { authError } from "../../domain/auth/auth-errors.ts";
import { plainEmail } from "../../domain/auth/auth-rules.ts";
import { refreshSession } from "../../domain/auth/sessions.ts";
import { signInWithPassword } from "../../domain/auth/sign-in.ts";
import { DomainError } from "../../domain/errors.ts";
import { json, jsonBody } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { limitedAddress } from "../guards/limited-address.ts";
import { limit } from "../guards/try-limits.ts";
import { answerSession, markOf } from "./answer-session.ts";
import { authSession, callerOf, email, exampleAuthSession, noPhone, readBody, text } from "./bodies.ts";
import { authOperation } from "./operation.ts";

const credentials = z.object({
  email,
  phone: noPhone,
  password: text("password").nullish().openapi({ description: "For `grant_type=password`" }),
});
const refresh = z.object({
  refresh_token: text("refresh_token")
    .nullish()
    .openapi({ description: "For `grant_type=refresh_token`: that of the last session" }),
});

async function byPassword(c: Context<AppEnv>) {
  const { email: typed, phone, password } = await readBody(c, credentials);
  const email = typed && plainEmail(typed);
  if (!email && phone) throw authError("phone_provider_disabled", "Phone logins are disabled");
  if (!email || !password) throw authError("validation_failed", "missing email or password");
  const tried = await limit(c, "sign_in", { account: email });
  const { context, settings } = c.var.deps;
  const caller = callerOf(c);
  const from = limitedAddress(c)?.certain === false ? null : caller.address;
  const { requireEmailVerification: requireConfirmation } = settings.get();
  const input = { email, password, requireConfirmation, from, mark: markOf(c), site: settings.site() };
  try {
    const session = await signInWithPassword(context, input, caller);
    await tried.forgive();
    return await answerSession(c, session);
  } catch (error) {
    // Refused because too many requests wait, or too soon after others' wrong passwords: that doesn't count as a try.
    if (error instanceof DomainError && error.kind === "limited") await tried.takeBack();
    throw error;
  }
}

async function byRefreshToken(c: Context<AppEnv>) {
  const { refresh_token: token } = await readBody(c, refresh);
  if (!token) throw authError("validation_failed", "refresh_token required");
  await limit(c, "refresh");
  const { context, settings } = c.var.deps;
  return c.json(await refreshSession(context, token, callerOf(c), settings.get()), 200);
}

const GRANTS: Record<string, (c: Context<AppEnv>) => Promise<Response>> = {
  password: byPassword,
  refresh_token: byRefreshToken,
};

export const tokenOperation = authOperation({
  policy: authPolicy.signIn,
  operationId: "createSession",
  method: "post",
  path: "/token",
  summary: "Create or refresh a session",
  description:
    "`grant_type=password` signs in with `email` and `password`; `grant_type=refresh_token` gets the next session for a `refresh_token`, " +
    "which changes with each use.",
  request: {
    query: z.object({
      grant_type: z.enum(["password", "refresh_token"]).openapi({ description: "How to get the session", example: "password" }),
    }),
    body: jsonBody(credentials.extend(refresh.shape), { email: "ada@blog.example", password: "larks over the field" }),
  },
  responses: { 200: json(authSession, "The session", exampleAuthSession) },
  refuses: [
    "invalid_credentials",
    "email_not_confirmed",
    "refresh_token_not_found",
    "refresh_token_already_used",
    "session_expired",
    "user_banned",
    "phone_provider_disabled",
    "over_request_rate_limit",
  ],
});

/** POST /token?grant_type=password|refresh_token */
export const token = () =>
  new Hono<AppEnv>().post("/token", async (c) => {
    const grant = new Map(Object.entries(GRANTS)).get(c.req.query("grant_type") ?? "");
    if (!grant) throw authError("invalid_credentials", "unsupported_grant_type");
    return grant(c);
  });
