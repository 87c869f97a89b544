import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { authError } from "../../domain/auth/auth-errors.ts";
import {
  makeRecoveryCodes,
  readRecoveryStatus,
  recoveryCodes as recoveryCodesShape,
  recoveryStatus,
  redeemRecoveryCode,
  removeRecoveryCodes,
} from "../../domain/auth/factors/recovery-codes.ts";
import { EXAMPLE } from "../../domain/schema-fields.ts";
import { json, jsonBody } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { limit } from "../guards/try-limits.ts";
import { signedIn } from "../middleware/require.ts";
import { authSession, exampleAuthSession, readBody, text } from "./bodies.ts";
import { rulesOf } from "./factors.ts";
import { authOperation } from "./operation.ts";

const PATH = "/factors/recovery-codes";

const codeBody = z.object({
  code: text("code").nullish().openapi({ description: "A recovery code, in any case, with or without blanks and dashes" }),
});

const codes = json(recoveryCodesShape, "The codes, shown only now", {
  id: EXAMPLE.id,
  type: "recovery_code" as const,
  friendly_name: "Recovery codes",
  total: 1,
  codes: ["k4m9x7qp2ab8ht3z"],
});

const shared = { policy: authPolicy.updateOwn, path: PATH, tag: "Two-step sign-in" } as const;

export const readCodesOperation = authOperation({
  ...shared,
  policy: authPolicy.readOwn,
  operationId: "readRecoveryCodes",
  method: "get",
  summary: "Count your recovery codes",
  description: "How many you have, and how many are left. The codes themselves can’t be read.",
  responses: { 200: json(recoveryStatus, "The counts", { id: EXAMPLE.id, type: "recovery_code", total: 10, remaining: 9 }) },
  refuses: ["mfa_factor_not_found"],
});

export const createCodesOperation = authOperation({
  ...shared,
  operationId: "createRecoveryCodes",
  method: "post",
  summary: "Create recovery codes",
  description:
    "Ten codes for the day without your phone; each works once in place of a code of the app. Needs `aal2`, and a factor.",
  responses: { 200: codes },
  refuses: [
    "insufficient_aal",
    "reauthentication_needed",
    "mfa_verified_factor_exists",
    "mfa_recovery_codes_sole_factor",
    "over_request_rate_limit",
  ],
});

export const replaceCodesOperation = authOperation({
  ...shared,
  operationId: "createNewRecoveryCodes",
  method: "post",
  path: `${PATH}/regenerate`,
  summary: "Replace your recovery codes",
  description: "Ten new ones. All earlier ones stop working.",
  responses: { 200: codes },
  refuses: ["insufficient_aal", "reauthentication_needed", "mfa_factor_not_found", "over_request_rate_limit"],
});

export const redeemCodeOperation = authOperation({
  ...shared,
  operationId: "createRecoveryCodeVerification",
  method: "post",
  path: `${PATH}/verify`,
  summary: "Enter a recovery code",
  description: "Raises the session to `aal2`, as a code of the app does. After five wrong codes there are growing pauses.",
  request: { body: jsonBody(codeBody, { code: "k4m9-x7qp-2ab8-ht3z" }) },
  responses: {
    200: json(
      authSession
        .extend({ recovery_codes_left: z.number().int() })
        .openapi("AuthRecoveredSession", { description: "A session, with the number of recovery codes that are left" }),
      "The session, with new tokens",
      { ...exampleAuthSession, recovery_codes_left: 9 },
    ),
  },
  refuses: ["mfa_verification_failed", "mfa_recovery_codes_locked"],
});

export const deleteCodesOperation = authOperation({
  ...shared,
  operationId: "deleteRecoveryCodes",
  method: "delete",
  summary: "Remove your recovery codes",
  description: "None of them works any more. Sessions that one raised go down to `aal1`.",
  responses: { 200: json(z.object({ id: z.string() }), "The factor that was removed", { id: EXAMPLE.id }) },
  refuses: ["insufficient_aal", "reauthentication_needed", "mfa_factor_not_found", "over_request_rate_limit"],
});

/** GET, POST and DELETE /factors/recovery-codes, POST /factors/recovery-codes/regenerate and /verify */
export const recoveryCodes = () => {
  const app = new Hono<AppEnv>();
  app.get(PATH, async (c) => c.json(await readRecoveryStatus(c.var.deps.context, signedIn(c)), 200));
  for (const [path, which] of [
    [PATH, "first"],
    [`${PATH}/regenerate`, "again"],
  ] as const)
    app.post(path, async (c) => {
      const actor = signedIn(c);
      await limit(c, "change_factors", { account: actor.sessionId });
      return c.json(await makeRecoveryCodes(c.var.deps.context, actor, which, rulesOf(c)), 200);
    });
  app.post(`${PATH}/verify`, async (c) => {
    const actor = signedIn(c);
    const { code } = await readBody(c, codeBody);
    if (!code?.trim()) throw authError("validation_failed", "Code needs to be non-empty");
    return c.json(await redeemRecoveryCode(c.var.deps.context, actor, code, rulesOf(c)), 200);
  });
  app.delete(PATH, async (c) => {
    const actor = signedIn(c);
    await limit(c, "change_factors", { account: actor.sessionId });
    return c.json(await removeRecoveryCodes(c.var.deps.context, actor, rulesOf(c)), 200);
  });
  return app;
};
