import { Fragment, type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { isSigningOut } from "../../../browser/auth/publish-state.ts";
import { onForcedSignOut } from "../../../browser/auth/reauthentication.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import type { Person } from "../../../browser/auth/stored-person.ts";
import { routes } from "../../../routes.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { Redirect } from "../../account/frame/redirect.tsx";
import { UnlistedTitle } from "../../public/not-found/unlisted-title.tsx";
import { AccessDenied } from "./access-denied.tsx";
import { SignInAgain } from "./sign-in-again.tsx";

const DEACTIVATED = "Your account has been deactivated.";

/** The page while it isn't known who is there, or while they go elsewhere. */
function Plain({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      <UnlistedTitle title="Admin" />
      {children}
    </main>
  );
}

/**
 * The admin whose screens stand here. Who was let in stays while their session is renewed, has ended or is looked up anew:
 * what they typed would go with their screens. A change of person or role ends that.
 */
function useAdmin(): Person | null {
  const { status, person } = useAuth();
  const [admin, setAdmin] = useState<Person | null>(null);
  const isSignedIn = status === "signed-in" && person !== null;
  const next = isSignedIn ? (person.role === "admin" ? person : null) : person && person.id !== admin?.id ? null : admin;
  if (next !== admin) setAdmin(next);
  useEffect(
    () =>
      onForcedSignOut(() => {
        setAdmin(null);
        toast({ title: DEACTIVATED, tone: "error" });
      }),
    [],
  );
  return next;
}

/** What only admins see. It spares others the sight; what may be done is the server's to decide. */
export function AdminGuard({ children }: { children(admin: Person): ReactNode }) {
  const { status, person } = useAuth();
  const { pathname, search } = useLocation();
  const admin = useAdmin();
  if (admin && !(status === "signed-out" && isSigningOut())) {
    return (
      <Fragment key={admin.id}>
        {children(admin)}
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
