import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { isSigningOut } from "../../../browser/auth/publish-state.ts";
import { loadAuth, useAuth } from "../../../browser/auth/state.ts";
import type { Person } from "../../../browser/auth/stored-person.ts";
import { routes } from "../../../routes.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { destination } from "./destination.ts";

/** Fetches the auth client while the form is filled in. */
export function useAuthReady(): void {
  useEffect(() => {
    // What keeps it from coming is said when it is needed.
    loadAuth().catch(() => {});
  }, []);
}

/** What only visitors need: who is signed in is sent on. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { status, person } = useAuth();
  const { search } = useLocation();
  if (status === "signed-in" && person) return <Redirect to={destination(person.role, search)} />;
  return children;
}

/** Goes on to another page, in place of this one. The router's own would be loaded by every reader. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return null;
}

const CHECKING = "Checking authentication...";

type RequireUserProps = {
  /** the sign-in page of this part of the site, which is told where the visitor wanted to go */
  signIn(next: string): string;
  /** what stands here once there is a session and the profile is on its way */
  loading?: string;
  children(person: Person): ReactNode;
};

/** What only a signed-in person sees. Others sign in first, and come back; who has just signed out goes home. */
export function RequireUser({ signIn, loading = CHECKING, children }: RequireUserProps) {
  const { status, person } = useAuth();
  const { pathname, search } = useLocation();
  if (status === "signed-out") return <Redirect to={isSigningOut() ? routes.home() : signIn(pathname + search)} />;
  if (status === "loading" || !person) return <Spinner label={person ? loading : CHECKING} />;
  return children(person);
}
