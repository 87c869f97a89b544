import { DomainError } from "../errors.ts";

const KINDS = {
  anonymous_provider_disabled: "invalid",
  bad_jwt: "unauthenticated",
  bad_json: "invalid",
  conflict: "conflict",
  email_address_invalid: "invalid",
  email_exists: "conflict",
  email_not_confirmed: "invalid",
  insufficient_aal: "forbidden",
  invalid_credentials: "invalid",
  mfa_challenge_expired: "invalid",
  mfa_factor_name_conflict: "conflict",
  mfa_factor_not_found: "not_found",
  mfa_recovery_codes_locked: "limited",
  mfa_recovery_codes_sole_factor: "invalid",
  mfa_verification_failed: "invalid",
  mfa_verified_factor_exists: "conflict",
  no_authorization: "unauthenticated",
  not_admin: "forbidden",
  otp_expired: "invalid",
  over_email_send_rate_limit: "limited",
  over_request_rate_limit: "limited",
  passkey_disabled: "not_found",
  phone_provider_disabled: "invalid",
  provider_disabled: "invalid",
  reauthentication_needed: "invalid",
  reauthentication_not_valid: "invalid",
  refresh_token_already_used: "invalid",
  refresh_token_not_found: "invalid",
  same_password: "invalid",
  session_expired: "invalid",
  session_not_found: "unauthenticated",
  signup_disabled: "invalid",
  too_many_enrolled_mfa_factors: "invalid",
  too_many_passkeys: "invalid",
  user_already_exists: "conflict",
  user_banned: "unauthenticated",
  user_not_found: "unauthenticated",
  validation_failed: "invalid",
  weak_password: "invalid",
  webauthn_challenge_expired: "invalid",
  webauthn_challenge_not_found: "invalid",
  webauthn_credential_exists: "invalid",
  webauthn_credential_not_found: "not_found",
  webauthn_verification_failed: "invalid",
} as const satisfies Record<string, DomainError["kind"]>;

/** GoTrue's `error_code`s. */
export type AuthErrorCode = keyof typeof KINDS;

/** The HTTP layer chooses the status. */
export const authError = (code: AuthErrorCode, message: string, cause?: unknown): DomainError =>
  new DomainError(KINDS[code], code, message, { cause });

/** In GoTrue's words. */
export type WeakPasswordReason = "length" | "characters" | "pwned";

export class WeakPasswordError extends DomainError {
  readonly reasons: WeakPasswordReason[];

  constructor(message: string, reasons: WeakPasswordReason[]) {
    super(KINDS.weak_password, "weak_password", message);
    this.reasons = reasons;
  }
}

/** The message doesn't say whether the email address or the password is wrong. */
export const invalidCredentials = () => authError("invalid_credentials", "Invalid login credentials");

export const userBanned = () => authError("user_banned", "This account has been deactivated");

export const userNotFound = () => authError("user_not_found", "This account has been deleted");

/** A form of one account was sent while the browser was signed in to another one. @param email of the latter */
export const otherAccount = (email: string) =>
  authError("conflict", `You’re signed in as ${email} now. This form is for another account, so nothing was changed.`);

export const sessionNotFound = () => authError("session_not_found", "Session from session_id claim in JWT does not exist");

/** The next attempt is allowed after `seconds`. */
export class TooSoonError extends DomainError {
  readonly seconds: number;

  constructor(
    seconds: number,
    { wrong = "passwords", code = "over_request_rate_limit" }: { wrong?: string; code?: AuthErrorCode } = {},
  ) {
    const message = `Too many wrong ${wrong}. Please wait ${seconds} ${seconds === 1 ? "second" : "seconds"} and try again.`;
    super(KINDS[code], code, message);
    this.seconds = seconds;
  }
}

/** The account has two-step sign-in, and the session is at aal1. */
export const codeNeeded = () => authError("insufficient_aal", "Enter the code of your second step to finish signing in");

/** The owner requires two-step sign-in in the back office, and this admin's session is at aal1. */
export const factorRequired = () =>
  new DomainError("forbidden", "factor_required", "The back office requires two-step sign-in. Set it up in your account.");
