import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { TooSoonError, WeakPasswordError } from "../../domain/auth/auth-errors.ts";
import { DomainError } from "../../domain/errors.ts";
import { reportError, requestLog } from "../../platform/log.ts";
import type { AppEnv } from "../env.ts";
import { HttpError, isOurFault, present } from "../errors.ts";

/** Those that differ from the domain's kinds. */
const STATUS: Record<string, ContentfulStatusCode> = {
  bad_jwt: 403,
  email_exists: 422,
  mfa_challenge_expired: 422,
  mfa_factor_name_conflict: 422,
  mfa_recovery_codes_sole_factor: 422,
  mfa_verification_failed: 422,
  mfa_verified_factor_exists: 422,
  otp_expired: 403,
  reauthentication_not_valid: 422,
  same_password: 422,
  session_not_found: 403,
  user_not_found: 403,
  signup_disabled: 422,
  too_many_enrolled_mfa_factors: 422,
  too_many_passkeys: 422,
  user_already_exists: 422,
  anonymous_provider_disabled: 422,
  weak_password: 422,
  webauthn_credential_exists: 422,
  // 400 for signing in; signed-in users get 403.
  user_banned: 400,
};

/** Codes that have another name in the API. */
const CODES: Record<string, string> = {
  invalid_input: "validation_failed",
  unexpected: "unexpected_failure",
  rate_limited: "over_request_rate_limit",
};

/** Seconds to wait after too many requests at once. */
const RETRY_AFTER = "5";

const VERSION_HEADER = "x-supabase-api-version";
/** The first version that has the error's code in `code`. */
export const API_VERSION = "2024-01-01";

/** Compares the dates of versions. */
function speaksNew(c: Context<AppEnv>): boolean {
  const asked = c.req.header(VERSION_HEADER) ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked)) && asked >= API_VERSION;
}

/** Clients check it. */
export function announceVersion(c: Context<AppEnv>): void {
  if (speaksNew(c)) c.header(VERSION_HEADER, API_VERSION);
}

/** GoTrue has its own status for some codes. */
export function statusOf(error: unknown, path: string, shown = present(error)): ContentfulStatusCode {
  if (!(error instanceof DomainError)) return shown.status;
  if (
    error.code === "user_banned" &&
    /\/(user|reauthenticate|logout|factors(\/.+)?|passkeys(\/(?!authentication\/).+)?)$/.test(path)
  )
    return 403;
  if (error.code === "email_not_confirmed" && path.endsWith("/reauthenticate")) return 422;
  if (error.code === "insufficient_aal" && /\/factors\/(?!recovery-codes)[^/]+$/.test(path)) return 422;
  return STATUS[error.code] ?? shown.status;
}

/** Made for `app.onError`. Since 2024-01-01: `{ code: error_code, message }`; before: `{ code: status, error_code, msg }`. */
export function answerAuthError(error: unknown, c: Context<AppEnv>): Response {
  const shown = present(error);
  const status = statusOf(error, c.req.path, shown);
  if (isOurFault(error, status)) {
    const { method, path } = c.req;
    reportError(requestLog(c.var.deps.context.log, c.var.requestId), error, `${method} ${path} failed`);
  }
  const code = CODES[shown.body.code] ?? shown.body.code;
  const message = error instanceof HttpError || error instanceof DomainError ? explained(shown) : shown.body.message;
  const weak = error instanceof WeakPasswordError ? { weak_password: { reasons: error.reasons } } : {};
  const body = speaksNew(c) ? { code, message, ...weak } : { code: status, error_code: code, msg: message, ...weak };
  announceVersion(c);
  const headers: Record<string, string> = { ...shown.headers, "x-sb-error-code": code, "cache-control": "no-store" };
  if (status === 429) headers["retry-after"] ??= error instanceof TooSoonError ? String(error.seconds) : RETRY_AFTER;
  return c.json(body, status, headers);
}

/** GoTrue has one sentence where the API has a list of fields. */
function explained({ body: { message, details } }: HttpError): string {
  if (!details?.length) return message;
  return `${message}: ${details.map(({ field, rule }) => `${field} ${rule}`).join("; ")}`;
}
