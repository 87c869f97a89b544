import { DomainError } from "../errors.ts";

/** The kinds of GoTrue's error codes, in the domain's words. */
const KINDS = {
  anonymous_provider_disabled: "invalid",
  bad_jwt: "unauthenticated",
  bad_json: "invalid",
  email_address_invalid: "invalid",
  email_exists: "conflict",
  email_not_confirmed: "invalid",
  invalid_credentials: "invalid",
  no_authorization: "unauthenticated",
  not_admin: "forbidden",
  otp_expired: "invalid",
  over_email_send_rate_limit: "limited",
  over_request_rate_limit: "limited",
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
  user_already_exists: "conflict",
  user_banned: "unauthenticated",
  user_not_found: "not_found",
  validation_failed: "invalid",
  weak_password: "invalid",
} as const satisfies Record<string, DomainError["kind"]>;

/** GoTrue's `error_code`s, as far as this service has them. */
export type AuthErrorCode = keyof typeof KINDS;

/** A refusal of the auth service; its status belongs to HTTP. */
export const authError = (code: AuthErrorCode, message: string, cause?: unknown): DomainError =>
  new DomainError(KINDS[code], code, message, { cause });

/** Why a password is too weak (GoTrue's words: `length`, `characters`, `pwned`). */
export type WeakPasswordReason = "length" | "characters" | "pwned";

/** A password that is refused, with the reasons. */
export class WeakPasswordError extends DomainError {
  readonly reasons: WeakPasswordReason[];

  constructor(message: string, reasons: WeakPasswordReason[]) {
    super(KINDS.weak_password, "weak_password", message);
    this.reasons = reasons;
  }
}

/** Address or password is wrong; which of them isn't said. */
export const invalidCredentials = () => authError("invalid_credentials", "Invalid login credentials");

/** The account has been deactivated. */
export const userBanned = () => authError("user_banned", "This account has been deactivated");

/** The session has ended, or never was. */
export const sessionNotFound = () => authError("session_not_found", "Session from session_id claim in JWT does not exist");

/** Too many wrong passwords: the next one may be tried in `seconds`. */
export class TooSoonError extends DomainError {
  readonly seconds: number;

  constructor(seconds: number) {
    const message = `Too many wrong passwords. Please wait ${seconds} ${seconds === 1 ? "second" : "seconds"} and try again.`;
    super(KINDS.over_request_rate_limit, "over_request_rate_limit", message);
    this.seconds = seconds;
  }
}
