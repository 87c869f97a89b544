/** The browser, for the account page. `issuer`: the URL of this service, for its tokens. */
export type SessionMeta = { address: string | null; userAgent: string | null; issuer?: string };

/** GoTrue's `amr` claim. `otp`: with a typed code; the others with the link of a mail. */
export type SignInMethod = "password" | "passkey" | "otp" | "magiclink" | "recovery" | "invite" | "email/signup" | "email_change";

/** Characters; `PASSWORD_MAX_BYTES`, in UTF-8, limits what is hashed. */
export const PASSWORD_MIN = 6;
/** For admins who choose a new password; existing ones keep working. */
export const ADMIN_PASSWORD_MIN = 12;
export const PASSWORD_MAX = 1024;
export const PASSWORD_MAX_BYTES = 4096;
export const EMAIL_MAX = 320;
export const FULL_NAME_MAX = 200;
/** Bytes of JSON. Metadata is part of each access token. */
export const METADATA_MAX_BYTES = 4096;
export const METADATA_MAX_DEPTH = 8;
export const USER_AGENT_MAX = 512;

export const ACCESS_TOKEN_SECONDS = 3600;
/** A used refresh token is accepted again, because another tab may have the same one. */
export const REFRESH_REUSE_SECONDS = 10;
/** One more ends the session that was used least recently. */
export const SESSIONS_MAX = 50;
/** A sign-in from a browser and network that the account hasn't used for so long is mailed to it. */
export const SEEN_BROWSER_DAYS = 90;
/** Of those mails, for each account in 24 hours. Somebody with its password could fill the mailbox otherwise. */
export const NEW_BROWSER_MAILS = 5;
/** GoTrue's `type`. */
export type OneTimeKind = "signup" | "recovery" | "magiclink" | "invite" | "email_change" | "reauthentication";

/**
 * Nobody waits for an invitation: three days. Without a mail server the owner passes links on by hand, so others last longer, too: three
 * days to confirm an email address, one day for links that open an account.
 */
export function oneTimeHours(kind: OneTimeKind, sendsMail: boolean): number {
  if (kind === "invite") return 72;
  if (sendsMail) return 1;
  return kind === "signup" || kind === "email_change" ? 72 : 24;
}

/** A link may last longer than a code: nobody can guess its random bits. */
export const CODE_MINUTES = 10;

/** Codes that the owner passes on by hand last as long as their link. */
export function codeExpiry({ kind, created_at, expires_at }: { kind: string; created_at: Date; expires_at: Date }): Date {
  const isMailed = kind === "invite" || expires_at.getTime() - created_at.getTime() <= 3_600_000;
  return isMailed ? new Date(created_at.getTime() + CODE_MINUTES * 60_000) : expires_at;
}

/** Removes everything that was copied with the digits, such as blanks and dashes. */
export const tidyCode = (typed: string): string => typed.normalize("NFKC").replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, "");

export const ONE_TIME_ATTEMPTS = 5;
/** ms in which a new session can change password and email address without further proof */
export const FRESH_SESSION_MS = 15 * 60_000;
/** ms in which a sign-in or a further proof permits to change the factors of an account */
export const FRESH_PROOF_MS = 5 * 60_000;

/** GoTrue's limit, without recovery codes. */
export const FACTORS_MAX = 10;
export const FACTOR_NAME_MAX = 100;
export const CHALLENGE_SECONDS = 300;
export const RECOVERY_CODES = 10;
export const PASSKEYS_MAX = 10;
/** Browsers make none for IP addresses. @param host as `URL` has it: IPv6 in brackets */
export const mayHavePasskeys = (host: string): boolean => !/^[\d.]+$|^\[/.test(host);

/** Specification, sections 5 and 8. */
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
  siteNameAsPassword: "The site’s name is easy to guess. Please choose another password.",
  codeOfAnotherTime:
    "This code is for another time. Check that the clock of your phone is set automatically, then enter its newest code.",
  addressAsPassword: "Your own email address is easy to guess. Please choose another password.",
} as const;

/** Browsers that don't convert the domain of "müller.example" send it as it was typed. */
export function plainEmail(typed: string): string {
  const [, name, domain = ""] = /^(.*@)([^@/\\?#:%[\]\s]*[^\x20-\x7e][^@/\\?#:%[\]\s]*)$/su.exec(typed.trim()) ?? [];
  const host = domain && URL.parse(`http://${domain}`)?.hostname;
  return name && host ? name + host : typed;
}

/** NFKC (RFC 8265), so that it matches when it is typed on another keyboard. */
export const normalizePassword = (password: string): string => password.normalize("NFKC");

/** Counts code points rather than UTF-16 units. */
export const isTooShort = (password: string, least = PASSWORD_MIN): boolean => [...normalizePassword(password)].length < least;

/** Somebody has opened a link that was mailed to a user's address. Its data is `{ userId }`. */
export const EMAIL_PROVEN = "email.proven";
