import { useQueryClient } from "@tanstack/react-query";
import { loadAuth } from "../../../browser/auth/state.ts";
import type { Account } from "../../../domain/users/user.ts";
import { fill } from "../../../texts/texts.ts";
import { FormAlert, SubmitButton, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { anyOf } from "../frame/account-fields.tsx";
import { messageOf } from "../frame/failure.ts";
import { CopyText } from "./copy-text.tsx";
import { prove } from "./prove.ts";
import { factorsQuery } from "./queries.ts";
import { texts } from "./texts.ts";
import { useOwnerProof } from "./use-owner-proof.tsx";

type RecoveryCodesProps = {
  account: Account;
  /** null: there are none */
  left: number | null;
  /** those that have just been made */
  codes: string[] | null;
  onCodes(codes: string[] | null): void;
};

/** In groups of four, which are easier to read and type. */
const grouped = (codes: string[]) => codes.map((code) => code.match(/.{1,4}/g)?.join("-") ?? code).join("\n");

export function RecoveryCodes({ account, left, codes, onCodes }: RecoveryCodesProps) {
  const queryClient = useQueryClient();
  const proof = useOwnerProof(account);
  const state = useForm(async (value: Values) => {
    const wrong = anyOf(proof.missing(value));
    if (wrong) return wrong;
    try {
      await prove(account, proof.given(value));
      const { auth } = await loadAuth();
      const { recoveryCodes } = auth.mfa;
      const { data, error } = await (left === null ? recoveryCodes.generate() : recoveryCodes.regenerate());
      if (error) throw error;
      onCodes(data.codes);
      proof.reset();
      await queryClient.invalidateQueries({ queryKey: factorsQuery().queryKey });
      return undefined;
    } catch (error) {
      return (await proof.problemsOf(error)) ?? { message: messageOf(error, texts.codesNotMade) };
    }
  });
  return (
    <form {...state.form} className="form">
      <h3>{texts.recoveryCodes}</h3>
      <p>{texts.recoveryLead}</p>
      {codes ? (
        <>
          <p role="status">{texts.codesMade}</p>
          <CopyText label={texts.recoveryCodes} button={texts.copyCodes} text={grouped(codes)} />
          <p>
            <button type="button" className="button button-solid" onClick={() => onCodes(null)}>
              {texts.codesStored}
            </button>
          </p>
        </>
      ) : (
        <>
          {left === null ? null : <p>{fill(texts.codesLeft, { left })}</p>}
          <FormAlert message={state.message} />
          {proof.fields(state)}
          <SubmitButton
            state={state}
            label={left === null ? texts.getCodes : texts.getNewCodes}
            busyLabel={texts.saving}
            className=""
          />
        </>
      )}
    </form>
  );
}
