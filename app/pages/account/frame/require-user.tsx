import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { isSigningOut } from "../../../browser/auth/publish-state.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import type { Person } from "../../../browser/auth/stored-person.ts";
import { routes } from "../../../routes.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { Redirect } from "./redirect.tsx";

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
