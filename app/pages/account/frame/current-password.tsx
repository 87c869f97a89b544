import { PasswordField } from "../../../ui/form/password-field.tsx";
import type { FormState } from "../../../ui/form/use-form.ts";

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
