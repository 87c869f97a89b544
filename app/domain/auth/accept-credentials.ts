import type { JsonObject } from "../../../db/schema.gen.ts";
import { nameFault } from "../name-rules.ts";
import { authError, WeakPasswordError } from "./auth-errors.ts";
import {
  ADMIN_PASSWORD_MIN,
  EMAIL_MAX,
  FULL_NAME_MAX,
  isTooShort,
  MESSAGES,
  METADATA_MAX_BYTES,
  METADATA_MAX_DEPTH,
  normalizePassword,
  PASSWORD_MAX,
  PASSWORD_MAX_BYTES,
  plainEmail,
} from "./auth-rules.ts";
import PASSWORDS from "./common-passwords.json" with { type: "json" };

/** HTML, "valid e-mail address". */
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

const refuse = (message: string) => authError("validation_failed", message);

/** The email address as it is stored: trimmed, in lower case. @throws DomainError validation_failed */
export function acceptEmail(typed: string): string {
  const email = plainEmail(typed).trim().toLowerCase();
  if (email.length > EMAIL_MAX || !EMAIL.test(email)) throw refuse("Unable to validate email address: invalid format");
  return email;
}

/** The owner of a password. An attacker would first try passwords that are related to them. */
type PasswordOwner = { email: string; siteName: string; role: string };

const COMMON: ReadonlySet<string> = new Set(`${PASSWORDS.common} ${PASSWORDS.newer}`.split(" "));

/** Whether a password is one of the 3000 most common ones, ignoring case. */
export const isCommonPassword = (password: string): boolean => COMMON.has(normalizePassword(password).toLowerCase());

/** A text without what people vary: its letters and digits in lower case, without digits at the end. */
function core(text: string): string {
  const letters = normalizePassword(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  return letters.replace(/\p{N}+$/u, "") || letters;
}

const isCore = (password: string, of: string): boolean => core(of) !== "" && core(password) === core(of);

/**
 * Refuses a password that an attacker would try first: one of the most common, the site's name, or the part of the owner's email
 * address before the @, each with or without digits at its end. Also refuses a short one; admins need a longer one.
 * @throws WeakPasswordError with a message that says why
 */
function refuseWeakPassword(password: string, { email, siteName, role }: PasswordOwner): void {
  if (isTooShort(password)) throw new WeakPasswordError(MESSAGES.passwordTooShort, ["length"]);
  if (role === "admin" && isTooShort(password, ADMIN_PASSWORD_MIN))
    throw new WeakPasswordError(MESSAGES.adminPasswordTooShort, ["length"]);
  if (isCommonPassword(password)) throw new WeakPasswordError(MESSAGES.commonPassword, ["pwned"]);
  if (isCore(password, siteName)) throw new WeakPasswordError(MESSAGES.siteNameAsPassword, ["pwned"]);
  // Also without the tag of an address such as ada+blog@example.org.
  const own = [email, email.replace(/\+[^@]*/, "")].flatMap((address) => [address, address.split("@")[0] ?? ""]);
  if (own.some((one) => isCore(password, one))) throw new WeakPasswordError(MESSAGES.addressAsPassword, ["pwned"]);
}

/**
 * Checks a password.
 * @throws DomainError validation_failed when it can't be stored; WeakPasswordError when it is easy to guess
 */
export function acceptPassword(password: string, owner: PasswordOwner): void {
  if (password.includes("\0") || !password.isWellFormed()) throw refuse("Password must not contain NUL or broken characters");
  if (password.length > PASSWORD_MAX || Buffer.byteLength(password.normalize("NFKC")) > PASSWORD_MAX_BYTES)
    throw refuse(`Password cannot be longer than ${PASSWORD_MAX} characters`);
  refuseWeakPassword(password, owner);
}

/** What users say about themselves. `fullName` is trimmed; null if empty, undefined if not given. */
export type Metadata = { metadata: JsonObject; fullName: string | null | undefined };

/** Whether PostgreSQL can store a value as jsonb: without NUL and lone surrogates, and not nested too deep. */
function isStorable(value: unknown, depth: number): boolean {
  if (depth < 0) return false;
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value === "number") return Number.isFinite(value);
  if (value === null || typeof value === "boolean") return true;
  if (typeof value !== "object") return false;
  return Object.entries(value).every(([key, one]) => isStorable(key, depth) && isStorable(one, depth - 1));
}

function acceptName(name: unknown): string | null {
  if (name === null) return null;
  if (typeof name !== "string") throw refuse("Full name must be a text");
  const trimmed = name.trim();
  if (trimmed.length > FULL_NAME_MAX) throw refuse(`Full name must have at most ${FULL_NAME_MAX} characters`);
  const fault = trimmed && nameFault(trimmed);
  if (fault) throw refuse(`Full name ${fault}`);
  return trimmed || null;
}

/** Checks what users say about themselves. @throws DomainError validation_failed */
export function acceptMetadata(data: Record<string, unknown> = {}): Metadata {
  if (!isStorable(data, METADATA_MAX_DEPTH)) throw refuse("data must be plain JSON without NUL, nested at most 8 deep");
  if (Buffer.byteLength(JSON.stringify(data)) > METADATA_MAX_BYTES)
    throw refuse(`data must have at most ${METADATA_MAX_BYTES} bytes`);
  const { full_name, ...metadata } = data as JsonObject;
  return { metadata, fullName: full_name === undefined ? undefined : acceptName(full_name) };
}
