import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { forget, loadAuth } from "../../../browser/auth/state.ts";
import type { Account } from "../../../domain/users/user.ts";
import { ApiError } from "../../../http/api/client.ts";
import { routes } from "../../../routes.ts";
import { FormAlert, SubmitButton, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { TextWith } from "../../../ui/text-with.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { useSite } from "../../data.ts";
import { anyOf, CurrentPassword, checkPasswordGiven } from "../frame/account-fields.tsx";
import { messageOf } from "../frame/failure.ts";
import { newsletterQuery } from "./queries.ts";
import { texts } from "./texts.ts";
import { useOwnerProof } from "./use-owner-proof.tsx";

/** In ms. */
const DOWNLOAD_BEGINS = 10_000;

/** The file gets the name that the server gave it. */
async function save(answer: Response): Promise<void> {
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "account.json";
  const url = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_BEGINS);
}

export function DownloadData({ owner }: { owner: string }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const download = async () => {
    setBusy(true);
    setProblem("");
    try {
      const { apiOf } = await loadAuth();
      await save(await apiOf(owner).account.export());
    } catch (error) {
      setProblem(messageOf(error, texts.notDownloaded));
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" className="button" aria-disabled={isBusy || undefined} onClick={() => !isBusy && void download()}>
        {isBusy ? texts.preparing : texts.download}
      </button>
      <p role="alert" className="field-error">
        {problem}
      </p>
    </>
  );
}

/** Asks users whose address is subscribed. */
function SubscriptionToo() {
  const id = useId();
  const { data } = useQuery({ ...newsletterQuery(), enabled: useSite().newsletter === true });
  if (!data?.choices) return null;
  return (
    <p className="account-choice">
      <input id={id} type="checkbox" name="erase_subscription" />
      <label htmlFor={id}>{texts.eraseSubscription}</label>
    </p>
  );
}

/** Asks for the password, or for a mailed code if the account has none. */
export function DeleteAccount({ account }: { account: Account }) {
  const { email, has_password: hasPassword } = account;
  const code = useOwnerProof(account, "code");
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const state = useForm(async (value: Values) => {
    const password = value("password");
    const wrong = anyOf(hasPassword ? { password: checkPasswordGiven(password) } : code.missing(value));
    if (wrong) return wrong;
    try {
      const { apiOf } = await loadAuth();
      await apiOf(account.id).account.delete({
        ...(hasPassword ? { password } : { nonce: value("nonce").trim() }),
        ...(value("erase_subscription") && { erase_subscription: true }),
      });
      dialog.current?.close();
      toast({ title: texts.deleted, description: texts.deletedDetails, tone: "success" });
      forget();
      void navigate(routes.home());
      return undefined;
    } catch (error) {
      const message = messageOf(error, texts.notDeleted);
      const field = error instanceof ApiError ? error.details?.[0]?.field : undefined;
      return field === "password" || field === "nonce" ? { fields: { [field]: message } } : { message };
    }
  });
  return (
    <>
      <button type="button" className="button button-danger" onClick={() => dialog.current?.showModal()}>
        {texts.deleteAccount}
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby="delete-title" onClose={state.reset}>
        <form {...state.form} className="form">
          <h2 id="delete-title">{texts.deleteTitle}</h2>
          <p>
            <TextWith
              text={hasPassword ? texts.deleteWithPassword : texts.deleteWithCode}
              parts={{ email: <strong>{email}</strong> }}
            />
          </p>
          <FormAlert message={state.message} />
          {hasPassword ? <CurrentPassword state={state} email={email} /> : code.fields(state)}
          <SubscriptionToo />
          <div className="form-buttons">
            <SubmitButton state={state} label={texts.deleteAccount} busyLabel={texts.deleting} className="button-danger-solid" />
            <button type="button" className="button" onClick={() => dialog.current?.close()}>
              {texts.keep}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
