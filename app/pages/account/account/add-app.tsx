import { useState } from "react";
import { loadAuth } from "../../../browser/auth/state.ts";
import { FACTOR_NAME_MAX, tidyCode } from "../../../domain/auth/auth-rules.ts";
import type { Account } from "../../../domain/users/user.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { anyOf } from "../frame/account-fields.tsx";
import { codeOf, messageOf } from "../frame/failure.ts";
import { AppCodeField, checkAppCode, codeProblem } from "../second-step.tsx";
import { CopyText } from "./copy-text.tsx";
import { prove } from "./prove.ts";
import { texts } from "./texts.ts";
import { useOwnerProof } from "./use-owner-proof.tsx";

type Begun = { id: string; qrCode: string; secret: string };

type AddAppProps = {
  account: Account;
  /** recovery codes are made with the first app */
  isFirst: boolean;
  onAdded(codes: string[] | null): Promise<void>;
  onCancel(): void;
};

/** Asks for a name, then shows the key of the app and asks for its first code. */
export function AddApp(props: AddAppProps) {
  const [begun, setBegun] = useState<Begun | null>(null);
  return begun ? <FirstCode {...props} begun={begun} /> : <AppName {...props} onBegun={setBegun} />;
}

function AppName({ account, onBegun, onCancel }: AddAppProps & { onBegun(begun: Begun): void }) {
  const proof = useOwnerProof(account);
  const state = useForm(async (value: Values) => {
    const friendlyName = value("app_name").trim();
    const wrong = anyOf({ app_name: friendlyName ? undefined : texts.appNameMissing, ...proof.missing(value) });
    if (wrong) return wrong;
    try {
      await prove(account, proof.given(value));
      const { auth } = await loadAuth();
      const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName });
      if (error) throw error;
      onBegun({ id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret });
      return undefined;
    } catch (error) {
      const message = messageOf(error, texts.appNotAdded);
      if (codeOf(error) === "mfa_factor_name_conflict") return { fields: { app_name: message } };
      return (await proof.problemsOf(error)) ?? { message };
    }
  });
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      <Field
        label={texts.appName}
        name="app_name"
        autoComplete="off"
        maxLength={FACTOR_NAME_MAX}
        required
        readOnly={state.isBusy}
        error={state.errorOf("app_name")}
      />
      {proof.fields(state)}
      <Buttons state={state} label={texts.nextStep} onCancel={onCancel} />
    </form>
  );
}

/** Undefined if the codes couldn't be made: the app counts all the same, and they can be requested later. */
async function firstRecoveryCodes(): Promise<string[] | null> {
  const { auth } = await loadAuth();
  return (await auth.mfa.recoveryCodes.generate()).data?.codes ?? null;
}

function FirstCode({ account, isFirst, begun, onAdded, onCancel }: AddAppProps & { begun: Begun }) {
  const proof = useOwnerProof(account);
  const state = useForm(async (value: Values) => {
    const wrong = anyOf({ app_code: checkAppCode(value("app_code")), ...proof.missing(value) });
    if (wrong) return wrong;
    try {
      await prove(account, proof.given(value));
      const { auth } = await loadAuth();
      const code = tidyCode(value("app_code"));
      const { error } = await auth.mfa.challengeAndVerify({ factorId: begun.id, code });
      if (error) throw error;
      await onAdded(isFirst ? await firstRecoveryCodes() : null);
      return undefined;
    } catch (error) {
      if (codeOf(error) === "mfa_verification_failed") return { fields: { app_code: codeProblem(error) } };
      return (await proof.problemsOf(error)) ?? { message: codeProblem(error) };
    }
  });
  return (
    <form {...state.form} className="form">
      <p>{texts.scanCode}</p>
      <img className="app-key" src={begun.qrCode} alt={texts.qrCode} width="220" height="220" />
      <CopyText label={texts.appKey} button={texts.copyKey} text={begun.secret} />
      <p>{texts.enterFirstCode}</p>
      <FormAlert message={state.message} />
      <AppCodeField state={state} />
      {proof.fields(state)}
      <Buttons state={state} label={texts.turnOn} onCancel={onCancel} />
    </form>
  );
}

const Buttons = ({ state, label, onCancel }: { state: ReturnType<typeof useForm>; label: string; onCancel(): void }) => (
  <div className="form-buttons">
    <SubmitButton state={state} label={label} busyLabel={texts.saving} />
    <button type="button" className="button" onClick={onCancel}>
      {texts.keep}
    </button>
  </div>
);
