import { ApiError } from "../../../http/api/client.ts";
import { isEnglish } from "../../../texts/texts.ts";
import type { Problems } from "../../../ui/form/use-form.tsx";
import { texts } from "./texts.ts";

const FIELD_OF: Record<string, "email" | "password"> = {
  weak_password: "password",
  same_password: "password",
  email_address_invalid: "email",
  email_exists: "email",
  user_already_exists: "email",
};

type Known = { message?: unknown; code?: unknown; status?: unknown; name?: unknown };

/** The auth service and its client report the end of a session by these. */
const ENDED = new Set([
  "AuthSessionMissingError",
  "bad_jwt",
  "no_authorization",
  "refresh_token_already_used",
  "refresh_token_not_found",
  "session_expired",
  "session_not_found",
]);

/** Messages for programs: the auth client couldn't read the answer, or there was none. */
const UNREADABLE = new Set(["AuthRetryableFetchError", "AuthUnknownError"]);

/** The browser's message is not meant for readers then. */
const isUnanswered = (error: Known) => error instanceof TypeError || (error.status === 0 && !(error instanceof ApiError));

export const isSessionEnded = (error: unknown): boolean => {
  const { name, code } = (error ?? {}) as Known;
  return !(error instanceof ApiError) && [name, code].some((one) => ENDED.has(String(one)));
};

/** The server's, if it is meant for readers. @param error what the auth client or the API client threw or returned */
export function messageOf(error: unknown, fallback: string): string {
  const known = (error ?? {}) as Known;
  const { message, name } = known;
  if (isSessionEnded(error)) return texts.sessionEnded;
  if (known.code === "user_banned") return texts.deactivated;
  if (UNREADABLE.has(String(name))) return fallback;
  if (!isEnglish()) return texts.failures[codeOf(error) as keyof typeof texts.failures] ?? fallback;
  return typeof message === "string" && message.trim() !== "" && message !== "{}" && !isUnanswered(known) ? message : fallback;
}

export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as Known;
  return typeof code === "string" ? code : "";
}

/** A problem belongs to the field that the error is about, or to the whole form. */
export function problemsOf(error: unknown, fallback: string): Problems {
  const message = messageOf(error, fallback);
  const field = FIELD_OF[codeOf(error)];
  return field ? { fields: { [field]: message } } : { message };
}
