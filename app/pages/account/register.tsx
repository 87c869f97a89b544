import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { pathTo } from "../../base-path.ts";
import { loadAuth } from "../../browser/auth/state.ts";
import { FULL_NAME_MAX } from "../../domain/auth/auth-rules.ts";
import { routes } from "../../routes.ts";
import { fill } from "../../texts/texts.ts";
import { Field } from "../../ui/form/field.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../ui/form/use-form.tsx";
import { TextWith } from "../../ui/text-with.tsx";
import { useSite } from "../data.ts";
import type { SignedUpState } from "../public/layout/signed-up.tsx";
import { texts as signedUpTexts } from "../public/layout/signed-up-texts.ts";
import { PageLink } from "../public/page-link.tsx";
import { anyOf, checkEmail, checkName, checkNewPassword, checkRepeated, NewPasswordFields } from "./frame/account-fields.tsx";
import { problemsOf } from "./frame/failure.ts";
import { FormPage, useQueryString } from "./frame/form-page.tsx";
import { rememberedOrigin, SignedOutOnly, useAuthReady } from "./frame/require-user.tsx";
import { texts } from "./texts.ts";

type RegisterFormProps = {
  /** if the email address has to be confirmed first */
  onRegistered(who: { name: string; email: string }): void;
};

const check = (value: Values) =>
  anyOf({
    full_name: checkName(value("full_name")),
    email: checkEmail(value("email")),
    password: checkNewPassword(value("password")),
    repeated: checkRepeated(value("password"), value("repeated")),
  });

function RegisterForm({ onRegistered }: RegisterFormProps) {
  useAuthReady();
  const state = useForm(async (value: Values) => {
    const wrong = check(value);
    if (wrong) return wrong;
    const name = value("full_name").trim();
    const email = value("email").trim();
    try {
      const { auth, profileLoaded } = await loadAuth();
      const { data, error } = await auth.signUp({
        email,
        password: value("password"),
        options: {
          data: { full_name: name },
          emailRedirectTo: location.origin + pathTo(rememberedOrigin(location.search) ?? routes.home()),
        },
      });
      if (error) throw error;
      if (!data.user?.id) throw new Error(texts.noSignUpUser);
      if (data.session) await profileLoaded();
      else onRegistered({ name, email });
      return undefined;
    } catch (error) {
      return problemsOf(error, texts.signUpFailed);
    }
  });
  const field = (name: string) => ({ name, required: true, readOnly: state.isBusy, error: state.errorOf(name) });

  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      <Field label={texts.fullName} autoComplete="name" maxLength={FULL_NAME_MAX} {...field("full_name")} />
      <Field label={texts.email} type="email" autoComplete="username" {...field("email")} />
      <NewPasswordFields state={state} />
      <SubmitButton state={state} label={texts.signUpButton} busyLabel={texts.signingUp} />
    </form>
  );
}

/** Enough to read the page, in ms. */
const UNTIL_HOME = 6000;

/** The email address has to be confirmed. The next page repeats what to do, and leads back to the article. */
function Registered({ name, email }: { name: string; email: string }) {
  const back = rememberedOrigin(useLocation().search);
  const [state] = useState<{ signedUp: SignedUpState }>({ signedUp: { email, back } });
  const { name: site, sendsMail } = useSite();
  const navigate = useNavigate();
  const buttons = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    buttons.current?.querySelector("a")?.focus();
    const timer = setTimeout(() => void navigate(routes.home(), { state }), UNTIL_HOME);
    return () => clearTimeout(timer);
  }, [navigate, state]);
  return (
    <FormPage title={texts.registered}>
      <div role="status" className="form-news">
        <p>
          {fill(texts.welcome, { name })}{" "}
          <TextWith
            text={sendsMail ? signedUpTexts.linkSent : signedUpTexts.approvedByHand}
            parts={{ site, email: <strong>{email}</strong> }}
          />
        </p>
        <p>{texts.redirecting}</p>
      </div>
      <p className="form-buttons" ref={buttons}>
        <PageLink className="button button-solid" to={routes.home()} state={state}>
          {texts.goHome}
        </PageLink>
        {back ? (
          <PageLink className="button" to={back} state={{ signedUp: { email, back: null } }}>
            {signedUpTexts.back}
          </PageLink>
        ) : null}
        <PageLink className="button" to={routes.confirm()}>
          {texts.enterCodeInstead}
        </PageLink>
      </p>
    </FormPage>
  );
}

export function Register() {
  const site = useSite();
  const search = useQueryString() ?? "";
  const [registered, setRegistered] = useState<{ name: string; email: string } | null>(null);
  if (registered) return <Registered {...registered} />;
  if (!site.allowRegistration) {
    return (
      <SignedOutOnly>
        <FormPage title={texts.signUp} heading={texts.closed} lead={fill(texts.closedLead, { site: site.name })}>
          <p>{texts.closedHint}</p>
          <p className="form-buttons">
            <PageLink className="button button-solid" to={routes.home()}>
              {texts.home}
            </PageLink>
            <PageLink className="button" to={routes.login()}>
              {texts.login}
            </PageLink>
          </p>
        </FormPage>
      </SignedOutOnly>
    );
  }
  return (
    <SignedOutOnly>
      <FormPage title={texts.signUp} heading={texts.signUpHeading} lead={fill(texts.signUpLead, { site: site.name })}>
        <RegisterForm onRegistered={setRegistered} />
        <p className="form-after">
          {texts.haveAccount}{" "}
          <PageLink className="text-link" to={routes.login() + search}>
            {texts.signInInstead}
          </PageLink>
        </p>
      </FormPage>
    </SignedOutOnly>
  );
}
