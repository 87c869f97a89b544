import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Account } from "../../../domain/users/user.ts";
import { FormAlert, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { accountQuery } from "../../account/account/queries.ts";
import { useOwnerProof } from "../../account/account/use-owner-proof.tsx";
import { codeOf } from "../../account/frame/failure.ts";
import { Dialog, DialogButtons } from "./dialog.tsx";

const NEEDED = "reauthentication_needed";

/** With what somebody who signed in a while ago proves that the account is theirs. */
export type Proof = { current_password?: string; nonce?: string };

/** Whether the call was refused because the session is old, and the user gave no proof. */
export const isUnproven = (error: unknown): boolean => codeOf(error) === NEEDED;

type Asked = { call(proof: Proof): Promise<void>; fail(error: unknown): void; giveUp(): void };

type AskedFor = { asked: Asked; why: string };

function ProofForm({ account, asked, why }: AskedFor & { account: Account }) {
  const proof = useOwnerProof(account, account.has_password ? "password" : "code");
  const state = useForm(async (value: Values) => {
    const fields = proof.missing(value);
    if (Object.values(fields).some(Boolean)) return { fields };
    try {
      await asked.call(proof.given(value));
    } catch (error) {
      const problems = await proof.problemsOf(error);
      if (problems) return problems;
      asked.fail(error);
    }
    return undefined;
  });
  return (
    <form {...state.form} className="form">
      <FormAlert message={state.message} />
      <p>You signed in a while ago. {why}</p>
      {proof.fields(state)}
      <DialogButtons state={state} label="Confirm" busyLabel="Confirming..." onCancel={asked.giveUp} />
    </form>
  );
}

function ProofDialog({ asked, why }: AskedFor) {
  const { data: account } = useQuery(accountQuery());
  if (!account) return null;
  return (
    <Dialog title="Confirm it’s you" open size="small" onClose={asked.giveUp}>
      <ProofForm account={account} asked={asked} why={why} />
    </Dialog>
  );
}

/**
 * Calls that the server refuses to somebody who signed in a while ago until they prove that the account is theirs.
 * @param why this is more than a session may do
 * @returns `proven` repeats a refused call with the proof; `dialog` asks for it
 */
export function useProof(why: string) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const proven = async <T,>(call: (proof: Proof) => Promise<T>): Promise<T> => {
    try {
      return await call({});
    } catch (error) {
      if (!isUnproven(error)) throw error;
      return new Promise<T>((resolve, reject) => {
        const end = (settle: () => void) => {
          setAsked(null);
          settle();
        };
        setAsked({
          call: async (proof: Proof) => {
            const answer = await call(proof);
            end(() => resolve(answer));
          },
          fail: (other) => end(() => reject(other)),
          giveUp: () => end(() => reject(error)),
        });
      });
    }
  };
  return { proven, dialog: asked ? <ProofDialog asked={asked} why={why} /> : null };
}
