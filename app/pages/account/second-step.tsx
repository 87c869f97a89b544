import { useEffect, useState } from "react";
import { loadAuth, signOut } from "../../browser/auth/state.ts";
import { MESSAGES, tidyCode } from "../../domain/auth/auth-rules.ts";
import { fill } from "../../texts/texts.ts";
import { SelectField } from "../../ui/form/described-fields.tsx";
import { Field } from "../../ui/form/field.tsx";
import { FormAlert, type FormState, SubmitButton, useForm, type Values } from "../../ui/form/use-form.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { anyOf } from "./frame/account-fields.tsx";
import { codeOf, messageOf } from "./frame/failure.ts";
import { texts } from "./texts.ts";

export const checkAppCode = (code: string) => (/^\d{6}$/.test(tidyCode(code)) ? undefined : texts.appCodeInvalid);

/** The server answers both with one error code. */
export function codeProblem(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return message === MESSAGES.codeOfAnotherTime ? texts.otherTime : messageOf(error, texts.codeNotChecked);
}

export const AppCodeField = ({ state }: { state: FormState }) => (
  <Field
    label={texts.appCode}
    name="app_code"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={20}
    required
    readOnly={state.isBusy}
    error={state.errorOf("app_code")}
  />
);

type App = { id: string; name: string };

async function readApps(): Promise<App[]> {
  const { auth } = await loadAuth();
  const { data } = await auth.getSession();
  const verified = data.session?.user.factors?.filter((one) => one.factor_type === "totp" && one.status === "verified") ?? [];
  return verified.map(({ id, friendly_name = "" }) => ({ id, name: friendly_name || texts.appCode }));
}

async function enterAppCode(factorId: string, code: string): Promise<void> {
  const { auth, profileLoaded } = await loadAuth();
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code: tidyCode(code) });
  if (error) throw error;
  await profileLoaded();
}

async function enterRecoveryCode(code: string): Promise<void> {
  const { auth, profileLoaded } = await loadAuth();
  const { data, error } = await auth.mfa.recoveryCodes.verify({ code });
  if (error) throw error;
  await profileLoaded();
  const { recovery_codes_left: left = 0 } = data as { recovery_codes_left?: number };
  toast({ title: fill(texts.codesLeft, { left }), tone: "success" });
}

/** For somebody whose password was right: a code of an authenticator app, or a recovery code. It changes the auth state. */
export function SecondStep() {
  const [apps, setApps] = useState<App[]>([]);
  const [isRecovery, setRecovery] = useState(false);
  useEffect(() => {
    readApps()
      .then(setApps)
      .catch(() => {});
  }, []);
  const name = isRecovery ? "recovery_code" : "app_code";
  const state = useForm(async (value: Values) => {
    const code = value(name);
    const missing = isRecovery ? (code.trim() ? undefined : texts.recoveryCodeMissing) : checkAppCode(code);
    const wrong = anyOf({ [name]: missing });
    if (wrong) return wrong;
    try {
      const [first] = apps.length > 0 ? apps : await readApps();
      if (isRecovery) await enterRecoveryCode(code);
      else await enterAppCode(value("app") || (first?.id ?? ""), code);
      return undefined;
    } catch (error) {
      const problem = codeProblem(error);
      return codeOf(error) === "mfa_verification_failed" ? { fields: { [name]: problem } } : { message: problem };
    }
  });
  return (
    <form {...state.form} className="form">
      <p>{isRecovery ? texts.recoveryStep : texts.secondStep}</p>
      <FormAlert message={state.message} />
      {isRecovery ? (
        <Field
          label={texts.recoveryCode}
          name="recovery_code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          required
          readOnly={state.isBusy}
          error={state.errorOf("recovery_code")}
        />
      ) : (
        <>
          {apps.length > 1 ? (
            <SelectField label={texts.whichApp} name="app" options={apps.map((app) => ({ value: app.id, label: app.name }))} />
          ) : null}
          <AppCodeField state={state} />
        </>
      )}
      <SubmitButton state={state} label={texts.finishSignIn} busyLabel={texts.checkingCode} />
      <p className="form-buttons">
        <button type="button" className="text-link" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? texts.withApp : texts.withRecoveryCode}
        </button>
        <button type="button" className="text-link" onClick={signOut}>
          {texts.startOver}
        </button>
      </p>
    </form>
  );
}
