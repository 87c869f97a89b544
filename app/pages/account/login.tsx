import { useState } from "react";
import { loadAuth, useAuth } from "../../browser/auth/state.ts";
import { routes } from "../../routes.ts";
import { Field } from "../../ui/form/field.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../ui/form/use-form.tsx";
import { TextWith } from "../../ui/text-with.tsx";
import { useSite } from "../data.ts";
import { texts as signedUp } from "../public/layout/signed-up-texts.ts";
import { PageLink } from "../public/page-link.tsx";
import { anyOf, CurrentPassword, checkEmail, checkPasswordGiven } from "./frame/account-fields.tsx";
import { codeOf, messageOf } from "./frame/failure.ts";
import { FormPage, useQueryString } from "./frame/form-page.tsx";
import { PasskeyButton } from "./frame/passkey-button.tsx";
import { SignedOutOnly, useAuthReady } from "./frame/require-user.tsx";
import { usePasskeySignIn } from "./frame/use-passkey-sign-in.ts";
import { SecondStep } from "./second-step.tsx";
import { texts } from "./texts.ts";

type Step = "idle" | "busy" | "sent";

/** Without a mail server, people do it by hand. */
const labelOf = (step: Step, sendsMail: boolean): string => {
  if (step === "busy") return texts.sending;
  if (step === "idle") return sendsMail ? texts.sendAgain : texts.askForLink;
  return sendsMail ? texts.sentAgain : texts.askedForLink;
};

/** Says what to do until an address is confirmed. Users may have lost the email. */
function Unconfirmed({ email }: { email: string }) {
  const { name: site, sendsMail } = useSite();
  const [step, setStep] = useState<Step>("idle");
  const [problem, setProblem] = useState("");
  const send = async () => {
    setStep("busy");
    setProblem("");
    try {
      const { auth } = await loadAuth();
      const { error } = await auth.resend({ type: "signup", email });
      if (error) throw error;
      setStep("sent");
    } catch (error) {
      setProblem(messageOf(error, texts.notSent));
      setStep("idle");
    }
  };
  return (
    <>
      <p>
        <TextWith
          text={sendsMail ? signedUp.linkSent : signedUp.approvedByHand}
          parts={{ site, email: <strong>{email}</strong> }}
        />
      </p>
      {step === "sent" ? (
        <p>{labelOf(step, sendsMail)}</p>
      ) : (
        <button
          type="button"
          className="text-link"
          aria-disabled={step === "busy"}
          onClick={() => step === "idle" && void send()}
        >
          {labelOf(step, sendsMail)}
        </button>
      )}
      {problem ? <p>{problem}</p> : null}
    </>
  );
}

/** The auth client's name for an answer without a user. */
const WITHOUT_USER = "AuthInvalidTokenResponseError";

/**
 * A sign-in changes the auth state, and the page around the form reacts to that.
 * @param refused the message for a signed-in user whom this page refuses
 */
export function LoginForm({ refused }: { refused?: string | undefined }) {
  return useAuth().needsCode ? <SecondStep /> : <PasswordForm refused={refused} />;
}

function PasswordForm({ refused }: { refused?: string | undefined }) {
  const { status, person } = useAuth();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const passkey = usePasskeySignIn({ suggests: true });
  useAuthReady();

  const state = useForm(async (value: Values) => {
    setUnconfirmed(null);
    passkey.reset();
    const missing = anyOf({ email: checkEmail(value("email")), password: checkPasswordGiven(value("password")) });
    if (missing) return missing;
    const email = value("email").trim();
    try {
      const { auth, profileLoaded } = await loadAuth();
      const { data, error } = await auth.signInWithPassword({ email, password: value("password") });
      if (error && error.name !== WITHOUT_USER) throw error;
      if (!data.user) throw new Error(texts.noSignInUser);
      await profileLoaded();
      return undefined;
    } catch (error) {
      if (codeOf(error) === "email_not_confirmed") setUnconfirmed(email);
      return { message: messageOf(error, texts.signInFailed) };
    }
  });
  const isArriving = status === "loading" && person !== null;
  const isBusy = state.isBusy || passkey.isBusy || isArriving;

  return (
    <form {...state.form} className="form">
      <FormAlert message={passkey.problem ?? state.message ?? (isBusy ? undefined : refused)}>
        {unconfirmed && !passkey.problem ? <Unconfirmed email={unconfirmed} /> : null}
      </FormAlert>
      <Field
        label={texts.email}
        name="email"
        type="email"
        autoComplete="username webauthn"
        required
        readOnly={state.isBusy}
        error={state.errorOf("email")}
      />
      <CurrentPassword state={state} />
      <p className="form-aside">
        <PageLink className="text-link" to={routes.forgotPassword()}>
          {texts.forgotten}
        </PageLink>
      </p>
      <SubmitButton state={state} label={texts.signInButton} busyLabel={texts.signingIn} />
      <PasskeyButton passkey={passkey} />
    </form>
  );
}

export function Login() {
  const search = useQueryString() ?? "";
  return (
    <SignedOutOnly>
      <FormPage title={texts.login} heading={texts.welcomeBack} lead={texts.signInLead}>
        <LoginForm />
        <p className="form-after">
          {texts.newHere}{" "}
          <PageLink className="text-link" to={routes.register() + search}>
            {texts.createAccount}
          </PageLink>
        </p>
        <p className="form-after">
          <PageLink className="text-link" to={routes.home()}>
            {texts.home}
          </PageLink>
        </p>
      </FormPage>
    </SignedOutOnly>
  );
}
