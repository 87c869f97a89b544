import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { loadAuth } from "../../../browser/auth/state.ts";
import type { Account } from "../../../domain/users/user.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { codeOf, messageOf } from "../frame/failure.ts";
import { AddApp } from "./add-app.tsx";
import { factorsQuery, sessionsQuery } from "./queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { RemoveWithProof } from "./remove-with-proof.tsx";
import { texts } from "./texts.ts";

type App = { id: string; name: string };

function RemoveApp({ account, app, isLast }: { account: Account; app: App; isLast: boolean }) {
  const queryClient = useQueryClient();
  const remove = async () => {
    const { auth } = await loadAuth();
    const { error } = await auth.mfa.unenroll({ factorId: app.id });
    if (error && codeOf(error) !== "mfa_factor_not_found") throw error;
    // The session may be at a lower level now.
    await auth.refreshSession();
    toast({ title: texts.appRemoved, tone: "success" });
    await queryClient.invalidateQueries({ queryKey: factorsQuery().queryKey });
  };
  return (
    <RemoveWithProof
      account={account}
      name={app.name}
      text={isLast ? texts.removeLastText : texts.removeText}
      notRemoved={texts.appNotRemoved}
      remove={remove}
    />
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
