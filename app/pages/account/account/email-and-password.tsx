import { useQueryClient } from "@tanstack/react-query";
import { pathTo } from "../../../base-path.ts";
import { loadAuth } from "../../../browser/auth/state.ts";
import type { Account } from "../../../domain/users/user.ts";
import { routes } from "../../../routes.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { TextWith } from "../../../ui/text-with.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { useSite } from "../../data.ts";
import { PageLink } from "../../public/page-link.tsx";
import { anyOf, checkEmail, checkNewPassword, checkRepeated, NewPasswordFields } from "../frame/account-fields.tsx";
import { problemsOf } from "../frame/failure.ts";
import { ofAccount } from "../frame/of-account.ts";
import { accountQuery, sessionsQuery } from "./queries.ts";
import { texts } from "./texts.ts";
import { useOwnerProof } from "./use-owner-proof.tsx";

/** The new address applies once its link has been opened. */
export function EmailForm({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const proof = useOwnerProof(account);
  const { name: site, sendsMail } = useSite();
  const state = useForm(async (value: Values) => {
    const email = value("email").trim();
    const isSame = email.toLowerCase() === account.email.toLowerCase();
    const wrong = anyOf({ email: isSame ? texts.sameEmail : checkEmail(email), ...proof.missing(value) });
    if (wrong) return wrong;
    try {
      const { auth } = await loadAuth();
      const { error } = await auth.updateUser(
        { email, ...ofAccount(account.id), ...proof.given(value) },
        { emailRedirectTo: location.origin + pathTo(routes.account()) },
      );
      if (error) throw error;
      await queryClient.invalidateQueries({ queryKey: accountQuery().queryKey });
      state.reset();
      proof.reset();
      return undefined;
    } catch (error) {
      const unproven = await proof.problemsOf(error);
      return unproven ?? problemsOf(error, texts.addressNotChanged);
    }
  });
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      <p className="form-fact">
        <TextWith text={texts.yourAddress} parts={{ email: <strong>{account.email}</strong> }} />
      </p>
      <p role="status" className={account.pending_email ? "form-news" : "sr-only"}>
        {account.pending_email ? (
          <TextWith
            text={sendsMail ? texts.linkSent : texts.linkWillBeSent}
            parts={{ site, email: <strong>{account.pending_email}</strong> }}
          />
        ) : null}
      </p>
      {account.pending_email ? (
        <PageLink className="text-link" to={routes.confirm("email_change")}>
          {texts.enterCode}
        </PageLink>
      ) : null}
      <Field
        label={texts.newEmail}
        name="email"
        type="email"
        autoComplete="email"
        required
        readOnly={state.isBusy}
        error={state.errorOf("email")}
      />
      {proof.fields(state)}
      <SubmitButton state={state} label={texts.changeAddress} busyLabel={texts.sending} className="" />
    </form>
  );
}

/** Sets the first one, too. A hidden field holds the email address for password managers. */
export function PasswordForm({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const isAdmin = account.role === "admin";
  const proof = useOwnerProof(account, account.has_password ? "password" : "none");
  const state = useForm(async (value: Values) => {
    const password = value("password");
    const wrong = anyOf({
      ...proof.missing(value),
      password: checkNewPassword(password, isAdmin),
      repeated: checkRepeated(password, value("repeated")),
    });
    if (wrong) return wrong;
    try {
      const { auth } = await loadAuth();
      const { error } = await auth.updateUser({ password, ...ofAccount(account.id), ...proof.given(value) });
      if (error) throw error;
      state.reset();
      proof.reset();
      toast({ title: texts.passwordChanged, description: texts.passwordChangedDetails, tone: "success" });
      await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
      await queryClient.invalidateQueries({ queryKey: accountQuery().queryKey, exact: true });
      return undefined;
    } catch (error) {
      const unproven = await proof.problemsOf(error);
      return unproven ?? problemsOf(error, texts.passwordNotChanged);
    }
  });
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      {proof.fields(state)}
      <NewPasswordFields state={state} label={texts.newPassword} isAdmin={isAdmin} />
      <SubmitButton
        state={state}
        label={account.has_password ? texts.changePassword : texts.setPassword}
        busyLabel={texts.saving}
        className=""
      />
    </form>
  );
}
