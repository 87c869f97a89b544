import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "../../base-path.ts";
import { currentState } from "../../browser/auth/auth-state.ts";
import { loadAuth, useAuth } from "../../browser/auth/state.ts";
import { tidyCode } from "../../domain/auth/auth-rules.ts";
import { routes } from "../../routes.ts";
import { Field } from "../../ui/form/field.tsx";
import { Spinner } from "../../ui/form/spinner.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../ui/form/use-form.tsx";
import { TextWith } from "../../ui/text-with.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { useSite } from "../data.ts";
import { PageLink } from "../public/page-link.tsx";
import { SignedInAs } from "./confirm.tsx";
import {
  anyOf,
  checkCode,
  checkEmail,
  checkNewPassword,
  checkRepeated,
  EmailAndCodeFields,
  NewPasswordFields,
} from "./frame/account-fields.tsx";
import { codeOf, isSessionEnded, problemsOf } from "./frame/failure.ts";
import { FormPage, useQueryString } from "./frame/form-page.tsx";
import { linkLife } from "./frame/life.ts";
import { ofAccount } from "./frame/of-account.ts";
import { useAuthReady } from "./frame/require-user.tsx";
import { SecondStep } from "./second-step.tsx";
import { texts } from "./texts.ts";

function RequestSent({ to, onAgain }: { to: string; onAgain(): void }) {
  const { name: site, sendsMail } = useSite();
  const life = linkLife("recovery", sendsMail);
  return (
    <FormPage title={texts.forgotTitle} heading={sendsMail ? texts.checkEmail : texts.requestReceived}>
      <div role="status" className="form-news">
        {sendsMail ? (
          <>
            <p>
              <TextWith text={texts.resetSent} parts={{ email: <strong>{to}</strong>, life }} />
            </p>
            <p>{texts.resetSentHint}</p>
          </>
        ) : (
          <p>
            <TextWith text={texts.resetWillBeSent} parts={{ email: <strong>{to}</strong>, site, life }} />
          </p>
        )}
      </div>
      <p className="form-buttons">
        <PageLink className="button" to={`${routes.resetPassword()}?code`}>
          {texts.enterCodeInstead}
        </PageLink>
        <button type="button" className="button" onClick={onAgain}>
          {texts.tryAnother}
        </button>
        <PageLink className="button button-quiet" to={routes.login()}>
          {texts.backToSignIn}
        </PageLink>
      </p>
    </FormPage>
  );
}

/** The answer is the same whether or not there is an account. */
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
      return problemsOf(error, texts.notSent);
    }
  });

  if (sentTo) return <RequestSent to={sentTo} onAgain={() => setSentTo("")} />;
  return (
    <FormPage title={texts.forgotTitle} heading={texts.forgotten} lead={texts.forgotLead}>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <Field
          label={texts.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          readOnly={state.isBusy}
          error={state.errorOf("email")}
        />
        <SubmitButton state={state} label={texts.sendLink} busyLabel={texts.sending} />
      </form>
      <p className="form-after">
        <PageLink className="text-link" to={routes.login()}>
          {texts.backToSignIn}
        </PageLink>
      </p>
    </FormPage>
  );
}

type ResetFormProps = {
  /** null for users who are already signed in by the mail, or who type its code */
  token: string | null;
};

/** The token of the link, or the code of the mail and where it was sent. */
const recoveryProof = (token: string | null, value: Values) =>
  token === null
    ? ({ email: value("email").trim(), token: tidyCode(value("code")), type: "recovery" } as const)
    : ({ token_hash: token, type: "recovery" } as const);

/** Sending the form uses up the link; opening the page doesn't. */
function ResetForm({ token }: ResetFormProps) {
  const navigate = useNavigate();
  const { person, needsCode = false } = useAuth();
  /** Null until the link says whose it is. */
  const owner = useRef(token === null && person ? person.id : null);
  const [isExpired, setExpired] = useState(false);
  const [asksCode, setAsksCode] = useState(token === null && !person);
  const { sendsMail } = useSite();
  useAuthReady();

  const state = useForm(async (value: Values) => {
    const password = value("password");
    const sent = asksCode && { email: checkEmail(value("email")), code: checkCode(value("code")) };
    const chosen = { password: checkNewPassword(password), repeated: checkRepeated(password, value("repeated")) };
    const wrong = anyOf({ ...sent, ...chosen });
    if (wrong) return wrong;
    try {
      const { auth, profileLoaded } = await loadAuth();
      if (owner.current === null) {
        const { data, error } = await auth.verifyOtp(recoveryProof(token, value));
        if (error) throw error;
        owner.current = data.user?.id ?? "";
        setAsksCode(false);
        await profileLoaded();
        if (currentState().needsCode) return undefined;
      }
      const { error } = await auth.updateUser({ password, ...ofAccount(owner.current) });
      if (error) throw error;
      await profileLoaded();
      toast({ title: texts.passwordChanged, description: texts.passwordChangedDetails, tone: "success" });
      void navigate(routes.home(), { replace: true });
      return undefined;
    } catch (error) {
      if (asksCode && codeOf(error) === "otp_expired")
        return { fields: { code: sendsMail ? texts.codeExpired : texts.codeExpiredByHand } };
      // The link has been used by then, so only a new one helps.
      if (["otp_expired", "conflict"].includes(codeOf(error)) || isSessionEnded(error)) setExpired(true);
      return problemsOf(error, texts.passwordNotChanged);
    }
  });

  return (
    <>
      {needsCode && owner.current !== null ? <SecondStep /> : null}
      <form {...state.form} className="form" hidden={needsCode && owner.current !== null}>
        <FormAlert message={state.message}>
          {isExpired ? (
            <PageLink className="text-link" to={routes.forgotPassword()}>
              {texts.requestNewLink}
            </PageLink>
          ) : null}
        </FormAlert>
        {asksCode ? <EmailAndCodeFields state={state} email={texts.email} /> : null}
        <NewPasswordFields state={state} label={texts.newPassword} />
        {isExpired ? null : <SubmitButton state={state} label={texts.savePassword} busyLabel={texts.saving} />}
      </form>
    </>
  );
}

export function ResetPassword() {
  const search = useQueryString();
  const { status, person } = useAuth();
  const query = new URLSearchParams(search ?? "");
  const token = query.get("token_hash");
  const [byCode, setByCode] = useState<boolean>();
  if (byCode === undefined && search !== null && (token || status !== "loading")) setByCode(!token && !person);
  if (search === null || byCode === undefined) {
    return (
      <FormPage title={texts.resetTitle}>
        <Spinner label={texts.openingLink} />
      </FormPage>
    );
  }
  const lead = byCode ? (query.has("code") ? texts.resetByCode : texts.resetIncomplete) : texts.resetLead;
  return (
    <FormPage title={texts.resetTitle} lead={lead}>
      {byCode ? null : <SignedInAs />}
      <ResetForm token={token || null} />
      {byCode ? (
        <p className="form-after">
          <PageLink className="text-link" to={routes.forgotPassword()}>
            {texts.requestLink}
          </PageLink>
        </p>
      ) : null}
    </FormPage>
  );
}
