import { type RouteConfig, z } from "@hono/zod-openapi";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type AuthErrorCode, authError } from "../../domain/auth/auth-errors.ts";
import type { Ability } from "../../domain/policy.ts";
import { json, policed, type Tag } from "../api/operation.ts";
import { CLOSED, HttpError, UNAVAILABLE } from "../errors.ts";
import { AUTH_PATH } from "./bodies.ts";
import { statusOf } from "./errors.ts";

/** Refusals before any endpoint, or that only HTTP knows. The status of the others comes from the domain's error. */
const HTTP_STATUS = {
  cross_site: 403,
  maintenance: 503,
  payload_too_large: 413,
  unavailable: 503,
  unexpected_failure: 500,
  unsupported_media_type: 415,
} as const satisfies Record<string, ContentfulStatusCode>;

type Code = keyof typeof MESSAGES;

const MESSAGES = {
  anonymous_provider_disabled: "Anonymous sign-ins are disabled",
  bad_json: "Could not parse request body as JSON",
  bad_jwt: "invalid JWT: unable to parse or verify signature",
  conflict: "You’re signed in as ada@blog.example now. This form is for another account, so nothing was changed.",
  cross_site: "Requests from other sites can’t change anything here",
  email_exists: "A user with this email address has already been registered",
  email_not_confirmed: "Email not confirmed",
  insufficient_aal: "AAL2 required: enter the code of your second step first",
  invalid_credentials: "Invalid login credentials",
  maintenance: CLOSED.message,
  mfa_challenge_expired: "MFA challenge has expired or was used, create a new challenge",
  mfa_factor_name_conflict: 'A factor with the friendly name "Phone" for this user already exists',
  mfa_factor_not_found: "Factor not found",
  mfa_recovery_codes_locked: "Too many wrong recovery codes. Please wait 30 seconds and try again.",
  mfa_recovery_codes_sole_factor: "At least one other verified factor is required to generate recovery codes",
  mfa_verification_failed: "This code is wrong, or was used already. Enter the newest code of your app.",
  mfa_verified_factor_exists: "Recovery codes are already enrolled for this user, use regenerate to rotate them",
  no_authorization: "This endpoint requires a valid Bearer token",
  otp_expired: "Token has expired or is invalid",
  over_email_send_rate_limit: "Too many tries. Please wait 12 minutes and try again.",
  over_request_rate_limit: "Too many tries. Please wait 1 minute and try again.",
  passkey_disabled: "Passkeys need a site with a name of its own: its URL is an IP address",
  payload_too_large: "The body is too large: body must have at most 65536 bytes",
  phone_provider_disabled: "Unsupported phone provider",
  reauthentication_needed: "Password update requires reauthentication",
  reauthentication_not_valid: "Verification code is invalid",
  refresh_token_already_used: "Invalid Refresh Token: Already Used",
  refresh_token_not_found: "Invalid Refresh Token: Refresh Token Not Found",
  same_password: "New password should be different from the old password.",
  session_expired: "Invalid Refresh Token: Session Expired",
  session_not_found: "Session from session_id claim in JWT does not exist",
  signup_disabled: "Signups not allowed for this instance",
  too_many_enrolled_mfa_factors: "Maximum number of verified factors reached, unenroll to continue",
  too_many_passkeys: "Maximum number of passkeys reached",
  unavailable: UNAVAILABLE.message,
  unexpected_failure: "Something went wrong on our end. Nothing was changed. Please try again.",
  unsupported_media_type: "The body must be JSON: content-type must be application/json",
  user_already_exists: "User already registered",
  user_banned: "This account has been deactivated",
  user_not_found: "This account has been deleted",
  validation_failed: "Unable to validate email address: invalid format",
  weak_password: "Password must be at least 6 characters long",
  webauthn_challenge_expired: "Challenge has expired",
  webauthn_challenge_not_found: "Challenge not found or already used",
  webauthn_credential_exists: "This credential is already registered",
  webauthn_credential_not_found: "Passkey not found",
  webauthn_verification_failed: "This passkey could not be verified",
} as const satisfies Partial<Record<AuthErrorCode | keyof typeof HTTP_STATUS, string>>;

const errorBody = z
  .object({
    code: z.string().openapi({ description: "GoTrue’s error code", example: "validation_failed" }),
    message: z.string().openapi({ description: "A sentence for people" }),
    weak_password: z
      .object({ reasons: z.array(z.enum(["length", "characters", "pwned"])) })
      .optional()
      .openapi({ description: "Why a password was refused; only with `weak_password`" }),
  })
  .openapi("AuthError", {
    description:
      "The error of a request with `X-Supabase-Api-Version: 2024-01-01` or later. Without this header, the body is " +
      "`{ code, error_code, msg }`: the status, the code and the message. The header `x-sb-error-code` has the code in both cases.",
  });

function statusFor(code: Code, path: string): ContentfulStatusCode {
  const error =
    code in HTTP_STATUS
      ? new HttpError(HTTP_STATUS[code as keyof typeof HTTP_STATUS], { code, message: MESSAGES[code] })
      : authError(code as AuthErrorCode, MESSAGES[code]);
  return statusOf(error, path);
}

function refusals(codes: Code[], path: string): RouteConfig["responses"] {
  const byStatus = Map.groupBy(new Set(codes), (code) => statusFor(code, path));
  const answers = [...byStatus].map(([status, [first, ...others]]) => {
    if (!first) throw new Error("A status has at least one code");
    const said = [first, ...others].map((code) => `\`${code}\``).join(", ");
    const weak = first === "weak_password" ? { weak_password: { reasons: ["length" as const] } } : {};
    return [status, json(errorBody, `Error: ${said}`, { code: first, message: MESSAGES[first], ...weak })];
  });
  return Object.fromEntries(answers);
}

type Described = Pick<RouteConfig, "operationId" | "summary" | "description" | "request" | "responses"> & {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** below /auth/v1 */
  path: string;
  /** endpoints for users call `signedIn` */
  policy: Ability;
  tag?: Tag;
  /** what the endpoint itself refuses; refusals of all endpoints are added */
  refuses?: Code[];
};

export function authOperation({ path, policy, tag = "Auth", refuses = [], responses, ...described }: Described): RouteConfig {
  const codes: Code[] = ["validation_failed", ...refuses];
  if (policy.audience !== "everyone")
    codes.push("no_authorization", "bad_jwt", "session_not_found", "user_banned", "user_not_found");
  if (described.method !== "get") codes.push("cross_site");
  if (described.request?.body) codes.push("bad_json", "payload_too_large", "unsupported_media_type");
  codes.push("unexpected_failure", "unavailable");
  return {
    ...described,
    path: AUTH_PATH + path,
    ...policed(tag, policy, policy.audience === "everyone" ? "public" : "never"),
    responses: { ...responses, ...refusals(codes, AUTH_PATH + path) },
  };
}

/** The link of a mail leads here after it has been used. */
export const redirectQuery = z.object({
  redirect_to: z.string().optional().openapi({ description: "Where the email’s link leads: a path or URL of this site" }),
});
