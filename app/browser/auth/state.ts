import { useSyncExternalStore } from "react";
import { revoke } from "./revoke-session.ts";
import { markSignedIn, type Person, SESSION_KEY, storedPerson, storedSession } from "./stored-person.ts";

/**
 * Who uses this page. `loading` until the profile is known; its `person` is then who the browser remembers, good enough
 * for a name in the header.
 */
export type AuthState = { status: "loading" | "signed-out" | "signed-in"; person: Person | null };

const UNKNOWN: AuthState = { status: "loading", person: null };
const SIGNED_OUT: AuthState = { status: "signed-out", person: null };

let state = UNKNOWN;
let begun = false;
let leaving = false;
let letGo = () => {};
const listeners = new Set<() => void>();

type AuthClient = typeof import("./session.ts");
let auth: Promise<AuthClient> | undefined;

/**
 * The auth client and what belongs to it: fetched for who has a session or is about to have one, never for mere readers. Kept, because
 * browsers take their time over an `import()` of what is there already, and each request of somebody signed in comes by here.
 */
export function loadAuth(): Promise<AuthClient> {
  auth ??= import("./session.ts").catch((error: unknown) => {
    auth = undefined;
    throw error;
  });
  return auth;
}

/** Calls back whenever nobody is signed in any more, however that became known: what is under way for them must not count. */
export function whenSignedOut(callback: () => void): void {
  letGo = callback;
}

/** Makes a state known to everything that shows it. */
export function publish(next: AuthState): void {
  state = next;
  if (next.person) leaving = false;
  else letGo();
  markSignedIn(next.person);
  for (const listener of listeners) listener();
}

/** Compares with what the browser remembers; other tabs may have signed in or out. */
function syncFromStorage(): void {
  const person = storedPerson();
  if (!person) publish(SIGNED_OUT);
  else if (!state.person) {
    publish({ status: "loading", person });
    loadAuth().catch(() => publish(SIGNED_OUT));
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!begun) {
    begun = true;
    addEventListener("storage", ({ key }) => {
      if (key === SESSION_KEY || key === null) syncFromStorage();
    });
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) syncFromStorage();
    });
    syncFromStorage();
  }
  return () => listeners.delete(listener);
}

/** The auth state. On the server, and while the page is taken over, nothing is known yet. */
export const useAuth = (): AuthState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => UNKNOWN,
  );

/** Whether the person at this page has just chosen to sign out: then nobody asks them to sign in again. */
export const isSigningOut = (): boolean => leaving;

/** Forgets the session in this browser, and with it in all its tabs. */
export function forget(): void {
  leaving = true;
  try {
    localStorage.removeItem(SESSION_KEY);
  } catch {
    // Storage refused: then nothing was stored.
  }
  publish(SIGNED_OUT);
}

/** Signs out: at once in this browser, whatever the server says. The server is told without anybody waiting for it. */
export function signOut(): void {
  const session = storedSession();
  forget();
  if (session.access_token) void revoke(session);
  // Where nothing can be stored the auth client keeps the session in its memory.
  else
    loadAuth()
      .then(({ auth }) => auth.signOut({ scope: "local" }))
      .catch(() => {});
}
