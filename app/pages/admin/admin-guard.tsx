import { Fragment, type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { answerWaiting, forceSignOut, onForcedSignOut, waitingForSignIn } from "../../browser/auth/admin-api.ts";
import { isSigningOut } from "../../browser/auth/auth-state.ts";
import { loadAuth, useAuth } from "../../browser/auth/state.ts";
import { type Person, storedSession } from "../../browser/auth/stored-person.ts";
import { MESSAGES } from "../../domain/auth/auth-rules.ts";
import { mayEnterBackOffice } from "../../domain/back-office.policy.ts";
import { routes } from "../../routes.ts";
import { Spinner } from "../../ui/form/spinner.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../ui/form/use-form.tsx";
import { TextWith } from "../../ui/text-with.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { anyOf, CurrentPassword, checkPasswordGiven } from "../account/frame/account-fields.tsx";
import { codeOf, messageOf } from "../account/frame/failure.ts";
import { Redirect } from "../account/frame/require-user.tsx";
import { UnlistedTitle } from "../public/meta.tsx";
import { MessagePage } from "../public/not-found/message-page.tsx";
import { PageLink } from "../public/page-link.tsx";
import { Dialog } from "./frame/dialog.tsx";
import { CopyOwner } from "./frame/use-draft-copy.ts";
import { DENIED, SIGN_IN_AGAIN, WAIT } from "./texts.ts";

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
        <TextWith text={SIGN_IN_AGAIN.text} parts={{ email: <strong>{email}</strong> }} />
      </p>
      <FormAlert message={state.message} />
      <CurrentPassword state={state} email={email} />
      <div className="form-buttons">
        <SubmitButton state={state} label="Sign In" busyLabel="Signing in..." />
        <button type="button" className="button" onClick={onLater}>
          {SIGN_IN_AGAIN.later}
        </button>
      </div>
    </form>
  );
}

/** Continues as soon as the same person has a session again, from this tab or another one. */
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
    <Dialog title={SIGN_IN_AGAIN.title} open size="small" onClose={onLater}>
      <PasswordForm email={admin.email} onLater={onLater} />
    </Dialog>
  );
}

/** A dialog over the screen of an admin whose session has ended, in this tab or another one. Their requests wait for it. */
function SignInAgain({ admin }: { admin: Person }) {
  const { status } = useAuth();
  const isWaiting = useSyncExternalStore(waitingForSignIn.subscribe, waitingForSignIn.read, () => false);
  const [isPutOff, setPutOff] = useState(false);
  if (isPutOff && (isWaiting || status !== "signed-out")) setPutOff(false);
  // Requests of an admin who has left fail as they would have without the dialog.
  useEffect(() => () => answerWaiting("given up"), []);
  const later = () => {
    setPutOff(true);
    answerWaiting("given up");
  };
  return isWaiting || (status === "signed-out" && !isPutOff) ? <AskAgain admin={admin} onLater={later} /> : null;
}

/** For users who are signed in but are not admins. */
function AccessDenied({ person }: { person: Person }) {
  return (
    <main id="main" tabIndex={-1}>
      <UnlistedTitle title="Access Denied" />
      <MessagePage title="Access Denied">
        <p>You don't have permission to access this page. Admin privileges are required.</p>
        <dl className="facts">
          <div>
            <dt>{DENIED.email}</dt>
            <dd>{person.email}</dd>
          </div>
          <div>
            <dt>{DENIED.role}</dt>
            <dd>{person.role}</dd>
          </div>
        </dl>
        <p className="hero-buttons">
          <PageLink className="button button-solid" to={routes.home()}>
            {DENIED.home}
          </PageLink>
          <PageLink className="button" to={routes.adminLogin()}>
            {DENIED.signIn}
          </PageLink>
        </p>
      </MessagePage>
    </main>
  );
}

/** The page while it isn't known who is signed in, or during a redirect. */
function Plain({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      <UnlistedTitle title={WAIT.title} />
      {children}
    </main>
  );
}

/**
 * The admin whose screens are shown. An admin who was let in stays while their session is renewed, has ended or is looked up again,
 * because what they typed would be lost with the screens. A change of person or role ends that.
 */
function useAdmin(): Person | null {
  const { status, person } = useAuth();
  const [admin, setAdmin] = useState<Person | null>(null);
  const isSignedIn = status === "signed-in" && person !== null;
  const next = isSignedIn ? (mayEnterBackOffice(person) ? person : null) : person && person.id !== admin?.id ? null : admin;
  if (next !== admin) setAdmin(next);
  useEffect(
    () =>
      onForcedSignOut(() => {
        setAdmin(null);
        toast({ title: SIGN_IN_AGAIN.deactivated, tone: "error" });
      }),
    [],
  );
  return next;
}

/** Hides the back office from users who are not admins. The server decides what anybody may do. */
export function AdminGuard({ children }: { children(admin: Person): ReactNode }) {
  const { status, person } = useAuth();
  const { pathname, search } = useLocation();
  const admin = useAdmin();
  if (admin && !(status === "signed-out" && isSigningOut())) {
    return (
      <Fragment key={admin.id}>
        <CopyOwner value={admin.id}>{children(admin)}</CopyOwner>
        <SignInAgain admin={admin} />
      </Fragment>
    );
  }
  if (status === "signed-out") {
    return (
      <Plain>
        <Redirect to={isSigningOut() ? routes.home() : routes.adminLogin(pathname + search)} />
      </Plain>
    );
  }
  if (status === "loading" || !person) {
    return (
      <Plain>
        <Spinner label={person ? "Loading admin panel..." : "Checking authentication..."} />
      </Plain>
    );
  }
  return <AccessDenied person={person} />;
}
