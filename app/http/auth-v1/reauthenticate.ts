import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { reauthenticate as mailNonce } from "../../domain/auth/reauthenticate.ts";
import { json } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { limit } from "../guards/try-limits.ts";
import { signedIn } from "../middleware/require.ts";
import { authOperation } from "./operation.ts";

export const reauthenticateOperation = authOperation({
  policy: authPolicy.updateOwn,
  operationId: "sendReauthenticationMail",
  method: "get",
  path: "/reauthenticate",
  summary: "Send a nonce",
  description: "Emails you a six-digit nonce, which `PUT /auth/v1/user` accepts as proof that the account is yours.",
  responses: { 200: json(z.object({}), "The email is on its way", {}) },
  refuses: ["email_not_confirmed", "over_request_rate_limit"],
});

/** GET /reauthenticate: emails a nonce to the signed-in user, for PUT /user */
export const reauthenticate = () =>
  new Hono<AppEnv>().get("/reauthenticate", async (c) => {
    const actor = signedIn(c);
    await limit(c, "reauthenticate", { account: actor.id });
    const { context, settings } = c.var.deps;
    await mailNonce(context, actor, settings.site());
    return c.json({}, 200);
  });
