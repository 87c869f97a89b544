import { ADMIN_PASSWORD_MIN, isTooShort, MESSAGES, normalisePassword } from "./auth-rules.ts";
import { COMMON_PASSWORDS, NEWER_COMMON_PASSWORDS } from "./common-passwords.ts";
import { WeakPasswordError } from "./errors.ts";

/** Whose password it is to be: what others would try first depends on that. */
export type PasswordOwner = { email: string; siteName: string; role: string };

const COMMON: ReadonlySet<string> = new Set(`${COMMON_PASSWORDS} ${NEWER_COMMON_PASSWORDS}`.trim().split(/\s+/));

/** Whether a password is one of the 3000 most common ones, in any case. */
export const isCommonPassword = (password: string): boolean => COMMON.has(normalisePassword(password).toLowerCase());

/** A text as people vary it: letters and digits in lower case, without the digits at its end. */
function core(text: string): string {
  const letters = normalisePassword(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return letters.replace(/\p{N}+$/u, "") || letters;
}

const isCore = (password: string, of: string): boolean => core(of) !== "" && core(password) === core(of);

/**
 * Refuses a password that others would try first, with or without digits at its end: one of the most common, the site's name, or the
 * part of the owner's address before the @. Admins need a longer one, too.
 * @throws WeakPasswordError with a message that says why
 */
export function refuseWeakPassword(password: string, { email, siteName, role }: PasswordOwner): void {
  if (isTooShort(password)) throw new WeakPasswordError(MESSAGES.passwordTooShort, ["length"]);
  if (role === "admin" && isTooShort(password, ADMIN_PASSWORD_MIN))
    throw new WeakPasswordError(MESSAGES.adminPasswordTooShort, ["length"]);
  if (isCommonPassword(password)) throw new WeakPasswordError(MESSAGES.commonPassword, ["pwned"]);
  if (isCore(password, siteName)) throw new WeakPasswordError(MESSAGES.siteNameAsPassword, ["pwned"]);
  // Also without a tag, as in ada+blog@example.org.
  const own = [email, email.replace(/\+[^@]*/, "")].flatMap((address) => [address, address.split("@")[0] ?? ""]);
  if (own.some((one) => isCore(password, one))) throw new WeakPasswordError(MESSAGES.addressAsPassword, ["pwned"]);
}
