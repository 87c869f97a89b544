import { useRef } from "react";
import { useNavigate } from "react-router";
import { forget, loadAuth } from "../../../browser/auth/state.ts";
import type { Account } from "../../../domain/users/user.ts";
import { ApiError } from "../../../http/api/client.ts";
import { routes } from "../../../routes.ts";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { messageOf } from "../frame/failure.ts";
import { anyOf, CurrentPassword, checkPasswordGiven } from "../frame/new-password-fields.tsx";
import { useOwnerProof } from "./use-owner-proof.tsx";

/** Ends the account, after its password has been given once more, or a mailed code where it has none. */
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
      const { api } = await loadAuth();
      await api.account.delete(hasPassword ? { password } : { nonce: value("nonce").trim() });
      dialog.current?.close();
      toast({ title: "Account deleted", description: "Thank you for having been here", tone: "success" });
      forget();
      void navigate(routes.home());
      return undefined;
    } catch (error) {
      const message = messageOf(error, "The account could not be deleted. Please try again.");
      const field = error instanceof ApiError ? error.details?.[0]?.field : undefined;
      return field === "password" || field === "nonce" ? { fields: { [field]: message } } : { message };
    }
  });
  return (
    <>
      <button type="button" className="button button-danger" onClick={() => dialog.current?.showModal()}>
        Delete my account
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby="delete-title" onClose={state.reset}>
        <form {...state.form} className="form">
          <h2 id="delete-title">Delete your account?</h2>
          <p>
            This can't be undone.{" "}
            {hasPassword ? (
              <>
                To be sure that it is you, type the password of <strong>{email}</strong>.
              </>
            ) : (
              <>To be sure that it is you, type a code that goes to your mailbox.</>
            )}
          </p>
          <FormAlert message={state.message} />
          {hasPassword ? <CurrentPassword state={state} email={email} /> : code.fields(state)}
          <div className="form-buttons">
            <SubmitButton state={state} label="Delete my account" busyLabel="Deleting..." className="button-danger-solid" />
            <button type="button" className="button" onClick={() => dialog.current?.close()}>
              Keep it
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
