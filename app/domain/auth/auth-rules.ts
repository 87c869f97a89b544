/** Where a session begins or goes on, for the account page; `issuer` is the service's own address, for its tokens. */
export type SessionMeta = { address: string | null; userAgent: string | null; issuer?: string };

/** How somebody signed in, by the names of GoTrue's `amr` claim. `otp`: by a code that was typed; the others of mails by their link. */
export type SignInMethod = "password" | "otp" | "magiclink" | "recovery" | "invite" | "email/signup" | "email_change";

/** Lengths of a password: characters, and bytes of UTF-8 as the bound of what is hashed. */
export const PASSWORD_MIN = 6;
/** For admins, from their next password on: one chosen earlier goes on working. */
export const ADMIN_PASSWORD_MIN = 12;
export const PASSWORD_MAX = 1024;
export const PASSWORD_MAX_BYTES = 4096;
export const EMAIL_MAX = 320;
export const FULL_NAME_MAX = 200;
/** What a user may write about themselves, as JSON: it travels in each access token. */
export const METADATA_MAX_BYTES = 4096;
export const METADATA_MAX_DEPTH = 8;
/** A User-Agent is kept this long, in characters. */
export const USER_AGENT_MAX = 512;

export const ACCESS_TOKEN_SECONDS = 3600;
/** For so long a refresh token that was used may come again: its answer was lost, or another tab had the same. */
export const REFRESH_REUSE_SECONDS = 10;
/** So many sessions of an account go on at once; one more ends the one that was used least recently. */
export const SESSIONS_MAX = 50;
/** What a one-time link or code is for, by the names of GoTrue's `type`. */
export type OneTimeKind = "signup" | "recovery" | "magiclink" | "invite" | "email_change" | "reauthentication";

/**
 * How many hours a one-time link and its code work. An invitation always gets three days, because nobody is waiting for it.
 * Without a mail server the owner passes links on by hand, so the others last longer too: three days to confirm an address,
 * one day for what opens an existing account.
 */
export function oneTimeHours(kind: OneTimeKind, sendsMail: boolean): number {
  if (kind === "invite") return 72;
  if (sendsMail) return 1;
  return kind === "signup" || kind === "email_change" ? 72 : 24;
}

/** How long a one-time link and its code work, in words: "one hour", "72 hours". */
export function oneTimeLife(kind: OneTimeKind, sendsMail: boolean): string {
  const hours = oneTimeHours(kind, sendsMail);
  return hours === 1 ? "one hour" : `${hours} hours`;
}
export const ONE_TIME_ATTEMPTS = 5;
/** For so long after its start a session may change password and address without further proof, in ms. */
export const FRESH_SESSION_MS = 15 * 60_000;

/** The specification's own words (sections 5 and 8). */
export const MESSAGES = {
  passwordTooShort: "Password must be at least 6 characters long",
  passwordsDiffer: "Passwords do not match",
  loginFailed: "Login failed. Please try again.",
  registrationFailed: "Registration failed. Please try again.",
  adminRequired: "Access denied. Admin privileges required.",
  noSignInUser: "No user data returned from authentication",
  noSignUpUser: "No user data returned from sign up",
  adminPasswordTooShort: "Admins need a password of at least 12 characters",
  commonPassword: "This is one of the most common passwords, so it is easy to guess. Please choose another.",
  siteNameAsPassword: "The site's name is easy to guess. Please choose another password.",
  addressAsPassword: "Your own email address is easy to guess. Please choose another password.",
} as const;

/** One spelling for what looks alike, so that a password typed on another keyboard still fits (NFKC, RFC 8265). */
export const normalisePassword = (password: string): string => password.normalize("NFKC");

/** Whether a password has too few characters, counted as people count them rather than as UTF-16. */
export const isTooShort = (password: string, least = PASSWORD_MIN): boolean => [...normalisePassword(password)].length < least;
