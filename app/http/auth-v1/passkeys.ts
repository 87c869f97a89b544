import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { authError } from "../../domain/auth/auth-errors.ts";
import { FACTOR_NAME_MAX } from "../../domain/auth/auth-rules.ts";
import { addPasskey, newPasskeyOptions, offerPasskey } from "../../domain/auth/passkeys/add-passkey.ts";
import { listPasskeys, removePasskey, renamePasskey } from "../../domain/auth/passkeys/change-passkeys.ts";
import { passkey } from "../../domain/auth/passkeys/passkeys.sql.ts";
import { EXAMPLE } from "../../domain/schema-fields.ts";
import { json, jsonBody } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { limit } from "../guards/try-limits.ts";
import { signedIn } from "../middleware/require.ts";
import { readBody, text } from "./bodies.ts";
import { rulesOf } from "./factors.ts";
import { authOperation } from "./operation.ts";

export const passkeyAnswer = z.object({
  challenge_id: text("challenge_id").nullish().openapi({ description: "Of the options" }),
  credential: z
    .record(z.string(), z.unknown(), "credential must be an object")
    .nullish()
    .openapi({ description: "What the browser answered, in WebAuthn’s JSON (`toJSON()`)" }),
});

/** @throws DomainError validation_failed */
export function acceptAnswer({ challenge_id: challengeId, credential }: z.output<typeof passkeyAnswer>) {
  if (!challengeId) throw authError("validation_failed", "challenge_id is required");
  if (!credential) throw authError("validation_failed", "credential is required");
  return { challengeId, credential };
}

const name = z.object({
  friendly_name: text("friendly_name")
    .nullish()
    .openapi({ description: `What you call it, 1 to ${FACTOR_NAME_MAX} characters` }),
});

const passkeyId = z.object({ id: z.string().openapi({ description: "The passkey", example: EXAMPLE.id }) });

const examplePasskey = { id: EXAMPLE.id, friendly_name: "Firefox on Linux", created_at: EXAMPLE.date, rp_id: "blog.example" };

const shared = { policy: authPolicy.updateOwn, tag: "Two-step sign-in" } as const;

const needsProof = "Needs a sign-in or another proof within the last five minutes, and a second step if you have one.";

export const offerPasskeyOperation = authOperation({
  ...shared,
  operationId: "createPasskeyOptions",
  method: "post",
  path: "/passkeys/registration/options",
  summary: "Begin to add a passkey",
  description: `Answers what \`navigator.credentials.create()\` takes. The challenge works once, for this session, within five minutes. ${needsProof}`,
  responses: {
    200: json(newPasskeyOptions, "The options", {
      challenge_id: EXAMPLE.id,
      options: {
        rp: { id: "blog.example", name: "Skylark" },
        user: { id: "c2t5bGFyaw", name: "ada@blog.example", displayName: "Ada Lovelace" },
        challenge: "bGFya3Mgb3ZlciB0aGUgZmllbGQ",
        pubKeyCredParams: [{ type: "public-key", alg: -7 }],
        timeout: 300_000,
        attestation: "none",
        excludeCredentials: [],
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      },
      expires_at: 1741948013,
    }),
  },
  refuses: ["passkey_disabled", "too_many_passkeys", "insufficient_aal", "reauthentication_needed", "over_request_rate_limit"],
});

export const addPasskeyOperation = authOperation({
  ...shared,
  operationId: "createPasskey",
  method: "post",
  path: "/passkeys/registration/verify",
  summary: "Add a passkey",
  description: `Takes what the browser answered. At most ten passkeys for each account. An email says that one was added. ${needsProof}`,
  request: { body: jsonBody(passkeyAnswer, { challenge_id: EXAMPLE.id, credential: { type: "public-key" } }) },
  responses: { 200: json(passkey, "The passkey", examplePasskey) },
  refuses: [
    "webauthn_verification_failed",
    "webauthn_challenge_not_found",
    "webauthn_challenge_expired",
    "webauthn_credential_exists",
    "passkey_disabled",
    "too_many_passkeys",
    "insufficient_aal",
    "reauthentication_needed",
    "over_request_rate_limit",
  ],
});

export const listPasskeysOperation = authOperation({
  ...shared,
  policy: authPolicy.readOwn,
  operationId: "listPasskeys",
  method: "get",
  path: "/passkeys",
  summary: "List your passkeys",
  description: "With their names and when each was last used, the oldest first.",
  responses: { 200: json(z.array(passkey), "The passkeys", [examplePasskey]) },
});

export const renamePasskeyOperation = authOperation({
  ...shared,
  operationId: "updatePasskey",
  method: "patch",
  path: "/passkeys/{id}",
  summary: "Rename a passkey",
  description: "The name is for you; names may be the same. Needs a second step if you have one.",
  request: { params: passkeyId, body: jsonBody(name, { friendly_name: "Laptop" }) },
  responses: { 200: json(passkey, "The passkey", { ...examplePasskey, friendly_name: "Laptop" }) },
  refuses: ["webauthn_credential_not_found", "insufficient_aal", "over_request_rate_limit"],
});

export const removePasskeyOperation = authOperation({
  ...shared,
  operationId: "deletePasskey",
  method: "delete",
  path: "/passkeys/{id}",
  summary: "Remove a passkey",
  description: `It no longer signs in. Sessions that it began go on without a second step. An email says that it was removed. ${needsProof}`,
  request: { params: passkeyId },
  responses: { 204: { description: "It was removed" } },
  refuses: ["webauthn_credential_not_found", "insufficient_aal", "reauthentication_needed", "over_request_rate_limit"],
});

/** GET /passkeys, PATCH and DELETE /passkeys/{id}, POST /passkeys/registration/options and /verify */
export const passkeys = () => {
  const app = new Hono<AppEnv>();
  app.get("/passkeys", async (c) => c.json(await listPasskeys(c.var.deps.context, signedIn(c)), 200));
  app.post("/passkeys/registration/options", async (c) => {
    const actor = signedIn(c);
    await limit(c, "change_factors", { account: actor.sessionId });
    const { context, settings } = c.var.deps;
    return c.json(await offerPasskey(context, actor, settings.site()), 200);
  });
  app.post("/passkeys/registration/verify", async (c) => {
    const actor = signedIn(c);
    const given = acceptAnswer(await readBody(c, passkeyAnswer));
    await limit(c, "change_factors", { account: actor.sessionId });
    return c.json(await addPasskey(c.var.deps.context, actor, given, rulesOf(c)), 200);
  });
  app.patch("/passkeys/:id", async (c) => {
    const actor = signedIn(c);
    const { friendly_name: typed } = await readBody(c, name);
    await limit(c, "change_factors", { account: actor.sessionId });
    return c.json(await renamePasskey(c.var.deps.context, actor, c.req.param("id"), typed ?? ""), 200);
  });
  app.delete("/passkeys/:id", async (c) => {
    const actor = signedIn(c);
    await limit(c, "change_factors", { account: actor.sessionId });
    await removePasskey(c.var.deps.context, actor, c.req.param("id"), rulesOf(c));
    return c.body(null, 204);
  });
  return app;
};
