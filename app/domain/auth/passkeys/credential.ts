import { z } from "zod";
import type { Context } from "../../context.ts";
import { authError } from "../auth-errors.ts";

const TEXT_MAX = 20_000;
const ID_MAX = 1364;

const base64url = (max = TEXT_MAX) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/);

/** The site asks for no passkey in a frame of another one. The library refuses that only where the browser names the other site. */
function isSameOrigin(clientDataJSON: string): boolean {
  try {
    return JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()).crossOrigin !== true;
  } catch {
    return false;
  }
}

const clientData = base64url().refine(isSameOrigin);

const shared = {
  id: base64url(ID_MAX),
  rawId: base64url(ID_MAX),
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}).nullish(),
};

const registration = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: clientData,
    attestationObject: base64url(),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .nullish(),
  }),
});

const assertion = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData: base64url(),
    signature: base64url(),
    // Always given by a discoverable credential.
    userHandle: base64url(128),
  }),
});

/** It doesn't say what is wrong: that is in the log. */
const failed = (cause?: unknown) => authError("webauthn_verification_failed", "This passkey could not be verified", cause);

function parsed<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw failed(result.error);
}

/** @throws DomainError webauthn_verification_failed */
export const acceptRegistration = (given: unknown) => parsed(registration, given);

/** @throws DomainError webauthn_verification_failed */
export const acceptAssertion = (given: unknown) => parsed(assertion, given);

/** @param check of the library, which throws for most faults @throws DomainError webauthn_verification_failed */
export async function verified<Result extends { verified: boolean }>(
  { log }: Context,
  check: () => Promise<Result>,
): Promise<Extract<Result, { verified: true }>> {
  const result = await check().catch((error: unknown) => {
    log.debug({ err: error }, "a passkey was refused");
    throw failed(error);
  });
  if (!result.verified) throw failed();
  return result as Extract<Result, { verified: true }>;
}

export const verificationFailed = failed;
