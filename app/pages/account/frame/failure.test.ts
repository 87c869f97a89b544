import { AuthApiError, AuthRetryableFetchError, AuthSessionMissingError, AuthUnknownError } from "@supabase/auth-js";
import { expect, it } from "vitest";
import { messageOf } from "./failure.ts";

const FALLBACK = "Please try again.";
const ENDED = "Your session has ended. Please sign in again.";

it.each([
  [new AuthSessionMissingError(), ENDED],
  [new AuthApiError("Invalid Refresh Token: Refresh Token Not Found", 400, "refresh_token_not_found"), ENDED],
  [new AuthApiError("Invalid Refresh Token: Already Used", 400, "refresh_token_already_used"), ENDED],
  [new AuthApiError("invalid JWT: unable to parse or verify signature", 403, "bad_jwt"), ENDED],
  [new AuthApiError("Session from session_id claim in JWT does not exist", 403, "session_not_found"), ENDED],
  [
    new AuthApiError("This account has been deactivated", 403, "user_banned"),
    "This account has been deactivated. Ask the people who run this site to reactivate it.",
  ],
  [new AuthRetryableFetchError("<html>Bad gateway</html>", 502), FALLBACK],
  [new AuthUnknownError("Unexpected token '<'", null), FALLBACK],
  [new TypeError("Failed to fetch"), FALLBACK],
  [new AuthApiError("Invalid login credentials", 400, "invalid_credentials"), "Invalid login credentials"],
  [new Error("The title is taken"), "The title is taken"],
])("the message for %s", (error, words) => {
  expect(messageOf(error, FALLBACK)).toBe(words);
});
