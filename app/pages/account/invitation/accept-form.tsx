import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { loadAuth } from "../../../browser/auth/state.ts";
import { FULL_NAME_MAX } from "../../../domain/auth/model.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { anyOf, checkName, checkNewPassword, checkRepeated } from "../frame/checks.ts";
import { destination } from "../frame/destination.ts";
import { codeOf, problemsOf } from "../frame/failure.ts";
import { NewPasswordFields } from "../frame/new-password-fields.tsx";
import { useAuthReady } from "../frame/use-auth-ready.ts";
import { NoInvitation } from "./no-invitation.tsx";
import type { Invited } from "./queries.ts";

const check = (value: Values) =>
  anyOf({
    full_name: checkName(value("full_name")),
    password: checkNewPassword(value("password")),
    repeated: checkRepeated(value("password"), value("repeated")),
  });

/** Name and password of somebody who was invited. The link is used up when the form is sent, and they are signed in then. */
export function AcceptForm({ token, invited }: { token: string; invited: Invited }) {
  const navigate = useNavigate();
  const isUsed = useRef(false);
  const [isGone, setGone] = useState(false);
  useAuthReady();

  const state = useForm(async (value: Values) => {
    const wrong = check(value);
    if (wrong) return wrong;
    try {
      const { auth, profileLoaded } = await loadAuth();
      if (!isUsed.current) {
        const { error } = await auth.verifyOtp({ token_hash: token, type: "invite" });
        if (error) throw error;
        isUsed.current = true;
      }
      const choice = { password: value("password"), data: { full_name: value("full_name").trim() } };
      const { data, error } = await auth.updateUser(choice);
      if (error) throw error;
      await profileLoaded();
      toast({ title: "Welcome!", description: "Your account is ready, and you are signed in", tone: "success" });
      void navigate(destination(data.user.app_metadata.role === "admin" ? "admin" : "user", ""), { replace: true });
      return undefined;
    } catch (error) {
      if (codeOf(error) === "otp_expired") setGone(true);
      return problemsOf(error, "The invitation could not be accepted. Please try again.");
    }
  });

  if (isGone) return <NoInvitation />;
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      <Field label="Email" name="email" type="email" autoComplete="username" readOnly value={invited.email} />
      <Field
        label="Full Name"
        name="full_name"
        autoComplete="name"
        maxLength={FULL_NAME_MAX}
        required
        readOnly={state.isBusy}
        defaultValue={invited.full_name ?? ""}
        error={state.errorOf("full_name")}
      />
      <NewPasswordFields state={state} />
      <SubmitButton state={state} label="Accept the invitation" busyLabel="Accepting..." />
    </form>
  );
}
