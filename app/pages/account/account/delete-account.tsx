import { useRef } from "react";
import { useNavigate } from "react-router";
import { forget, loadAuth } from "../../../browser/auth/state.ts";
import { ApiError } from "../../../http/api/client.ts";
import { routes } from "../../../routes.ts";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { toast } from "../../../ui/toast/toast.ts";
import { anyOf, checkPasswordGiven } from "../frame/checks.ts";
import { CurrentPassword } from "../frame/current-password.tsx";
import { messageOf } from "../frame/failure.ts";

/** Ends the account, after the password has been given once more. */
export function DeleteAccount({ email }: { email: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const state = useForm(async (value: Values) => {
    const password = value("password");
    const wrong = anyOf({ password: checkPasswordGiven(password) });
    if (wrong) return wrong;
    try {
      const { api } = await loadAuth();
      await api.account.delete(password);
      dialog.current?.close();
      toast({ title: "Account deleted", description: "Thank you for having been here", tone: "success" });
      forget();
      void navigate(routes.home());
      return undefined;
    } catch (error) {
      const message = messageOf(error, "The account could not be deleted. Please try again.");
      const isPassword = error instanceof ApiError && error.details?.some(({ field }) => field === "password");
      return isPassword ? { fields: { password: message } } : { message };
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
            This can't be undone. To be sure that it is you, type the password of <strong>{email}</strong>.
          </p>
          <FormAlert message={state.message} />
          <CurrentPassword state={state} email={email} />
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
