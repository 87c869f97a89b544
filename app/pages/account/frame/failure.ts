import { ApiError } from "../../../http/api/client.ts";
import type { Problems } from "../../../ui/form/use-form.ts";

/** Error codes of the auth service that are about one field. */
const FIELD_OF: Record<string, "email" | "password"> = {
  weak_password: "password",
  same_password: "password",
  email_address_invalid: "email",
  email_exists: "email",
  user_already_exists: "email",
};

type Known = { message?: unknown; code?: unknown; status?: unknown; name?: unknown };

/** What the auth service and its client call a session that is no more, each by another code or name. */
const ENDED = new Set([
  "AuthSessionMissingError",
  "bad_jwt",
  "no_authorization",
  "refresh_token_already_used",
  "refresh_token_not_found",
  "session_expired",
  "session_not_found",
]);
const SESSION_ENDED = "Your session has ended. Please sign in again.";

/** Errors of the auth client whose words are made for programs: an answer that it could not read, or none. */
const UNREADABLE = new Set(["AuthRetryableFetchError", "AuthUnknownError"]);

/** Whether no answer came at all: what the browser then says is not for people. */
const isUnanswered = (error: Known) => error instanceof TypeError || (error.status === 0 && !(error instanceof ApiError));

/**
 * What to say about a request that failed: the server's own words where they are for people, else the fallback.
 * @param error what was thrown or returned, by the auth client or by ours
 */
export function messageOf(error: unknown, fallback: string): string {
  const known = (error ?? {}) as Known;
  const { message, name } = known;
  if (!(error instanceof ApiError) && [name, known.code].some((one) => ENDED.has(String(one)))) return SESSION_ENDED;
  if (UNREADABLE.has(String(name))) return fallback;
  return typeof message === "string" && message.trim() !== "" && message !== "{}" && !isUnanswered(known) ? message : fallback;
}

/** The error code of the auth service or of the API; empty where there is none. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as Known;
  return typeof code === "string" ? code : "";
}

/** A failure at the field it is about, or above the form. */
export function problemsOf(error: unknown, fallback: string): Problems {
  const message = messageOf(error, fallback);
  const field = FIELD_OF[codeOf(error)];
  return field ? { fields: { [field]: message } } : { message };
}
