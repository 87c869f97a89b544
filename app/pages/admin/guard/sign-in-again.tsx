import { useEffect, useState, useSyncExternalStore } from "react";
import { answerWaiting, forceSignOut, waitingForSignIn } from "../../../browser/auth/reauthentication.ts";
import { loadAuth, useAuth } from "../../../browser/auth/state.ts";
import { type Person, storedSession } from "../../../browser/auth/stored-person.ts";
import { MESSAGES } from "../../../domain/auth/model.ts";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../ui/form/submit-button.tsx";
import { useForm, type Values } from "../../../ui/form/use-form.ts";
import { anyOf, checkPasswordGiven } from "../../account/frame/checks.ts";
import { CurrentPassword } from "../../account/frame/current-password.tsx";
import { codeOf, messageOf } from "../../account/frame/failure.ts";
import { Dialog } from "../frame/dialog.tsx";

function PasswordForm({ email, onLater }: { email: string; onLater(): void }) {
  const state = useForm(async (value: Values) => {
    const password = value("password");
    const missing = anyOf({ password: checkPasswordGiven(password) });
    if (missing) return missing;
    const ended = storedSession().access_token;
    try {
      const { auth, profileLoaded } = await loadAuth();
      const { error } = await auth.signInWithPassword({ email, password });
      if (error) throw error;
      await profileLoaded();
      return undefined;
    } catch (error) {
      if (codeOf(error) === "user_banned") {
        (await loadAuth()).endSession(ended);
        forceSignOut();
      }
      return { message: messageOf(error, MESSAGES.loginFailed) };
    }
  });
  return (
    <form {...state.form} className="form">
      <p>
        Your session has ended. Sign in as <strong>{email}</strong> to go on; everything on this screen is still here.
      </p>
      <FormAlert message={state.message} />
      <CurrentPassword state={state} email={email} />
      <div className="form-buttons">
        <SubmitButton state={state} label="Sign In" busyLabel="Signing in..." />
        <button type="button" className="button" onClick={onLater}>
          Not now
        </button>
      </div>
    </form>
  );
}

/** Goes on as soon as the same person has a session again, from here or from another tab. */
function useReturn(admin: Person): void {
  const state = useAuth();
  const [before] = useState(state);
  useEffect(() => {
    if (state !== before && state.status === "signed-in" && state.person?.id === admin.id) answerWaiting("signed in");
  }, [state, before, admin.id]);
}

function AskAgain({ admin, onLater }: { admin: Person; onLater(): void }) {
  useReturn(admin);
  return (
    <Dialog title="Sign in again" open size="small" onClose={onLater}>
      <PasswordForm email={admin.email} onLater={onLater} />
    </Dialog>
  );
}

/** Over the screen of an admin whose session has ended, here or by another tab: what they asked for waits for it. */
export function SignInAgain({ admin }: { admin: Person }) {
  const { status } = useAuth();
  const isWaiting = useSyncExternalStore(waitingForSignIn.subscribe, waitingForSignIn.read, () => false);
  const [isPutOff, setPutOff] = useState(false);
  if (isPutOff && (isWaiting || status !== "signed-out")) setPutOff(false);
  // What waits for somebody who is no longer here fails as it would have.
  useEffect(() => () => answerWaiting("given up"), []);
  const later = () => {
    setPutOff(true);
    answerWaiting("given up");
  };
  return isWaiting || (status === "signed-out" && !isPutOff) ? <AskAgain admin={admin} onLater={later} /> : null;
}
