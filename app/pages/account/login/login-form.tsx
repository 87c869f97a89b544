import { useState } from "react";
import { loadAuth, useAuth } from "../../../browser/auth/state.ts";
import { MESSAGES } from "../../../domain/auth/model.ts";
import { routes } from "../../../routes.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { PageLink } from "../../public/navigation/page-link.tsx";
import { anyOf, checkEmail, checkPasswordGiven } from "../frame/checks.ts";
import { CurrentPassword } from "../frame/current-password.tsx";
import { codeOf, messageOf } from "../frame/failure.ts";
import { useAuthReady } from "../frame/use-auth-ready.ts";
import { SendConfirmationAgain } from "./send-confirmation-again.tsx";

/** The auth client's own name for an answer that names nobody. */
const WITHOUT_USER = "AuthInvalidTokenResponseError";

/**
 * Email and password. A sign-in changes the auth state, and the page around the form goes by that.
 * @param refused what to say about who is signed in already
 */
export function LoginForm({ refused }: { refused?: string | undefined }) {
  const { status, person } = useAuth();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  useAuthReady();

  const state = useForm(async (value: Values) => {
    setUnconfirmed(null);
    const missing = anyOf({ email: checkEmail(value("email")), password: checkPasswordGiven(value("password")) });
    if (missing) return missing;
    const email = value("email").trim();
    try {
      const { auth, profileLoaded } = await loadAuth();
      const { data, error } = await auth.signInWithPassword({ email, password: value("password") });
      if (error && error.name !== WITHOUT_USER) throw error;
      if (!data.user) throw new Error(MESSAGES.noSignInUser);
      await profileLoaded();
      return undefined;
    } catch (error) {
      if (codeOf(error) === "email_not_confirmed") setUnconfirmed(email);
      return { message: messageOf(error, MESSAGES.loginFailed) };
    }
  });
  const isArriving = status === "loading" && person !== null;

  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message ?? (state.isBusy || isArriving ? undefined : refused)}>
        {unconfirmed ? <SendConfirmationAgain email={unconfirmed} /> : null}
      </FormAlert>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        readOnly={state.isBusy}
        error={state.errorOf("email")}
      />
      <CurrentPassword state={state} />
      <p className="form-aside">
        <PageLink className="text-link" to={routes.forgotPassword()}>
          Forgot your password?
        </PageLink>
      </p>
      <SubmitButton state={state} label="Sign In" busyLabel="Signing in..." />
    </form>
  );
}
