import { ApiError } from "../../../../http/api/client.ts";

/** What is said when no answer came, or one that isn't for people. */
const FALLBACK = "That did not work. Nothing of yours is lost; please try again.";

/** Why a request failed, in words: the rule that the text breaks, else the server's own. `signedOut`: the session is over. */
export function failureOf(error: unknown): { message: string; signedOut: boolean } {
  if (!(error instanceof ApiError)) return { message: FALLBACK, signedOut: false };
  if (error.status === 401) return { message: "You are not signed in any more. What you wrote is kept here.", signedOut: true };
  return { message: error.details?.[0]?.rule ?? (error.status < 500 ? error.message : FALLBACK), signedOut: false };
}
