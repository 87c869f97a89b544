import { Fragment, type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import {
  answerWaiting,
  closedBy,
  forceSignOut,
  onForcedSignOut,
  requiredStep,
  waitingForSignIn,
} from "../../browser/auth/admin-api.ts";
import { currentState, isSigningOut } from "../../browser/auth/auth-state.ts";
import { loadAuth, useAuth } from "../../browser/auth/state.ts";
import { type Person, storedSession } from "../../browser/auth/stored-person.ts";
import { MESSAGES } from "../../domain/auth/auth-rules.ts";
import { isAdmin, mayEnterBackOffice } from "../../domain/back-office.policy.ts";
import { routes } from "../../routes.ts";
import { Spinner } from "../../ui/form/spinner.tsx";
import { FormAlert, SubmitButton, useForm, type Values } from "../../ui/form/use-form.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { anyOf, CurrentPassword, checkPasswordGiven } from "../account/frame/account-fields.tsx";
import { codeOf, messageOf } from "../account/frame/failure.ts";
import { PasskeyButton } from "../account/frame/passkey-button.tsx";
import { Redirect } from "../account/frame/require-user.tsx";
import { usePasskeySignIn } from "../account/frame/use-passkey-sign-in.ts";
import { SecondStep } from "../account/second-step.tsx";
import { UnlistedTitle } from "../public/meta.tsx";
import { MessagePage } from "../public/not-found/message-page.tsx";
import { PageLink } from "../public/page-link.tsx";
import { Dialog } from "./frame/dialog.tsx";
import { OfficeUser } from "./frame/office-user.ts";
import { forgetUnsaved, hasUnsaved, isUnsaved } from "./frame/unsaved-changes.tsx";

const STAYS_HERE =
  "You can no longer save here. Your unsaved changes stay in this browser, and you can restore them if an admin gives you access again. If you need them before then, copy them before you leave this page.";

const ACCESS_LOST = {
  role: { title: "You are no longer an admin", text: STAYS_HERE },
  access: { title: "You no longer have access to the back office", text: STAYS_HERE },
  grants: {
    title: "You have fewer grants than before",
    text: "You may not be able to save here any more. Your unsaved changes stay in this browser, and you can restore them if an admin gives you access again. If you need them before then, copy them before you leave this page.",
  },
  deactivated: { title: "Your account has been deactivated", text: STAYS_HERE },
  deleted: {
    title: "Your account has been deleted",
    text: "You can no longer save here. If you need your unsaved changes, copy them before you leave this page.",
  },
} as const;

function PasswordForm({ email, onLater }: { email: string; onLater(): void }) {
  const passkey = usePasskeySignIn({ suggests: false });
  const state = useForm(async (value: Values) => {
    const password = value("password");
    const missing = anyOf({ password: checkPasswordGiven(password) });
    if (missing) return missing;
    passkey.reset();
    const ended = storedSession().access_token;
    try {
      const { auth, profileLoaded } = await loadAuth();
      const { error } = await auth.signInWithPassword({ email, password });
      if (error) throw error;
      await profileLoaded();
      return undefined;
    } catch (error) {
      const why = closedBy(codeOf(error));
      if (why) {
        (await loadAuth()).endSession(ended);
        forceSignOut(why);
      }
      return { message: messageOf(error, MESSAGES.loginFailed) };
    }
  });
  return (
    <form {...state.form} className="form">
      <p>
        Your session has ended. Sign in as <strong>{email}</strong> to continue. Nothing on this screen is lost.
      </p>
      <FormAlert message={passkey.problem ?? state.message} />
      <CurrentPassword state={state} email={email} />
      <div className="form-buttons">
        <SubmitButton state={state} label="Sign In" busyLabel="Signing in..." />
        <PasskeyButton passkey={passkey} />
        <button type="button" className="button" onClick={onLater}>
          Not now
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
  const { needsCode } = useAuth();
  return (
    <Dialog title="Sign in again" open size="small" onClose={onLater}>
      {needsCode ? <SecondStep /> : <PasswordForm email={admin.email} onLater={onLater} />}
    </Dialog>
  );
}

/** A dialog over the screen of an admin whose session has ended, in this tab or another one. Their requests wait for it. */
function SignInAgain({ admin }: { admin: Person }) {
  const { status } = useAuth();
  const isWaiting = useWaiting();
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

const useWaiting = () => useSyncExternalStore(waitingForSignIn.subscribe, waitingForSignIn.read, () => false);

/**
 * A dialog over a screen with unsaved changes whose user has lost access. It lets them copy what they have written first, and
 * returns when they try to save.
 */
function AccessLost({ why, onLeave }: { why: keyof typeof ACCESS_LOST; onLeave(): void }) {
  const { title, text } = ACCESS_LOST[why];
  const [isOpen, setOpen] = useState(true);
  // At once, not after a render: a second request could begin to wait in between, and nothing would seem to have changed.
  useEffect(() => {
    const giveUp = () => {
      if (!waitingForSignIn.read()) return;
      setOpen(true);
      answerWaiting("given up");
    };
    giveUp();
    return waitingForSignIn.subscribe(giveUp);
  }, []);
  const stay = () => setOpen(false);
  const buttons = (
    <>
      <button type="button" className="button" onClick={stay}>
        Stay on this page
      </button>
      <button type="button" className="button button-solid" onClick={onLeave}>
        Leave
      </button>
    </>
  );
  return (
    <Dialog title={title} open={isOpen} size="small" onClose={stay} footer={buttons}>
      <p>{text}</p>
    </Dialog>
  );
}

function AccessDenied({ person }: { person: Person }) {
  return (
    <main id="main" tabIndex={-1}>
      <UnlistedTitle title="Access Denied" />
      <MessagePage title="Access Denied">
        <p>You don't have permission to access this page. Admin privileges are required.</p>
        <dl className="facts">
          <div>
            <dt>Email</dt>
            <dd>{person.email}</dd>
          </div>
          <div>
            <dt>Role</dt>
            <dd>{person.role}</dd>
          </div>
        </dl>
        <p className="hero-buttons">
          <PageLink className="button button-solid" to={routes.home()}>
            Back to Home
          </PageLink>
          <PageLink className="button" to={routes.adminLogin()}>
            Sign in as an admin
          </PageLink>
        </p>
      </MessagePage>
    </main>
  );
}

function StepRequired() {
  return (
    <main id="main" tabIndex={-1}>
      <UnlistedTitle title="Two-step sign-in" />
      <MessagePage title="Add a second step">
        <p>
          The back office of this site requires more than a password. Set up two-step sign-in in your account, then come back
          here. Or add a passkey there, and sign in again with it.
        </p>
        <p className="hero-buttons">
          <PageLink className="button button-solid" to={routes.account()}>
            Go to your account
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
      <UnlistedTitle title="Admin" />
      {children}
    </main>
  );
}

type Access = { admin: Person | null; lost: keyof typeof ACCESS_LOST | null };

const NO_ACCESS: Access = { admin: null, lost: null };

/** What a user can no longer do, whose screens are shown as they were allowed before. */
function lostSince(before: Person, now: Person): Access["lost"] {
  if (isAdmin(now)) return null;
  if (!mayEnterBackOffice(now)) return isAdmin(before) ? "role" : "access";
  return isAdmin(before) || before.grants.some((grant) => !now.grants.includes(grant)) ? "grants" : null;
}

/** The next access by the auth state. A screen with unsaved changes stays as it is when its user may do less than before. */
function accessAfter({ admin, lost }: Access, { status, person }: ReturnType<typeof useAuth>): Access {
  const isOther = person !== null && person.id !== admin?.id;
  if (status !== "signed-in" || !person) return isOther ? NO_ACCESS : { admin, lost };
  const why = admin && !isOther && isUnsaved() ? lostSince(admin, person) : null;
  if (why) return { admin, lost: why };
  return mayEnterBackOffice(person) ? { admin: person, lost: null } : NO_ACCESS;
}

/**
 * The user whose screens are shown, and why they have lost access. One who was let in stays while their session is renewed, has
 * ended or is looked up again, because what they typed would be lost with the screens. Another person ends that.
 */
function useAccess(): Access & { leave(): void } {
  const state = useAuth();
  const [access, setAccess] = useState(NO_ACCESS);
  const next = accessAfter(access, state);
  if (next.admin !== access.admin || next.lost !== access.lost) setAccess(next);
  useEffect(
    () =>
      onForcedSignOut((why) => {
        if (hasUnsaved() && currentState().status === "signed-out") return setAccess(({ admin }) => ({ admin, lost: why }));
        setAccess(NO_ACCESS);
        toast({ title: `${ACCESS_LOST[why].title}.`, tone: "error" });
      }),
    [],
  );
  const leave = () => {
    forgetUnsaved();
    setAccess(NO_ACCESS);
  };
  return { ...next, leave };
}

/** Hides the back office from users who are neither admins nor have a grant. The server decides what anybody may do. */
export function AdminGuard({ children }: { children(admin: Person): ReactNode }) {
  const { status, person } = useAuth();
  const { pathname, search } = useLocation();
  const { admin, lost, leave } = useAccess();
  const isStepRequired = useSyncExternalStore(requiredStep.subscribe, requiredStep.read, () => false);
  // An admin who has set it up comes back from the account page, and the next answer decides.
  useEffect(() => () => requiredStep.set(false), []);
  if (admin && isStepRequired && !hasUnsaved()) return <StepRequired />;
  if (admin && !(status === "signed-out" && isSigningOut())) {
    return (
      <Fragment key={admin.id}>
        <OfficeUser value={admin}>{children(admin)}</OfficeUser>
        {lost ? <AccessLost key={lost} why={lost} onLeave={leave} /> : <SignInAgain admin={admin} />}
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
