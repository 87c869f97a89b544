import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { loadAuth, useAuth } from "../../../browser/auth/state.ts";
import { routes } from "../../../routes.ts";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { PageLink } from "../../public/navigation/page-link.tsx";
import { codeOf, problemsOf } from "../frame/failure.ts";
import { FormPage } from "../frame/form-page.tsx";
import { anyOf, checkNewPassword, checkRepeated, NewPasswordFields } from "../frame/new-password-fields.tsx";
import { useAuthReady } from "../frame/require-user.tsx";
import { useAddressQuery } from "../frame/use-address-query.ts";

type ResetFormProps = {
  /** from the mail; null for who is signed in by it already */
  token: string | null;
};

/** The new password, twice. The link is used up when the form is sent, not when the page is opened. */
function ResetForm({ token }: ResetFormProps) {
  const navigate = useNavigate();
  const used = useRef(token === null);
  const [isExpired, setExpired] = useState(false);
  useAuthReady();

  const state = useForm(async (value: Values) => {
    const password = value("password");
    const wrong = anyOf({ password: checkNewPassword(password), repeated: checkRepeated(password, value("repeated")) });
    if (wrong) return wrong;
    try {
      const { auth, profileLoaded } = await loadAuth();
      if (!used.current) {
        const { error } = await auth.verifyOtp({ token_hash: token ?? "", type: "recovery" });
        if (error) throw error;
        used.current = true;
      }
      const { error } = await auth.updateUser({ password });
      if (error) throw error;
      await profileLoaded();
      toast({ title: "Password changed", description: "You are signed in with your new password", tone: "success" });
      void navigate(routes.home(), { replace: true });
      return undefined;
    } catch (error) {
      if (codeOf(error) === "otp_expired") setExpired(true);
      return problemsOf(error, "The password could not be changed. Please try again.");
    }
  });

  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message}>
        {isExpired ? (
          <PageLink className="text-link" to={routes.forgotPassword()}>
            Send me a new link
          </PageLink>
        ) : null}
      </FormAlert>
      <NewPasswordFields state={state} label="New Password" />
      <SubmitButton state={state} label="Save password" busyLabel="Saving..." />
    </form>
  );
}

/** Where the link of a reset mail leads. */
export function ResetPassword() {
  const search = useAddressQuery();
  const { status, person } = useAuth();
  const query = new URLSearchParams(search ?? "");
  const token = query.get("token_hash");
  if (search === null || (!token && status === "loading")) {
    return (
      <FormPage title="Set a new password">
        <Spinner label="Opening the link..." />
      </FormPage>
    );
  }
  if (!token && !person) {
    return (
      <FormPage title="Set a new password" lead="This page is reached by a link in a mail, and the link is not complete.">
        <p className="form-buttons">
          <PageLink className="button button-solid" to={routes.forgotPassword()}>
            Send me a link
          </PageLink>
        </p>
      </FormPage>
    );
  }
  return (
    <FormPage title="Set a new password" lead="You will be signed in with it; other devices will be signed out.">
      <ResetForm token={token} />
    </FormPage>
  );
}
