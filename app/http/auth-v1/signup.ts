import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { acceptEmail, acceptPassword } from "../../domain/auth/accept-credentials.ts";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { authError } from "../../domain/auth/auth-errors.ts";
import { signUp } from "../../domain/auth/sign-up.ts";
import { json, jsonBody } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { ClosedError } from "../errors.ts";
import { limit } from "../guards/try-limits.ts";
import { answerSession } from "./answer-session.ts";
import { authSession, authUser, callerOf, email, exampleAuthUser, metadata, noPhone, readBody, text } from "./bodies.ts";
import { authOperation, redirectQuery } from "./operation.ts";

const body = z.object({
  email,
  phone: noPhone,
  password: text("password").nullish().openapi({ description: "At least 6 characters" }),
  data: metadata,
  options: z
    .object({ data: metadata }, "options must be an object")
    .nullish()
    .openapi({ description: "`data` again, where older clients put it" }),
});

export const signupOperation = authOperation({
  policy: authPolicy.signUp,
  operationId: "signUp",
  method: "post",
  path: "/signup",
  summary: "Sign up",
  description:
    "Creates an account. Where email addresses are verified, the answer is the user, who then gets an email with a link and a code; it is " +
    "the same for an address that has an account. Otherwise it is a session. `data` is what the user writes about themselves: " +
    "`full_name` is their name.",
  request: {
    query: redirectQuery,
    body: jsonBody(body, { email: "ada@blog.example", password: "larks over the field", data: { full_name: "Ada Lovelace" } }),
  },
  responses: { 200: json(z.union([authUser, authSession]), "The user who has to confirm, or a session", exampleAuthUser) },
  refuses: [
    "weak_password",
    "user_already_exists",
    "signup_disabled",
    "anonymous_provider_disabled",
    "phone_provider_disabled",
    "over_request_rate_limit",
    "over_email_send_rate_limit",
    "maintenance",
  ],
});

/** POST /signup: a session if the email address needn't be confirmed, else the user, who gets a mail with a link */
export const signup = () =>
  new Hono<AppEnv>().post("/signup", async (c) => {
    if (c.var.deps.settings.get().maintenanceMode) throw new ClosedError();
    const input = await readBody(c, body);
    const { email, password } = input;
    if (!email && input.phone) throw authError("phone_provider_disabled", "Phone signups are disabled");
    if (!email && !password) throw authError("anonymous_provider_disabled", "Anonymous sign-ins are disabled");
    if (!email) throw authError("validation_failed", "To signup, please provide your email");
    if (!password) throw authError("validation_failed", "Signup requires a valid password");
    // Invalid input doesn't count as a try.
    const address = acceptEmail(email);
    const { context, settings } = c.var.deps;
    acceptPassword(password, { email: address, siteName: settings.site().name, role: "user" });
    await limit(c, "sign_up", { account: address });
    const notices = settings.get();
    const { requireEmailVerification } = notices;
    const said = input.data ?? input.options?.data ?? {};
    const next = c.req.query("redirect_to");
    const wish = { email, password, data: said, site: settings.site(), notices, requireEmailVerification, next };
    const made = await signUp(context, wish, callerOf(c));
    return "session" in made ? answerSession(c, made.session) : c.json(made.pending, 200);
  });
