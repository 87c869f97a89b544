import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { currentState } from "../../browser/auth/auth-state.ts";
import { loadAuth, useAuth } from "../../browser/auth/state.ts";
import { tidyCode } from "../../domain/auth/auth-rules.ts";
import { pathOfSite, routes } from "../../routes.ts";
import { fill } from "../../texts/texts.ts";
import { Spinner } from "../../ui/form/spinner.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../ui/form/use-form.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { useSite } from "../data.ts";
import { PageLink } from "../public/page-link.tsx";
import { anyOf, checkCode, checkEmail, EmailAndCodeFields } from "./frame/account-fields.tsx";
import { codeOf, messageOf } from "./frame/failure.ts";
import { FormPage, useQueryString } from "./frame/form-page.tsx";
import { linkLife } from "./frame/life.ts";
import { Redirect, useAuthReady } from "./frame/require-user.tsx";
import { Invitation } from "./invitation.tsx";
import { texts } from "./texts.ts";

/** The page on which the mail was requested, if it belongs to this site. @param search the query of the confirmation page */
export const afterConfirming = (search: string, origin: string): string =>
  pathOfSite(new URLSearchParams(search).get("redirect_to"), origin) ?? routes.home();

const CONFIRMABLE = ["signup", "email", "email_change", "magiclink"] as const;
type Confirmable = (typeof CONFIRMABLE)[number];

/** A link of this type only needs a press of a button. */
const isConfirmable = (type: string): type is Confirmable => (CONFIRMABLE as readonly string[]).includes(type);

type ConfirmFormProps = {
  /** of a mailed link; null: the code of the mail is typed */
  token: string | null;
  type: Confirmable;
  label: string;
};

/** The token of a link, or a code and where it was sent. */
const proofOf = (token: string | null, type: Confirmable, value: Values) =>
  token === null
    ? // A code for `email` may be that of any mail but one about a new address.
      ({ email: value("email").trim(), token: tidyCode(value("code")), type: type === "email_change" ? type : "email" } as const)
    : { token_hash: token, type };

function ConfirmForm({ token, type, label }: ConfirmFormProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [isExpired, setExpired] = useState(false);
  const isChange = type === "email_change";
  const isSignIn = type === "magiclink";
  const { sendsMail } = useSite();
  const life = linkLife(type === "email" ? "signup" : type, sendsMail);
  const expiredText = isSignIn ? texts.signInExpired : isChange ? texts.changeExpired : texts.linkExpired;
  useAuthReady();
  const state = useForm(async (value: Values) => {
    const wrong = token === null && anyOf({ email: checkEmail(value("email")), code: checkCode(value("code")) });
    if (wrong) return wrong;
    try {
      const { auth, profileLoaded } = await loadAuth();
      const { error, data } = await auth.verifyOtp(proofOf(token, type, value));
      if (error) throw error;
      if (data.session) await profileLoaded();
      if (currentState().needsCode) {
        void navigate(routes.login(afterConfirming(search, location.origin)), { replace: true });
        return undefined;
      }
      const said = isSignIn
        ? { title: texts.signedIn, description: texts.signedInDetails }
        : { title: texts.confirmed, description: data.session ? texts.confirmedSignedIn : texts.confirmedSignedOut };
      toast({ ...said, tone: "success" });
      void navigate(data.session ? afterConfirming(search, location.origin) : routes.login(), { replace: true });
      return undefined;
    } catch (error) {
      const isExpired = codeOf(error) === "otp_expired";
      if (isExpired && token === null) return { fields: { code: sendsMail ? texts.codeExpired : texts.codeExpiredByHand } };
      setExpired(isExpired);
      return { message: messageOf(error, isSignIn ? texts.notSignedIn : texts.notConfirmed) };
    }
  });
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message}>
        {isExpired ? <p>{fill(expiredText, { life })}</p> : null}
        {isExpired ? (
          <PageLink className="text-link" to={isChange ? routes.account() : routes.login()}>
            {isChange ? texts.yourAccount : texts.login}
          </PageLink>
        ) : null}
        {isExpired && isSignIn ? (
          <PageLink className="text-link" to={routes.forgotPassword()}>
            {texts.forgotten}
          </PageLink>
        ) : null}
      </FormAlert>
      {token === null ? <EmailAndCodeFields state={state} email={texts.email} /> : null}
      {isExpired ? null : <SubmitButton state={state} label={label} busyLabel={texts.confirming} />}
    </form>
  );
}

/** The link may be for another account. Only the server knows whose it is. */
export function SignedInAs() {
  const { status, person } = useAuth();
  // The user before the link signs somebody in.
  const [before, setBefore] = useState<typeof person>();
  if (before === undefined && (person || status === "signed-out")) setBefore(person);
  return before ? (
    <div className="form-news">
      <p>{fill(texts.signedInAs, { person: before.email })}</p>
    </div>
  ) : null;
}

function textsFor(type: Confirmable) {
  if (type === "email_change")
    return { heading: texts.confirmChange, lead: texts.confirmChangeLead, button: texts.confirmChangeButton };
  if (type === "magiclink") return { heading: texts.magicLink, lead: texts.magicLinkLead, button: texts.magicLinkButton };
  return { heading: texts.confirmEmail, lead: texts.confirmEmailLead, button: texts.confirmEmailButton };
}

/** A button confirms, because programs that scan mails follow links, too. */
export function Confirm() {
  const search = useQueryString();
  if (search === null) {
    return (
      <FormPage title={texts.confirm}>
        <Spinner label={texts.openingLink} />
      </FormPage>
    );
  }
  const query = new URLSearchParams(search);
  const token = query.get("token_hash");
  const type = query.get("type") ?? "signup";
  if (type === "recovery") return <Redirect to={routes.resetPassword() + search} />;
  if (type === "invite" && token) return <Invitation token={token} />;
  if (!token || !isConfirmable(type)) {
    const isIncomplete = query.has("token_hash") || !isConfirmable(type);
    return (
      <FormPage
        title={texts.confirm}
        heading={isIncomplete ? texts.linkIncomplete : texts.enterCode}
        lead={isIncomplete ? texts.linkIncompleteLead : texts.enterCodeLead}
      >
        <ConfirmForm token={null} type={isConfirmable(type) ? type : "email"} label={texts.confirm} />
        <p className="form-after">
          <PageLink className="text-link" to={routes.login()}>
            {texts.login}
          </PageLink>
        </p>
      </FormPage>
    );
  }
  const { heading, lead, button } = textsFor(type);
  return (
    <FormPage title={texts.confirm} heading={heading} lead={lead}>
      <SignedInAs />
      <ConfirmForm token={token} type={type} label={button} />
    </FormPage>
  );
}
