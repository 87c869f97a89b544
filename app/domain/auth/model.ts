/** Who asks: nobody in particular, or a signed-in user. `role` is that of the users table at this moment. */
export type Actor =
  | { kind: "anonymous" }
  | { kind: "user"; id: string; email: string; role: "user" | "admin"; sessionId: string };

/** Where a session begins or goes on, for the account page; `issuer` is the service's own address, for its tokens. */
export type SessionMeta = { address: string | null; userAgent: string | null; issuer?: string };

/** How somebody signed in, by the names of GoTrue's `amr` claim. `otp`: by a code that was typed; the others of mails by their link. */
export type SignInMethod = "password" | "otp" | "magiclink" | "recovery" | "invite" | "email/signup" | "email_change";

/** Lengths of a password: characters, and bytes of UTF-8 as the bound of what is hashed. */
export const PASSWORD_MIN = 6;
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
export const ONE_TIME_SECONDS = 3600;
/** An invitation waits for somebody who doesn't know of it yet. */
export const INVITATION_SECONDS = 72 * 3600;
export const ONE_TIME_ATTEMPTS = 5;

/** The specification's own words (sections 5 and 8). */
export const MESSAGES = {
  passwordTooShort: "Password must be at least 6 characters long",
  passwordsDiffer: "Passwords do not match",
  loginFailed: "Login failed. Please try again.",
  registrationFailed: "Registration failed. Please try again.",
  adminRequired: "Access denied. Admin privileges required.",
  noSignInUser: "No user data returned from authentication",
  noSignUpUser: "No user data returned from sign up",
  commonPassword: "This password is among the first that others would try. Please choose another.",
} as const;

/** One spelling for what looks alike, so that a password typed on another keyboard still fits (NFKC, RFC 8265). */
export const normalisePassword = (password: string): string => password.normalize("NFKC");

/** Whether a password has too few characters, counted as people count them rather than as UTF-16. */
export const isTooShort = (password: string): boolean => [...normalisePassword(password)].length < PASSWORD_MIN;

const COMMON = new Set(
  (
    "123456 1234567 12345678 123456789 1234567890 12345678910 password password1 password123 passw0rd p@ssw0rd qwerty qwerty1 " +
    "qwerty123 qwertyuiop qwert123 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx qazwsx asdfgh asdfghjkl zxcvbn zxcvbnm " +
    "abc123 abcdef abcd1234 111111 1111111 11111111 000000 00000000 121212 112233 123123 123321 654321 666666 777777 7777777 " +
    "888888 88888888 999999 987654321 555555 222222 159753 147258369 iloveyou letmein welcome welcome1 monkey dragon sunshine " +
    "princess football baseball superman batman trustno1 master shadow michael jordan jennifer jessica ashley charlie donald " +
    "admin123 administrator adminadmin login123 secret secret123 changeme default guest123 test123 testtest hello123 whatever " +
    "freedom starwars computer internet google samsung liverpool chelsea arsenal lovely flower cheese pepper hunter ginger " +
    "skylark skylark1 blogblog"
  ).split(" "),
);

/** Whether a password is among those that are tried first; people are warned, not refused. */
export const isCommonPassword = (password: string): boolean => COMMON.has(normalisePassword(password).toLowerCase());
