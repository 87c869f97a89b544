import { ADMIN_PASSWORD_MIN, PASSWORD_MIN } from "../../../domain/auth/model.ts";
import { PasswordField } from "../../../ui/form/password-field.tsx";
import type { FormState } from "../../../ui/form/use-form.ts";

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
