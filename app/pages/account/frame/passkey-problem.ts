import { codeOf, messageOf } from "./failure.ts";
import { texts } from "./passkey-texts.ts";

/** Codes of the auth client, for what the browser refused, and of the server. */
const PROBLEMS: Record<string, "refused" | "tooLate" | "alreadyAdded" | "tooMany" | "noLock"> = {
  webauthn_verification_failed: "refused",
  webauthn_challenge_expired: "tooLate",
  webauthn_challenge_not_found: "tooLate",
  webauthn_credential_exists: "alreadyAdded",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "alreadyAdded",
  too_many_passkeys: "tooMany",
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: "noLock",
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: "noLock",
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: "noLock",
};

/** The browser doesn't say whether its user canceled, or nothing happened for too long. */
const isUnused = (error: unknown) => ["NotAllowedError", "AbortError"].includes((error as { name?: string } | null)?.name ?? "");

/** @param unused what to say if the user didn't use a passkey, or could not */
export function passkeyProblem(error: unknown, { unused, otherwise }: { unused: string; otherwise: string }): string {
  if (isUnused(error)) return unused;
  const known = PROBLEMS[codeOf(error)];
  if (known) return texts[known];
  // The browser's own messages are not meant for readers.
  return codeOf(error).startsWith("ERROR_") ? otherwise : messageOf(error, otherwise);
}
