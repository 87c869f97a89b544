import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { acceptEmail } from "../../domain/auth/accept-credentials.ts";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { authError } from "../../domain/auth/auth-errors.ts";
import { requestEmail } from "../../domain/auth/send-one-time.ts";
import { json, jsonBody } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { limit } from "../guards/try-limits.ts";
import { email, noPhone, readBody, text } from "./bodies.ts";
import { authOperation, redirectQuery } from "./operation.ts";

const body = z.object({
  type: text("type").nullish().openapi({ description: "`signup` or `email_change`" }),
  email,
  phone: noPhone,
});

export const resendOperation = authOperation({
  policy: authPolicy.requestMail,
  operationId: "resendMail",
  method: "post",
  path: "/resend",
  summary: "Send a confirmation again",
  description:
    "Sends the email of a sign-up (`signup`) or of a new email address (`email_change`) again, with a new link and code. The answer is the same whether or not anything is waiting to be confirmed.",
  request: { query: redirectQuery, body: jsonBody(body, { type: "signup", email: "ada@blog.example" }) },
  responses: { 200: json(z.object({}), "The request was accepted", {}) },
  refuses: ["phone_provider_disabled", "over_request_rate_limit", "over_email_send_rate_limit"],
});

/** POST /resend: a new link and code. The answer is the same whether anything is waiting to be confirmed. */
export const resend = () =>
  new Hono<AppEnv>().post("/resend", async (c) => {
    const { type, email: typed } = await readBody(c, body);
    if (type === "sms" || type === "phone_change") throw authError("phone_provider_disabled", "Unsupported phone provider");
    if (type !== "signup" && type !== "email_change") {
      throw authError("validation_failed", "Missing one of these types: signup, email_change, sms, phone_change");
    }
    if (!typed) throw authError("validation_failed", "Type provided requires an email address");
    const email = acceptEmail(typed);
    await limit(c, "resend", { account: email });
    const { context, settings } = c.var.deps;
    await requestEmail(context, { kind: type, email, next: c.req.query("redirect_to") }, { site: settings.site() });
    return c.json({}, 200);
  });
