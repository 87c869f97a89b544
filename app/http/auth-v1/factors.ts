import { z } from "@hono/zod-openapi";
import { type Context, Hono } from "hono";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { authError } from "../../domain/auth/auth-errors.ts";
import { FACTOR_NAME_MAX } from "../../domain/auth/auth-rules.ts";
import { enrolledFactor, enrollFactor } from "../../domain/auth/factors/enroll-factor.ts";
import { removeFactor } from "../../domain/auth/factors/remove-factor.ts";
import { challengeFactor, verifyFactor } from "../../domain/auth/factors/verify-factor.ts";
import { EXAMPLE } from "../../domain/schema-fields.ts";
import { json, jsonBody } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { HttpError } from "../errors.ts";
import { limit } from "../guards/try-limits.ts";
import { signedIn } from "../middleware/require.ts";
import { authSession, callerOf, exampleAuthSession, readBody, text } from "./bodies.ts";
import { authOperation } from "./operation.ts";

/** What a change of factors needs besides its input. */
export const rulesOf = (c: Context<AppEnv>) => ({ meta: callerOf(c), site: c.var.deps.settings.site() });

const enrolment = z.object({
  factor_type: text("factor_type").nullish().openapi({ description: "`totp`: codes of an authenticator app" }),
  friendly_name: text("friendly_name")
    .nullish()
    .openapi({ description: `What you call it, at most ${FACTOR_NAME_MAX} characters; each name once` }),
  issuer: text("issuer").nullish().openapi({ description: "What the app shows; the site’s name unless given" }),
});

const answer = z.object({
  challenge_id: text("challenge_id").nullish().openapi({ description: "Of `/factors/{id}/challenge`" }),
  code: text("code").nullish().openapi({ description: "The six digits that the app shows" }),
});

const factorId = z.object({ id: z.string().openapi({ description: "The factor", example: EXAMPLE.id }) });

async function enroll(c: Context<AppEnv>) {
  const actor = signedIn(c);
  const { factor_type: type, friendly_name: name, issuer } = await readBody(c, enrolment);
  if (type === "phone" || type === "webauthn")
    throw new HttpError(422, { code: `mfa_${type}_enroll_not_enabled`, message: `MFA enroll is disabled for ${type}` });
  if (type !== "totp") throw authError("validation_failed", "factor_type needs to be totp");
  if (issuer && issuer.length > FACTOR_NAME_MAX)
    throw authError("validation_failed", `issuer must have at most ${FACTOR_NAME_MAX} characters`);
  await limit(c, "change_factors", { account: actor.sessionId });
  const wish = { name: name ?? "", issuer: issuer || c.var.deps.settings.site().name };
  return c.json(await enrollFactor(c.var.deps.context, actor, wish), 200);
}

async function challenge(c: Context<AppEnv>) {
  const actor = signedIn(c);
  await limit(c, "change_factors", { account: actor.sessionId });
  return c.json(await challengeFactor(c.var.deps.context, actor, c.req.param("id") ?? ""), 200);
}

async function verify(c: Context<AppEnv>) {
  const actor = signedIn(c);
  const { challenge_id: challengeId, code } = await readBody(c, answer);
  if (!code) throw authError("validation_failed", "Code needs to be non-empty");
  const given = { factorId: c.req.param("id") ?? "", challengeId: challengeId ?? "", code };
  return c.json(await verifyFactor(c.var.deps.context, actor, given, rulesOf(c)), 200);
}

async function unenroll(c: Context<AppEnv>) {
  const actor = signedIn(c);
  await limit(c, "change_factors", { account: actor.sessionId });
  return c.json(await removeFactor(c.var.deps.context, actor, c.req.param("id") ?? "", rulesOf(c)), 200);
}

export const enrollOperation = authOperation({
  policy: authPolicy.updateOwn,
  tag: "Two-step sign-in",
  operationId: "createFactor",
  method: "post",
  path: "/factors",
  summary: "Begin to set up two-step sign-in",
  description:
    "Answers the secret for an authenticator app, as text and as a QR code. The factor counts once a code of the app has been verified. " +
    "Needs a sign-in or another proof within the last five minutes (`PUT /auth/v1/user` with `current_password` or `nonce` alone), and " +
    "`aal2` if you have a factor already.",
  request: { body: jsonBody(enrolment, { factor_type: "totp", friendly_name: "Phone" }) },
  responses: {
    200: json(enrolledFactor, "The factor, not verified yet", {
      id: EXAMPLE.id,
      type: "totp",
      friendly_name: "Phone",
      totp: {
        qr_code: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
        uri: "otpauth://totp/Skylark:ada%40blog.example?issuer=Skylark&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      },
    }),
  },
  refuses: [
    "mfa_factor_name_conflict",
    "too_many_enrolled_mfa_factors",
    "insufficient_aal",
    "reauthentication_needed",
    "over_request_rate_limit",
  ],
});

export const challengeOperation = authOperation({
  policy: authPolicy.updateOwn,
  tag: "Two-step sign-in",
  operationId: "createFactorChallenge",
  method: "post",
  path: "/factors/{id}/challenge",
  summary: "Ask for a code",
  description: "Answers a challenge that this session can verify once, within five minutes.",
  request: { params: factorId },
  responses: {
    200: json(
      z.object({
        id: z.string(),
        type: z.literal("totp"),
        expires_at: z.number().describe("Seconds since 1970"),
      }),
      "The challenge",
      { id: EXAMPLE.id, type: "totp", expires_at: 1741948013 },
    ),
  },
  refuses: ["mfa_factor_not_found", "over_request_rate_limit"],
});

export const verifyFactorOperation = authOperation({
  policy: authPolicy.updateOwn,
  tag: "Two-step sign-in",
  operationId: "createFactorVerification",
  method: "post",
  path: "/factors/{id}/verify",
  summary: "Enter a code",
  description:
    "Raises the session to `aal2`; its earlier refresh tokens end. The first code of a factor finishes its setup, and ends your other " +
    "sessions that haven’t entered a code. Each code works once. After five wrong codes there are growing pauses.",
  request: { params: factorId, body: jsonBody(answer, { challenge_id: EXAMPLE.id, code: "123456" }) },
  responses: { 200: json(authSession, "The session, with new tokens", exampleAuthSession) },
  refuses: [
    "mfa_verification_failed",
    "mfa_challenge_expired",
    "mfa_factor_not_found",
    "insufficient_aal",
    "reauthentication_needed",
    "over_request_rate_limit",
  ],
});

export const unenrollOperation = authOperation({
  policy: authPolicy.updateOwn,
  tag: "Two-step sign-in",
  operationId: "deleteFactor",
  method: "delete",
  path: "/factors/{id}",
  summary: "Remove a factor",
  description:
    "Needs `aal2` and a sign-in, code or other proof within the last five minutes, unless the factor was never verified. The last factor " +
    "takes your recovery codes with it, and lowers all your sessions to `aal1`.",
  request: { params: factorId },
  responses: { 200: json(z.object({ id: z.string() }), "The factor that was removed", { id: EXAMPLE.id }) },
  refuses: ["mfa_factor_not_found", "insufficient_aal", "reauthentication_needed", "over_request_rate_limit"],
});

/** POST /factors, POST /factors/{id}/challenge and /verify, DELETE /factors/{id} */
export const factors = () =>
  new Hono<AppEnv>()
    .post("/factors", enroll)
    .post("/factors/:id/challenge", challenge)
    .post("/factors/:id/verify", verify)
    .delete("/factors/:id", unenroll);
