import { useQueryClient } from "@tanstack/react-query";
import { loadAuth } from "../../../browser/auth/state.ts";
import type { Account } from "../../../domain/users/model.ts";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { anyOf, checkNewPassword, checkRepeated } from "../frame/checks.ts";
import { problemsOf } from "../frame/failure.ts";
import { NewPasswordFields } from "../frame/new-password-fields.tsx";
import { accountQuery, sessionsQuery } from "./queries.ts";
import { useOwnerProof } from "./use-owner-proof.tsx";

/** Changes the password, or sets the first one. The address is in a hidden field, so that password managers know whose it is. */
export function PasswordForm({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const isAdmin = account.role === "admin";
  const proof = useOwnerProof(account, account.has_password ? "password" : "none");
  const state = useForm(async (value: Values) => {
    const password = value("password");
    const wrong = anyOf({
      ...proof.missing(value),
      password: checkNewPassword(password, isAdmin),
      repeated: checkRepeated(password, value("repeated")),
    });
    if (wrong) return wrong;
    try {
      const { auth } = await loadAuth();
      const { error } = await auth.updateUser({ password, ...proof.given(value) });
      if (error) throw error;
      state.reset();
      proof.reset();
      toast({ title: "Password changed", description: "Other devices have been signed out", tone: "success" });
      await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
      await queryClient.invalidateQueries({ queryKey: accountQuery().queryKey, exact: true });
      return undefined;
    } catch (error) {
      const unproven = await proof.problemsOf(error);
      return unproven ?? problemsOf(error, "The password could not be changed. Please try again.");
    }
  });
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      {proof.fields(state)}
      <NewPasswordFields state={state} label="New Password" isAdmin={isAdmin} />
      <SubmitButton
        state={state}
        label={account.has_password ? "Change password" : "Set a password"}
        busyLabel="Saving..."
        className=""
      />
    </form>
  );
}
