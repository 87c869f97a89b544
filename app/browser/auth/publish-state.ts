import { markSignedIn, type Person } from "./stored-person.ts";

/**
 * Who uses this page. `loading` until the profile is known; its `person` is then who the browser remembers, good enough
 * for a name in the header.
 */
export type AuthState = { status: "loading" | "signed-out" | "signed-in"; person: Person | null };

export const UNKNOWN: AuthState = { status: "loading", person: null };

let state = UNKNOWN;
let leaving = false;
let letGo = () => {};
/** Who is called after each change. */
export const listeners = new Set<() => void>();

/** The state that was made known last. */
export const currentState = (): AuthState => state;

/** Calls back whenever nobody is signed in any more, however that became known: what is under way for them must not count. */
export function whenSignedOut(callback: () => void): void {
  letGo = callback;
}

/** Notes that the person at this page chose to sign out; holds until somebody has signed in. */
export function leave(): void {
  leaving = true;
}

/** Makes a state known to everything that shows it. */
export function publish(next: AuthState): void {
  state = next;
  if (next.person) leaving = false;
  else letGo();
  markSignedIn(next.person);
  for (const listener of listeners) listener();
}

/** Whether the person at this page has just chosen to sign out: then nobody asks them to sign in again. */
export const isSigningOut = (): boolean => leaving;
