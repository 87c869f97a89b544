import { ApiError } from "../../../http/api/client.ts";
import type { Problems } from "../../../ui/form/use-form.tsx";
import * as texts from "./texts.ts";

/** The field that an error code of the auth service is about. */
const FIELD_OF: Record<string, "email" | "password"> = {
  weak_password: "password",
  same_password: "password",
  email_address_invalid: "email",
  email_exists: "email",
  user_already_exists: "email",
};

type Known = { message?: unknown; code?: unknown; status?: unknown; name?: unknown };

/** The codes and names with which the auth service and its client report that a session has ended. */
const ENDED = new Set([
  "AuthSessionMissingError",
  "bad_jwt",
  "no_authorization",
  "refresh_token_already_used",
  "refresh_token_not_found",
  "session_expired",
  "session_not_found",
]);

/** Errors of the auth client with messages for programs: it couldn't read the answer, or there was none. */
const UNREADABLE = new Set(["AuthRetryableFetchError", "AuthUnknownError"]);

/** Whether there was no answer. The browser's message is not meant for readers then. */
const isUnanswered = (error: Known) => error instanceof TypeError || (error.status === 0 && !(error instanceof ApiError));

/** Whether the auth service refused a request because nobody is signed in any more. */
export const isSessionEnded = (error: unknown): boolean => {
  const { name, code } = (error ?? {}) as Known;
  return !(error instanceof ApiError) && [name, code].some((one) => ENDED.has(String(one)));
};

/**
 * The message for a failed request: the server's, if it is meant for readers, or the fallback.
 * @param error what the auth client or the API client threw or returned
 */
export function messageOf(error: unknown, fallback: string): string {
  const known = (error ?? {}) as Known;
  const { message, name } = known;
  if (isSessionEnded(error)) return texts.sessionEnded;
  if (known.code === "user_banned") return texts.deactivated;
  if (UNREADABLE.has(String(name))) return fallback;
  return typeof message === "string" && message.trim() !== "" && message !== "{}" && !isUnanswered(known) ? message : fallback;
}

/** The error code of the auth service or of the API; empty if there is none. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as Known;
  return typeof code === "string" ? code : "";
}

/** The problems of a form after a failed request: at the field that it is about, or above the form. */
export function problemsOf(error: unknown, fallback: string): Problems {
  const message = messageOf(error, fallback);
  const field = FIELD_OF[codeOf(error)];
  return field ? { fields: { [field]: message } } : { message };
}
