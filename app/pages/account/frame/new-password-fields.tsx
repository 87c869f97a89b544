import { useState } from "react";
import { isCommonPassword, MESSAGES } from "../../../domain/auth/model.ts";
import { PasswordField } from "../../../ui/form/password-field.tsx";
import type { FormState } from "../../../ui/form/use-form.ts";

const HINT = "At least 6 characters";

/** A new password (field `password`) and once more (`repeated`). One that everybody would guess is warned about, not refused. */
export function NewPasswordFields({ state, label = "Password" }: { state: FormState; label?: string }) {
  const [isCommon, setCommon] = useState(false);
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
        hint={isCommon ? MESSAGES.commonPassword : HINT}
        onChange={(event) => setCommon(isCommonPassword(event.target.value))}
        {...field("password")}
      />
      <PasswordField label="Confirm Password" {...field("repeated")} />
    </>
  );
}
