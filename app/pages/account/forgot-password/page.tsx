import { useState } from "react";
import { loadAuth } from "../../../browser/auth/state.ts";
import { oneTimeLife } from "../../../domain/auth/auth-rules.ts";
import { routes } from "../../../routes.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { useSite } from "../../public/layout/use-site.ts";
import { PageLink } from "../../public/navigation/page-link.tsx";
import { problemsOf } from "../frame/failure.ts";
import { FormPage } from "../frame/form-page.tsx";
import { anyOf, checkEmail } from "../frame/new-password-fields.tsx";
import { useAuthReady } from "../frame/require-user.tsx";

/** Where a forgotten password is replaced: by a link in a mail. The answer is the same for every address. */
export function ForgotPassword() {
  useAuthReady();
  const { name: site, sendsMail } = useSite();
  const life = oneTimeLife("recovery", sendsMail);
  const [sentTo, setSentTo] = useState("");
  const state = useForm(async (value: Values) => {
    const email = value("email").trim();
    const wrong = anyOf({ email: checkEmail(email) });
    if (wrong) return wrong;
    try {
      const { auth } = await loadAuth();
      const { error } = await auth.resetPasswordForEmail(email, { redirectTo: location.origin + routes.resetPassword() });
      if (error) throw error;
      setSentTo(email);
      return undefined;
    } catch (error) {
      return problemsOf(error, "The mail could not be sent. Please try again.");
    }
  });

  if (sentTo) {
    return (
      <FormPage title="Forgot password" heading={sendsMail ? "Check your email" : "We have your request"}>
        <div role="status" className="form-news">
          {sendsMail ? (
            <>
              <p>
                If there is an account for <strong>{sentTo}</strong>, we have sent it a link to set a new password. The link works
                for {life}.
              </p>
              <p>Nothing there? Look in your spam folder, or check the address.</p>
            </>
          ) : (
            <p>
              If there is an account for <strong>{sentTo}</strong>, {site} will send you a link to set a new password. This site
              doesn't send email by itself, so it can take a while. The link works for {life}.
            </p>
          )}
        </div>
        <p className="form-buttons">
          <button type="button" className="button" onClick={() => setSentTo("")}>
            Try another address
          </button>
          <PageLink className="button button-quiet" to={routes.login()}>
            Back to login
          </PageLink>
        </p>
      </FormPage>
    );
  }
  return (
    <FormPage
      title="Forgot password"
      heading="Forgot your password?"
      lead="Enter your email address to get a link to set a new one."
    >
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          readOnly={state.isBusy}
          error={state.errorOf("email")}
        />
        <SubmitButton state={state} label="Send the link" busyLabel="Sending..." />
      </form>
      <p className="form-after">
        <PageLink className="text-link" to={routes.login()}>
          Back to login
        </PageLink>
      </p>
    </FormPage>
  );
}
