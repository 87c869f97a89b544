import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { isSigningOut } from "../../../browser/auth/auth-state.ts";
import { loadAuth, useAuth } from "../../../browser/auth/state.ts";
import type { Person } from "../../../browser/auth/stored-person.ts";
import { mayEnterBackOffice } from "../../../domain/back-office.policy.ts";
import { pathOfSite, routes } from "../../../routes.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { texts } from "./texts.ts";

/** Fetches the auth client while the reader fills in the form. */
export function useAuthReady(): void {
  useEffect(() => {
    // A failure is reported when the client is needed.
    loadAuth().catch(() => {});
  }, []);
}

/** Every reader would have to load the router's own component for this. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return null;
}

/** A path that leaves this origin belongs to another site. */
const NOWHERE = "http://nowhere.invalid";

/** @param search the query of the sign-in page @returns a path of this site; null if there is none or it leads to another site */
export function rememberedOrigin(search: string): string | null {
  const next = new URLSearchParams(search).get("next");
  return next?.startsWith("/") ? (pathOfSite(next, NOWHERE) ?? null) : null;
}

/** Back to where they came from, or who may enter the back office there and others home. */
export const destination = (person: Pick<Person, "id" | "email" | "role" | "grants">, search: string): string =>
  rememberedOrigin(search) ?? (mayEnterBackOffice(person) ? routes.adminDashboard() : routes.home());

/** Signed-in users are redirected. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { status, person } = useAuth();
  const { search } = useLocation();
  if (status === "signed-in" && person) return <Redirect to={destination(person, search)} />;
  return children;
}

type RequireUserProps = {
  /** @param next the path that the visitor wanted to open */
  signIn(next: string): string;
  /** while the profile of a session loads */
  loading?: string;
  children(person: Person): ReactNode;
};

/** Others sign in first and come back; users who have just signed out go home. */
export function RequireUser({ signIn, loading = texts.checking, children }: RequireUserProps) {
  const { status, person } = useAuth();
  const { pathname, search } = useLocation();
  if (status === "signed-out") return <Redirect to={isSigningOut() ? routes.home() : signIn(pathname + search)} />;
  if (status === "loading" || !person) return <Spinner label={person ? loading : texts.checking} />;
  return children(person);
}
