import { ADMIN_PASSWORD_MIN, isTooShort, MESSAGES } from "../../../domain/auth/model.ts";

/** What browsers take for an email address, roughly; the mail that is sent decides. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

// The rules of the specification (section 5) as the forms say them: each gives what is wrong, or undefined.

export const checkName = (name: string) => (name.trim() ? undefined : "Full name is required");

export function checkEmail(email: string): string | undefined {
  if (!email.trim()) return "Email is required";
  return EMAIL.test(email.trim()) ? undefined : "Enter an email address like name@example.com";
}

export const checkPasswordGiven = (password: string) => (password ? undefined : "Password is required");

export function checkNewPassword(password: string, isAdmin = false): string | undefined {
  if (!password) return "Password is required";
  if (isTooShort(password)) return MESSAGES.passwordTooShort;
  return isAdmin && isTooShort(password, ADMIN_PASSWORD_MIN) ? MESSAGES.adminPasswordTooShort : undefined;
}

export function checkRepeated(password: string, repeated: string): string | undefined {
  if (!repeated) return "Type the password once more";
  return password === repeated ? undefined : MESSAGES.passwordsDiffer;
}

/** The problems of a form when there are any. */
export function anyOf(fields: Record<string, string | undefined>) {
  return Object.values(fields).some(Boolean) ? { fields } : undefined;
}
