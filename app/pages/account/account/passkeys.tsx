import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { loadAuth } from "../../../browser/auth/state.ts";
import { FACTOR_NAME_MAX } from "../../../domain/auth/auth-rules.ts";
import type { Account } from "../../../domain/users/user.ts";
import { fill, locale } from "../../../texts/texts.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { TextWith } from "../../../ui/text-with.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { useSite } from "../../data.ts";
import { anyOf } from "../frame/account-fields.tsx";
import { codeOf, messageOf } from "../frame/failure.ts";
import { passkeyProblem } from "../frame/passkey-problem.ts";
import { texts } from "../frame/passkey-texts.ts";
import { canUsePasskeys } from "../frame/use-passkey-sign-in.ts";
import { prove } from "./prove.ts";
import { type Passkey, passkeysQuery } from "./queries.ts";
import { RemoveWithProof } from "./remove-with-proof.tsx";
import { texts as page } from "./texts.ts";
import { useOwnerProof } from "./use-owner-proof.tsx";

const day = (time: string) => new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(new Date(time));

const Time = ({ text, hole, time }: { text: string; hole: string; time: string }) => (
  <span>
    <TextWith text={text} parts={{ [hole]: <time dateTime={time}>{day(time)}</time> }} />
  </span>
);

function useListAgain() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: passkeysQuery().queryKey });
}

function RenamePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  const listAgain = useListAgain();
  const dialog = useRef<HTMLDialogElement>(null);
  const state = useForm(async (value: Values) => {
    const friendlyName = value("friendly_name").trim();
    if (!friendlyName) return { fields: { friendly_name: texts.nameMissing } };
    try {
      const { auth } = await loadAuth();
      const { error } = await auth.passkey.update({ passkeyId: id, friendlyName });
      if (error) throw error;
      dialog.current?.close();
      toast({ title: texts.renamed, tone: "success" });
      await listAgain();
      return undefined;
    } catch (error) {
      return { message: messageOf(error, texts.notRenamed) };
    }
  });
  const title = fill(texts.renameNamed, { name });
  return (
    <>
      <button type="button" className="button button-quiet" aria-label={title} onClick={() => dialog.current?.showModal()}>
        {texts.rename}
      </button>
      <dialog ref={dialog} className="dialog" aria-label={title} onClose={state.reset}>
        <form {...state.form} className="form">
          <h2>{title}</h2>
          <FormAlert message={state.message} />
          <Field
            label={page.name}
            name="friendly_name"
            autoComplete="off"
            maxLength={FACTOR_NAME_MAX}
            defaultValue={name}
            required
            readOnly={state.isBusy}
            error={state.errorOf("friendly_name")}
          />
          <div className="form-buttons">
            <SubmitButton state={state} label={page.saveName} busyLabel={page.saving} />
            <button type="button" className="button" onClick={() => dialog.current?.close()}>
              {page.keep}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}

function OnePasskey({ account, passkey, host }: { account: Account; passkey: Passkey; host: string }) {
  const listAgain = useListAgain();
  const remove = async () => {
    const { auth, renewProfile } = await loadAuth();
    const { error } = await auth.passkey.delete({ passkeyId: passkey.id });
    if (error && codeOf(error) !== "webauthn_credential_not_found") throw error;
    toast({ title: texts.removed, tone: "success" });
    await listAgain();
    // A session that began with it may need the code now.
    await renewProfile();
  };
  return (
    <li>
      <div>
        <p>{passkey.name}</p>
        <p className="meta">
          <Time text={texts.created} hole="date" time={passkey.created_at} />
          {passkey.last_used_at ? (
            <Time text={page.lastUsed} hole="time" time={passkey.last_used_at} />
          ) : (
            <span>{texts.neverUsed}</span>
          )}
        </p>
        {passkey.rp_id === host ? null : <p className="form-fact">{fill(texts.otherHost, { host: passkey.rp_id })}</p>}
      </div>
      <div className="form-buttons">
        <RenamePasskey passkey={passkey} />
        <RemoveWithProof
          account={account}
          name={passkey.name}
          text={texts.removeText}
          notRemoved={texts.notRemoved}
          remove={remove}
        />
      </div>
    </li>
  );
}

function AddPasskey({ account }: { account: Account }) {
  const listAgain = useListAgain();
  const proof = useOwnerProof(account);
  const state = useForm(async (value: Values) => {
    const wrong = anyOf(proof.missing(value));
    if (wrong) return wrong;
    try {
      await prove(account, proof.given(value));
      const { auth } = await loadAuth();
      const { error } = await auth.registerPasskey();
      if (error) throw error;
      proof.reset();
      toast({ title: texts.added, tone: "success" });
      await listAgain();
      return undefined;
    } catch (error) {
      const message = passkeyProblem(error, { unused: texts.notMade, otherwise: texts.notAdded });
      return (await proof.problemsOf(error)) ?? { message };
    }
  });
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      {proof.fields(state)}
      <SubmitButton state={state} label={texts.add} busyLabel={texts.adding} className="" />
    </form>
  );
}

/** Whether there is anything to show: this browser can use passkeys, or the account has some. */
export function usePasskeysShown(): boolean {
  const { url } = useSite();
  const { data = [] } = useQuery(passkeysQuery());
  return canUsePasskeys(url) || data.length > 0;
}

export function Passkeys({ account }: { account: Account }) {
  const { url } = useSite();
  const { data: passkeys, error } = useQuery(passkeysQuery());
  if (error && !passkeys) return <p role="alert">{messageOf(error, texts.notLoaded)}</p>;
  if (!passkeys) return <Spinner label={page.loading} />;
  const { hostname } = new URL(url);
  return (
    <div className="form">
      {passkeys.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <ul className="devices">
          {passkeys.map((passkey) => (
            <OnePasskey key={passkey.id} account={account} passkey={passkey} host={hostname} />
          ))}
        </ul>
      )}
      {canUsePasskeys(url) ? <AddPasskey account={account} /> : <p>{texts.notHere}</p>}
    </div>
  );
}
