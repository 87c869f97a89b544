import { z } from "@hono/zod-openapi";
import { type Context, Hono } from "hono";
import { acceptEmail } from "../../domain/auth/accept-credentials.ts";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { authError } from "../../domain/auth/auth-errors.ts";
import { USER_AGENT_MAX } from "../../domain/auth/auth-rules.ts";
import { requestEmail } from "../../domain/auth/send-one-time.ts";
import { json, jsonBody } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { limit } from "../guards/try-limits.ts";
import { callerOf, email, readBody } from "./bodies.ts";
import { authOperation, redirectQuery } from "./operation.ts";

const body = z.object({ email });

const whoAsks = (c: Context<AppEnv>) => {
  const { address, userAgent } = callerOf(c);
  return { address, userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null };
};

export const recoverOperation = authOperation({
  policy: authPolicy.requestMail,
  operationId: "sendRecoveryMail",
  method: "post",
  path: "/recover",
  summary: "Send an email to choose a new password",
  description: "Emails a link and a six-digit code. The answer is the same whether or not the address has an account.",
  request: { query: redirectQuery, body: jsonBody(body, { email: "ada@blog.example" }) },
  responses: { 200: json(z.object({}), "The request was accepted", {}) },
  refuses: ["over_request_rate_limit", "over_email_send_rate_limit"],
});

/** POST /recover. The answer is the same whether or not the address has an account. */
export const recover = () =>
  new Hono<AppEnv>().post("/recover", async (c) => {
    const input = await readBody(c, body);
    if (!input.email) throw authError("validation_failed", "Password recovery requires an email");
    const email = acceptEmail(input.email);
    await limit(c, "recover", { account: email });
    const { context, settings } = c.var.deps;
    await requestEmail(
      context,
      { kind: "recovery", email, next: c.req.query("redirect_to"), meta: whoAsks(c) },
      { site: settings.site() },
    );
    return c.json({}, 200);
  });
