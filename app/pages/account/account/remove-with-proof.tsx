import { useRef } from "react";
import type { Account } from "../../../domain/users/user.ts";
import { fill } from "../../../texts/texts.ts";
import { FormAlert, SubmitButton, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { anyOf } from "../frame/account-fields.tsx";
import { messageOf } from "../frame/failure.ts";
import { prove } from "./prove.ts";
import { texts } from "./texts.ts";
import { useOwnerProof } from "./use-owner-proof.tsx";

type RemoveWithProofProps = {
  account: Account;
  name: string;
  /** what follows from it */
  text: string;
  /** for failures without a message */
  notRemoved: string;
  remove(): Promise<void>;
};

/** A button with a dialog, which asks for a proof if the sign-in is older than five minutes. */
export function RemoveWithProof({ account, name, text, notRemoved, remove }: RemoveWithProofProps) {
  const proof = useOwnerProof(account);
  const dialog = useRef<HTMLDialogElement>(null);
  const state = useForm(async (value: Values) => {
    const wrong = anyOf(proof.missing(value));
    if (wrong) return wrong;
    try {
      await prove(account, proof.given(value));
      await remove();
      dialog.current?.close();
      return undefined;
    } catch (error) {
      return (await proof.problemsOf(error)) ?? { message: messageOf(error, notRemoved) };
    }
  });
  const title = fill(texts.removeTitle, { name });
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        aria-label={fill(texts.removeNamed, { name })}
        onClick={() => dialog.current?.showModal()}
      >
        {texts.removeApp}
      </button>
      <dialog ref={dialog} className="dialog" aria-label={title} onClose={state.reset}>
        <form {...state.form} className="form">
          <h2>{title}</h2>
          <p>{text}</p>
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
