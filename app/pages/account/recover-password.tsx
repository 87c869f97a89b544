import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "../../base-path.ts";
import { loadAuth, useAuth } from "../../browser/auth/state.ts";
import { oneTimeLife } from "../../domain/auth/auth-rules.ts";
import { routes } from "../../routes.ts";
import { Field } from "../../ui/form/field.tsx";
import { Spinner } from "../../ui/form/spinner.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../ui/form/use-form.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { useSite } from "../data.ts";
import { PageLink } from "../public/page-link.tsx";
import { anyOf, checkEmail, checkNewPassword, checkRepeated, NewPasswordFields } from "./frame/account-fields.tsx";
import { codeOf, problemsOf } from "./frame/failure.ts";
import { FormPage, useQueryString } from "./frame/form-page.tsx";
import { useAuthReady } from "./frame/require-user.tsx";

/** Says what happens after a request, and lets the user ask for another address. */
function RequestSent({ to, onAgain }: { to: string; onAgain(): void }) {
  const { name: site, sendsMail } = useSite();
  const life = oneTimeLife("recovery", sendsMail);
  return (
    <FormPage title="Forgot password" heading={sendsMail ? "Check your email" : "Request received"}>
      <div role="status" className="form-news">
        {sendsMail ? (
          <>
            <p>
              If there is an account for <strong>{to}</strong>, we have sent it a link to set a new password. The link works for{" "}
              {life}.
            </p>
            <p>Nothing there? Look in your spam folder, or check the address.</p>
          </>
        ) : (
          <p>
            If there is an account for <strong>{to}</strong>, {site} will send you a link to set a new password. This site doesn't
            send email by itself, so it can take a while. The link works for {life}.
          </p>
        )}
      </div>
      <p className="form-buttons">
        <button type="button" className="button" onClick={onAgain}>
          Try another address
        </button>
        <PageLink className="button button-quiet" to={routes.login()}>
          Back to sign-in
        </PageLink>
      </p>
    </FormPage>
  );
}

/** Requests a mail with a link to set a new password. The answer is the same whether or not there is an account. */
export function ForgotPassword() {
  useAuthReady();
  const [sentTo, setSentTo] = useState("");
  const state = useForm(async (value: Values) => {
    const email = value("email").trim();
    const wrong = anyOf({ email: checkEmail(email) });
    if (wrong) return wrong;
    try {
      const { auth } = await loadAuth();
      const { error } = await auth.resetPasswordForEmail(email, { redirectTo: location.origin + pathTo(routes.resetPassword()) });
      if (error) throw error;
      setSentTo(email);
      return undefined;
    } catch (error) {
      return problemsOf(error, "The email could not be sent. Please try again.");
    }
  });

  if (sentTo) return <RequestSent to={sentTo} onAgain={() => setSentTo("")} />;
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
          Back to sign-in
        </PageLink>
      </p>
    </FormPage>
  );
}

type ResetFormProps = {
  /** from the mail; null for users who are already signed in by it */
  token: string | null;
};

/** The form for the new password. Sending it uses up the link; opening the page doesn't. */
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

/** The page behind a recovery link. */
export function ResetPassword() {
  const search = useQueryString();
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
      <FormPage title="Set a new password" lead="This link is incomplete. Open it again from your email, or request a new one.">
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
