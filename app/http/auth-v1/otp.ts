import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { acceptEmail, acceptMetadata } from "../../domain/auth/accept-credentials.ts";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { authError } from "../../domain/auth/auth-errors.ts";
import { requestEmail } from "../../domain/auth/send-one-time.ts";
import { json, jsonBody } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { limit } from "../guards/try-limits.ts";
import { email, metadata, noPhone, readBody } from "./bodies.ts";
import { authOperation, redirectQuery } from "./operation.ts";

const body = z.object({
  email,
  phone: noPhone,
  create_user: z
    .boolean("create_user must be true or false")
    .nullish()
    .openapi({ description: "Whether an account may be created; `true` unless given" }),
  data: metadata,
});

export const otpOperation = authOperation({
  policy: authPolicy.requestMail,
  operationId: "sendSignInMail",
  method: "post",
  path: "/otp",
  summary: "Send an email to sign in with",
  description:
    "Emails a link and a six-digit code. The answer is the same whether the address has an account, gets one (`create_user`, `true` " +
    "unless given, if registration is open) or neither.",
  request: { query: redirectQuery, body: jsonBody(body, { email: "ada@blog.example", create_user: false }) },
  responses: { 200: json(z.object({}), "The request was accepted", {}) },
  refuses: ["phone_provider_disabled", "over_request_rate_limit", "over_email_send_rate_limit"],
});

/** POST /otp: mails a link and a code. The answer is the same whether the address has an account, gets one (`create_user`) or neither. */
export const otp = () =>
  new Hono<AppEnv>().post("/otp", async (c) => {
    const input = await readBody(c, body);
    if (!input.email && input.phone) throw authError("phone_provider_disabled", "Unsupported phone provider");
    if (!input.email) throw authError("validation_failed", "One of email or phone must be set");
    const email = acceptEmail(input.email);
    const { metadata, fullName = null } = acceptMetadata(input.data ?? {});
    await limit(c, "otp", { account: email });
    const { context, settings } = c.var.deps;
    const create = (input.create_user ?? true) && !settings.get().maintenanceMode;
    const wish = { kind: "magiclink" as const, email, create, metadata, fullName };
    await requestEmail(context, { ...wish, next: c.req.query("redirect_to") }, { site: settings.site() });
    return c.json({}, 200);
  });
