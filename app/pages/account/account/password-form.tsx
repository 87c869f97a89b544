import { useQueryClient } from "@tanstack/react-query";
import { loadAuth } from "../../../browser/auth/state.ts";
import { WRONG_PASSWORD } from "../../../domain/users/model.ts";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { anyOf, checkNewPassword, checkPasswordGiven, checkRepeated } from "../frame/checks.ts";
import { CurrentPassword } from "../frame/current-password.tsx";
import { codeOf, problemsOf } from "../frame/failure.ts";
import { NewPasswordFields } from "../frame/new-password-fields.tsx";
import { sessionsQuery } from "./queries.ts";

/** Changes the password. The address stands in a hidden field, so that password managers know whose it is. */
export function PasswordForm({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const state = useForm(async (value: Values) => {
    const password = value("password");
    const current = value("current");
    const wrong = anyOf({
      current: checkPasswordGiven(current),
      password: checkNewPassword(password),
      repeated: checkRepeated(password, value("repeated")),
    });
    if (wrong) return wrong;
    try {
      const { auth } = await loadAuth();
      const { error } = await auth.updateUser({ password, current_password: current });
      if (error) throw error;
      state.reset();
      toast({ title: "Password changed", description: "Other devices have been signed out", tone: "success" });
      await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
      return undefined;
    } catch (error) {
      if (codeOf(error) === "invalid_credentials") return { fields: { current: WRONG_PASSWORD } };
      return problemsOf(error, "The password could not be changed. Please try again.");
    }
  });
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      <CurrentPassword state={state} email={email} label="Current Password" name="current" />
      <NewPasswordFields state={state} label="New Password" />
      <SubmitButton state={state} label="Change password" busyLabel="Saving..." className="" />
    </form>
  );
}
