import { Hono } from "hono";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { offerPasskeySignIn, signInOptions, signInWithPasskey } from "../../domain/auth/passkeys/sign-in-with-passkey.ts";
import { EXAMPLE } from "../../domain/schema-fields.ts";
import { json, jsonBody } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { limit } from "../guards/try-limits.ts";
import { answerSession } from "./answer-session.ts";
import { authSession, exampleAuthSession, readBody } from "./bodies.ts";
import { rulesOf } from "./factors.ts";
import { authOperation } from "./operation.ts";
import { acceptAnswer, passkeyAnswer } from "./passkeys.ts";

export const offerSignInOperation = authOperation({
  policy: authPolicy.signIn,
  operationId: "createPasskeySignInOptions",
  method: "post",
  path: "/passkeys/authentication/options",
  summary: "Begin to sign in with a passkey",
  description: "Answers what `navigator.credentials.get()` takes. The challenge works once, within five minutes.",
  responses: {
    200: json(signInOptions, "The options", {
      challenge_id: EXAMPLE.id,
      options: {
        challenge: "bGFya3Mgb3ZlciB0aGUgZmllbGQ",
        timeout: 300_000,
        rpId: "blog.example",
        userVerification: "required",
        allowCredentials: [],
      },
      expires_at: 1741948013,
    }),
  },
  refuses: ["passkey_disabled", "over_request_rate_limit"],
});

export const passkeySignInOperation = authOperation({
  policy: authPolicy.signIn,
  operationId: "createPasskeySession",
  method: "post",
  path: "/passkeys/authentication/verify",
  summary: "Sign in with a passkey",
  description:
    "Takes what the browser answered. The session is at `aal1`, as in GoTrue, but needs no code of two-step sign-in: a passkey proves the " +
    "device and what unlocks it. Unknown and wrong passkeys are refused alike.",
  request: { body: jsonBody(passkeyAnswer, { challenge_id: EXAMPLE.id, credential: { type: "public-key" } }) },
  responses: { 200: json(authSession, "The session", exampleAuthSession) },
  refuses: [
    "webauthn_verification_failed",
    "webauthn_challenge_not_found",
    "webauthn_challenge_expired",
    "passkey_disabled",
    "email_not_confirmed",
    "user_banned",
    "over_request_rate_limit",
  ],
});

/** POST /passkeys/authentication/options and /verify */
export const passkeySignIn = () =>
  new Hono<AppEnv>()
    .post("/passkeys/authentication/options", async (c) => {
      await limit(c, "passkey");
      const { context, settings } = c.var.deps;
      return c.json(await offerPasskeySignIn(context, settings.site()), 200);
    })
    .post("/passkeys/authentication/verify", async (c) => {
      const given = acceptAnswer(await readBody(c, passkeyAnswer));
      await limit(c, "passkey");
      const { context, settings } = c.var.deps;
      const rules = { ...rulesOf(c), requireConfirmation: settings.get().requireEmailVerification };
      return answerSession(c, await signInWithPasskey(context, given, rules));
    });
