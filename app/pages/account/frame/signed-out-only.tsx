import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useAuth } from "../../../browser/auth/state.ts";
import { destination } from "./destination.ts";
import { Redirect } from "./redirect.tsx";

/** What only visitors need: who is signed in is sent on. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { status, person } = useAuth();
  const { search } = useLocation();
  if (status === "signed-in" && person) return <Redirect to={destination(person.role, search)} />;
  return children;
}
