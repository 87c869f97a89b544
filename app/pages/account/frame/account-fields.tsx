import { ADMIN_PASSWORD_MIN, isTooShort, PASSWORD_MIN, tidyCode } from "../../../domain/auth/auth-rules.ts";
import { fill } from "../../../texts/texts.ts";
import { Field, PasswordField } from "../../../ui/form/field.tsx";
import type { FormState } from "../../../ui/form/use-form.tsx";
import { texts } from "./texts.ts";

/** Roughly what browsers accept. The confirmation mail is the real test. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

// The rules of the specification (section 5). Each check returns the problem, or undefined.

export const checkName = (name: string) => (name.trim() ? undefined : texts.nameRequired);

export function checkEmail(email: string): string | undefined {
  if (!email.trim()) return texts.emailRequired;
  return EMAIL.test(email.trim()) ? undefined : texts.emailInvalid;
}

export const checkCode = (code: string) => (/^\d{6}$/.test(tidyCode(code)) ? undefined : texts.codeInvalid);

export const checkPasswordGiven = (password: string) => (password ? undefined : texts.passwordRequired);

export function checkNewPassword(password: string, isAdmin = false): string | undefined {
  if (!password) return texts.passwordRequired;
  if (isTooShort(password)) return texts.passwordTooShort;
  return isAdmin && isTooShort(password, ADMIN_PASSWORD_MIN) ? texts.adminPasswordTooShort : undefined;
}

export function checkRepeated(password: string, repeated: string): string | undefined {
  if (!repeated) return texts.repeatPassword;
  return password === repeated ? undefined : texts.passwordsDiffer;
}

export function anyOf(fields: Record<string, string | undefined>) {
  return Object.values(fields).some(Boolean) ? { fields } : undefined;
}

type CurrentPasswordProps = {
  state: FormState;
  /** for password managers, in a hidden field, if the form doesn't ask for it */
  email?: string;
  label?: string;
  name?: string;
};

export function CurrentPassword({ state, email, label = texts.password, name = "password" }: CurrentPasswordProps) {
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

/** Takes the blanks and dashes that are copied along. */
export const CodeField = ({ state, name = "code" }: { state: FormState; name?: string }) => (
  <Field
    label={texts.code}
    name={name}
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={20}
    required
    readOnly={state.isBusy}
    error={state.errorOf(name)}
  />
);

/** Asks where a code was mailed, and for its digits. */
export const EmailAndCodeFields = ({ state, email }: { state: FormState; email: string }) => (
  <>
    <Field
      label={email}
      name="email"
      type="email"
      autoComplete="username"
      required
      readOnly={state.isBusy}
      error={state.errorOf("email")}
    />
    <CodeField state={state} />
  </>
);

type NewPasswordFieldsProps = {
  state: FormState;
  label?: string;
  /** admins need a longer one */
  isAdmin?: boolean;
};

/** `password` and its repetition (`repeated`). The server refuses passwords that are easy to guess. */
export function NewPasswordFields({ state, label = texts.password, isAdmin = false }: NewPasswordFieldsProps) {
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
        hint={fill(texts.atLeast, { min: isAdmin ? ADMIN_PASSWORD_MIN : PASSWORD_MIN })}
        {...field("password")}
      />
      <PasswordField label={texts.confirmPassword} {...field("repeated")} />
    </>
  );
}
