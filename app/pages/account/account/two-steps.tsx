import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { loadAuth } from "../../../browser/auth/state.ts";
import type { Account } from "../../../domain/users/user.ts";
import { fill } from "../../../texts/texts.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { anyOf } from "../frame/account-fields.tsx";
import { codeOf, messageOf } from "../frame/failure.ts";
import { AddApp } from "./add-app.tsx";
import { prove } from "./prove.ts";
import { factorsQuery, sessionsQuery } from "./queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { texts } from "./texts.ts";
import { useOwnerProof } from "./use-owner-proof.tsx";

type App = { id: string; name: string };

function RemoveApp({ account, app, isLast }: { account: Account; app: App; isLast: boolean }) {
  const queryClient = useQueryClient();
  const proof = useOwnerProof(account);
  const dialog = useRef<HTMLDialogElement>(null);
  const state = useForm(async (value: Values) => {
    const wrong = anyOf(proof.missing(value));
    if (wrong) return wrong;
    try {
      await prove(account, proof.given(value));
      const { auth } = await loadAuth();
      const { error } = await auth.mfa.unenroll({ factorId: app.id });
      if (error && codeOf(error) !== "mfa_factor_not_found") throw error;
      // The session may be at a lower level now.
      await auth.refreshSession();
      dialog.current?.close();
      toast({ title: texts.appRemoved, tone: "success" });
      await queryClient.invalidateQueries({ queryKey: factorsQuery().queryKey });
      return undefined;
    } catch (error) {
      return (await proof.problemsOf(error)) ?? { message: messageOf(error, texts.appNotRemoved) };
    }
  });
  const title = fill(texts.removeTitle, { name: app.name });
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        aria-label={fill(texts.removeNamed, { name: app.name })}
        onClick={() => dialog.current?.showModal()}
      >
        {texts.removeApp}
      </button>
      <dialog ref={dialog} className="dialog" aria-label={title} onClose={state.reset}>
        <form {...state.form} className="form">
          <h2>{title}</h2>
          <p>{isLast ? texts.removeLastText : texts.removeText}</p>
          <FormAlert message={state.message} />
          {proof.fields(state)}
          <div className="form-buttons">
            <SubmitButton state={state} label={texts.removeApp} busyLabel={texts.removing} className="button-danger-solid" />
            <button type="button" className="button" onClick={() => dialog.current?.close()}>
              {texts.keep}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}

/** Authenticator apps and recovery codes. */
export function TwoSteps({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const { data: factors, error } = useQuery(factorsQuery());
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (error && !factors) return <p role="alert">{messageOf(error, texts.stepsNotLoaded)}</p>;
  if (!factors) return <Spinner label={texts.loading} />;
  const { apps } = factors;
  const added = async (made: string[] | null) => {
    setAdding(false);
    if (made) setCodes(made);
    toast({ title: texts.appAdded, tone: "success" });
    await queryClient.invalidateQueries({ queryKey: factorsQuery().queryKey });
    await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
  };
  return (
    <div className="form">
      {apps.length === 0 && !isAdding ? <p>{texts.stepsOff}</p> : null}
      {apps.length > 0 ? (
        <ul className="devices">
          {apps.map((app) => (
            <li key={app.id}>
              <p>{app.name}</p>
              <RemoveApp account={account} app={app} isLast={apps.length === 1} />
            </li>
          ))}
        </ul>
      ) : null}
      {isAdding ? (
        <AddApp account={account} isFirst={apps.length === 0} onAdded={added} onCancel={() => setAdding(false)} />
      ) : (
        <p>
          <button type="button" className="button" onClick={() => setAdding(true)}>
            {apps.length === 0 ? texts.setUpSteps : texts.addApp}
          </button>
        </p>
      )}
      {apps.length > 0 ? <RecoveryCodes account={account} left={factors.codesLeft} codes={codes} onCodes={setCodes} /> : null}
    </div>
  );
}
