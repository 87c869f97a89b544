import { useSyncExternalStore } from "react";
import { pathTo } from "../../base-path.ts";
import { mayEnterBackOffice } from "../../domain/back-office.policy.ts";
import { type AuthState, currentState, leave, listeners, publish, UNKNOWN } from "./auth-state.ts";
import { SESSION_KEY, type StoredSession, storedPerson, storedSession } from "./stored-person.ts";

// `keepalive`: the request continues if the page is left.
const post = (path: string, init: RequestInit) => fetch(pathTo(`/auth/v1/${path}`), { method: "POST", keepalive: true, ...init });

/** The auth service needs a valid access token to know which session to end. */
async function renewed(refreshToken: string | undefined): Promise<string | undefined> {
  const answer = await post("token?grant_type=refresh_token", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  return answer.ok ? ((await answer.json()) as StoredSession).access_token : undefined;
}

/** Works without the auth client. Never fails: the session expires on its own. */
async function revoke({ access_token, refresh_token, expires_at = 0 }: StoredSession): Promise<void> {
  try {
    const token = expires_at * 1000 > Date.now() ? access_token : await renewed(refresh_token);
    if (token) await post("logout?scope=local", { headers: { authorization: `Bearer ${token}` } });
  } catch {
    // The server can't be reached, but this browser has forgotten the session.
  }
}

const SIGNED_OUT: AuthState = { status: "signed-out", person: null };

let isSubscribed = false;

type AuthClient = typeof import("./session.ts");
let auth: Promise<AuthClient> | undefined;

/** The promise is stored, because each request of a signed-in user comes through here, and an `import()` of a loaded module takes time. */
export function loadAuth(): Promise<AuthClient> {
  auth ??= import("./session.ts").catch((error: unknown) => {
    auth = undefined;
    throw error;
  });
  return auth;
}

/** Another tab may have signed in or out. */
function syncFromStorage(): void {
  const person = storedPerson();
  if (!person) publish(SIGNED_OUT);
  else if (!currentState().person && !currentState().needsCode) {
    publish({ status: "loading", person });
    loadAuth().catch(() => publish(SIGNED_OUT));
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isSubscribed) {
    isSubscribed = true;
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

export const useAuth = (): AuthState => useSyncExternalStore(subscribe, currentState, () => UNKNOWN);

export function forget(): void {
  leave();
  try {
    localStorage.removeItem(SESSION_KEY);
  } catch {
    // The browser refuses storage, so nothing was stored.
  }
  publish(SIGNED_OUT);
}

/** The browser signs out at once; the request to the server goes on in the background. */
export function signOut(): void {
  const session = storedSession();
  forget();
  if (session.access_token) void revoke(session);
  // Without storage, the auth client has the session in memory.
  else
    loadAuth()
      .then(({ auth }) => auth.signOut({ scope: "local" }))
      .catch(() => {});
}

/** @returns whether this browser has the cookie that opens a closed site; false without a request for readers */
export async function requestPass(): Promise<boolean> {
  if (!mayEnterBackOffice(currentState().person ?? storedPerson())) return false;
  try {
    const { withToken } = await loadAuth();
    return (await withToken(pathTo("/api/admin/maintenance/pass"), { method: "POST" })).ok;
  } catch {
    return false;
  }
}
