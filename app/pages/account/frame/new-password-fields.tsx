import { ADMIN_PASSWORD_MIN, isTooShort, MESSAGES, PASSWORD_MIN } from "../../../domain/auth/auth-rules.ts";
import { PasswordField } from "../../../ui/form/password-field.tsx";
import type { FormState } from "../../../ui/form/use-form.ts";

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

type CurrentPasswordProps = {
  state: FormState;
  /** whose password it is where the form doesn't ask: a hidden field tells password managers */
  email?: string;
  label?: string;
  name?: string;
};

/** The password that an account has, asked for. */
export function CurrentPassword({ state, email, label = "Password", name = "password" }: CurrentPasswordProps) {
  return (
    <>
      {email === undefined ? null : <input type="hidden" name="username" autoComplete="username" value={email} />}
      <PasswordField
        label={label}
        name={name}
        autoComplete="current-password"
        required
        readOnly={state.isBusy}
        error={state.errorOf(name)}
      />
    </>
  );
}

type NewPasswordFieldsProps = {
  state: FormState;
  label?: string;
  /** admins need a longer one */
  isAdmin?: boolean;
};

/** A new password (field `password`) and once more (`repeated`). The server refuses one that is easy to guess, and says why. */
export function NewPasswordFields({ state, label = "Password", isAdmin = false }: NewPasswordFieldsProps) {
  const field = (name: string) => ({
    name,
    required: true,
    readOnly: state.isBusy,
    error: state.errorOf(name),
    autoComplete: "new-password" as const,
  });
  return (
    <>
      <PasswordField
        label={label}
        hint={`At least ${isAdmin ? ADMIN_PASSWORD_MIN : PASSWORD_MIN} characters`}
        {...field("password")}
      />
      <PasswordField label="Confirm Password" {...field("repeated")} />
    </>
  );
}
