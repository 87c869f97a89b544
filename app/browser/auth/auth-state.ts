import { markSignedIn, type Person } from "./stored-person.ts";

/**
 * `loading`: `person` is the user that the browser has stored, which is good enough for the name in the header. `needsCode`: somebody has
 * entered the password of an account with two-step sign-in, and counts as signed out until the code is there, too.
 */
export type AuthState = { status: "loading" | "signed-out" | "signed-in"; person: Person | null; needsCode?: true };

export const UNKNOWN: AuthState = { status: "loading", person: null };

let state = UNKNOWN;
let hasLeft = false;
let onSignedOut = () => {};
export const listeners = new Set<() => void>();

export const currentState = (): AuthState => state;

/** Nobody is signed in any more: pending answers for that user are ignored. */
export function whenSignedOut(callback: () => void): void {
  onSignedOut = callback;
}

/** The user chose to sign out. It applies until the next sign-in. */
export function leave(): void {
  hasLeft = true;
}

export function publish(next: AuthState): void {
  state = next;
  if (next.person) hasLeft = false;
  else onSignedOut();
  markSignedIn(next.person);
  for (const listener of listeners) listener();
}

/** The user isn't asked to sign in again. */
export const isSigningOut = (): boolean => hasLeft;
