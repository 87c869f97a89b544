import { queryOptions, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "../../base-path.ts";
import { currentState } from "../../browser/auth/auth-state.ts";
import { loadAuth, useAuth } from "../../browser/auth/state.ts";
import { personOf } from "../../browser/auth/stored-person.ts";
import { FULL_NAME_MAX } from "../../domain/auth/auth-rules.ts";
import { body } from "../../http/api/admin/client.ts";
import { createClient } from "../../http/api/client.ts";
import { routes } from "../../routes.ts";
import { fill } from "../../texts/texts.ts";
import { Field } from "../../ui/form/field.tsx";
import { Spinner } from "../../ui/form/spinner.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../ui/form/use-form.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { PageLink } from "../public/page-link.tsx";
import { anyOf, checkName, checkNewPassword, checkRepeated, NewPasswordFields } from "./frame/account-fields.tsx";
import { codeOf, isSessionEnded, messageOf, problemsOf } from "./frame/failure.ts";
import { FormPage } from "./frame/form-page.tsx";
import { ofAccount } from "./frame/of-account.ts";
import { destination, useAuthReady } from "./frame/require-user.tsx";
import { texts } from "./texts.ts";

const TOKEN = /^[0-9a-f]{64}$/;

/** Null if the invitation can't be accepted. Looking it up doesn't use up the token. */
const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: async () => {
      if (!TOKEN.test(token)) return null;
      const { api } = createClient((input, init) => fetch(input, init), pathTo(""));
      return (await body(api.invitations.check.$post({ json: { token }, query: {} }))).invited;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

type Invited = { email: string; full_name: string | null };

function NoInvitation() {
  return (
    <div className="form" role="alert">
      <p>{texts.invitationInvalidDetails}</p>
      <p className="form-buttons">
        <PageLink className="button button-solid" to={routes.login()}>
          {texts.login}
        </PageLink>
        <PageLink className="button" to={routes.home()}>
          {texts.invitationHome}
        </PageLink>
      </p>
    </div>
  );
}

const check = (value: Values) =>
  anyOf({
    full_name: checkName(value("full_name")),
    password: checkNewPassword(value("password")),
    repeated: checkRepeated(value("password"), value("repeated")),
  });

/** Sending the form uses up the link and signs the user in. */
function AcceptForm({ token, invited }: { token: string; invited: Invited }) {
  const navigate = useNavigate();
  /** Once the link has been used. */
  const owner = useRef<string>(null);
  const [isGone, setGone] = useState(false);
  const [isOthers, setOthers] = useState(false);
  useAuthReady();

  const state = useForm(async (value: Values) => {
    const wrong = check(value);
    if (wrong) return wrong;
    try {
      const { auth, profileLoaded } = await loadAuth();
      if (owner.current === null) {
        const { data, error } = await auth.verifyOtp({ token_hash: token, type: "invite" });
        if (error) throw error;
        owner.current = data.user?.id ?? "";
      }
      const choice = { password: value("password"), data: { full_name: value("full_name").trim() } };
      const { data, error } = await auth.updateUser({ ...choice, ...ofAccount(owner.current) });
      if (error) throw error;
      await profileLoaded();
      toast({ title: texts.accepted, description: texts.acceptedDetails, tone: "success" });
      void navigate(destination(currentState().person ?? personOf(data.user), ""), { replace: true });
      return undefined;
    } catch (error) {
      if (codeOf(error) === "otp_expired") setGone(true);
      setOthers(codeOf(error) === "conflict" || isSessionEnded(error));
      return problemsOf(error, texts.notAccepted);
    }
  });

  if (isGone) return <NoInvitation />;
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message}>
        {isOthers ? (
          <PageLink className="text-link" to={routes.forgotPassword()}>
            {texts.requestNewLink}
          </PageLink>
        ) : null}
      </FormAlert>
      <Field label={texts.email} name="email" type="email" autoComplete="username" readOnly value={invited.email} />
      <Field
        label={texts.fullName}
        name="full_name"
        autoComplete="name"
        maxLength={FULL_NAME_MAX}
        required
        readOnly={state.isBusy}
        defaultValue={invited.full_name ?? ""}
        error={state.errorOf("full_name")}
      />
      <NewPasswordFields state={state} />
      <SubmitButton state={state} label={texts.accept} busyLabel={texts.accepting} />
    </form>
  );
}

export function Invitation({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(invitationQuery(token));
  const { person } = useAuth();
  if (error) {
    return (
      <FormPage title={texts.acceptTitle} lead={messageOf(error, texts.notLookedUp)}>
        <p className="form-buttons">
          <button type="button" className="button button-solid" onClick={() => void refetch()}>
            {texts.tryAgain}
          </button>
        </p>
      </FormPage>
    );
  }
  if (data === undefined) {
    return (
      <FormPage title={texts.acceptTitle}>
        <Spinner label={texts.openingInvitation} />
      </FormPage>
    );
  }
  if (data === null) {
    return (
      <FormPage title={texts.invitation} heading={texts.invitationInvalid}>
        <NoInvitation />
      </FormPage>
    );
  }
  const isOther = person !== null && person.email !== data.email;
  const lead = isOther ? fill(texts.acceptAs, { person: person.email, invited: data.email }) : texts.acceptLead;
  return (
    <FormPage title={texts.acceptTitle} lead={lead}>
      <AcceptForm token={token} invited={data} />
    </FormPage>
  );
}
