import { useSyncExternalStore } from "react";
import { type AuthState, currentState, leave, listeners, publish, UNKNOWN } from "./publish-state.ts";
import { SESSION_KEY, type StoredSession, storedPerson, storedSession } from "./stored-person.ts";

// The page may be left at once; what was asked for goes on.
const post = (path: string, init: RequestInit) => fetch(`/auth/v1/${path}`, { method: "POST", keepalive: true, ...init });

/** An access token in place of one whose time is over: without one the service doesn't know what to end. */
async function renewed(refreshToken: string | undefined): Promise<string | undefined> {
  const answer = await post("token?grant_type=refresh_token", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  return answer.ok ? ((await answer.json()) as StoredSession).access_token : undefined;
}

/**
 * Tells the server that a session has ended, after this browser has forgotten it: so it needs nothing of the auth client,
 * and nobody has to wait for it. Never fails; a session that the server doesn't hear of ends when its time is over.
 */
async function revoke({ access_token, refresh_token, expires_at = 0 }: StoredSession): Promise<void> {
  try {
    const token = expires_at * 1000 > Date.now() ? access_token : await renewed(refresh_token);
    if (token) await post("logout?scope=local", { headers: { authorization: `Bearer ${token}` } });
  } catch {
    // Not reached: this browser is clean all the same.
  }
}

const SIGNED_OUT: AuthState = { status: "signed-out", person: null };

let begun = false;

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

/** Compares with what the browser remembers; other tabs may have signed in or out. */
function syncFromStorage(): void {
  const person = storedPerson();
  if (!person) publish(SIGNED_OUT);
  else if (!currentState().person) {
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
export const useAuth = (): AuthState => useSyncExternalStore(subscribe, currentState, () => UNKNOWN);

/** Forgets the session in this browser, and with it in all its tabs. */
export function forget(): void {
  leave();
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
