import { AuthClient, isAuthRetryableFetchError, type Session, type User } from "@supabase/auth-js";
import { pathTo } from "../../base-path.ts";
import { type Api, ApiError, createApi } from "../../http/api/client.ts";
import { publish, whenSignedOut } from "./auth-state.ts";
import { type Person, personOf, SESSION_KEY, type StoredSession, storedSession } from "./stored-person.ts";

/** Checks whether the client has stored the new session. */
const CHECK_EVERY = 20;
const CHECK_AT_MOST = 1000;

async function newSessionStored(usedToken: string): Promise<void> {
  for (let waited = 0; waited < CHECK_AT_MOST && storedSession().refresh_token === usedToken; waited += CHECK_EVERY) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY));
  }
}

/**
 * The base class waits a minute after a failed renewal; this one tries again as soon as the browser is back online. An `online` listener of
 * ours may run after one that requests a token, so `getSession` checks it.
 */
class RenewingClient extends AuthClient {
  #hasBeenOffline = !navigator.onLine;

  constructor(options: ConstructorParameters<typeof AuthClient>[0]) {
    super(options);
    addEventListener("offline", () => {
      this.#hasBeenOffline = true;
    });
  }

  override async getSession() {
    if (this.#hasBeenOffline && navigator.onLine) {
      this.#hasBeenOffline = false;
      this.lastRefreshFailure = null;
    }
    return super.getSession();
  }
}

/** Expires sessions by the device's own clock: one that is ahead would take each new session for an expired one. */
const send: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const session = answer.ok
    ? ((await answer
        .clone()
        .json()
        .catch(() => null)) as StoredSession | null)
    : null;
  if (!session?.expires_in) return answer;
  const { status, headers } = answer;
  return Response.json({ ...session, expires_at: Math.floor(Date.now() / 1000) + session.expires_in }, { status, headers });
};

/** One tab renews the session for all. Browsers only offer locks on secure pages; without them, each tab renews for itself. */
const fetchOncePerBrowser: typeof fetch = (input, init) => {
  if (!("locks" in navigator) || !String(input).includes("grant_type=refresh_token")) return send(input, init);
  const { refresh_token: token } = JSON.parse(String(init?.body)) as { refresh_token: string };
  return new Promise((resolve, reject) => {
    const renew = async () => {
      const session = storedSession();
      if (session.refresh_token && session.refresh_token !== token) return resolve(Response.json(session));
      const answer = await send(input, init);
      resolve(answer);
      // The next tab reads local storage, so the lock is held until the new session is there.
      if (answer.ok) await newSessionStored(token);
    };
    navigator.locks.request(`${SESSION_KEY}.renewal`, renew).catch(reject);
  });
};

/** Specification, section 9. */
const PROFILE_TIMEOUT = 3000;

/** The session has ended on the server. */
class SessionEnded extends Error {}

/** The session began with a passkey that was removed since, and the account has two-step sign-in. */
class CodeNeeded extends Error {}

const withTimeout = <T>(answer: Promise<T>): Promise<T> =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error("The profile took too long")), PROFILE_TIMEOUT)),
  ]);

/**
 * If the row can't be loaded (specification, section 4), the profile from before stays, or the role is guessed, for what is shown only.
 * @throws SessionEnded or CodeNeeded if the server refuses the session
 */
async function profileOf(user: User, api: Api, before: Person | null): Promise<Person> {
  const known = personOf(user);
  try {
    const row = await withTimeout(api.users.read(user.id));
    return { ...known, email: row.email, name: row.full_name ?? known.name, role: row.role, grants: row.grants };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw new SessionEnded();
    if (error instanceof ApiError && error.code === "insufficient_aal") throw new CodeNeeded();
    if (error instanceof ApiError && error.code === "PGRST116") return withNewRow(known, api);
    return before ?? { ...known, role: await guessedRole(known.email, api) };
  }
}

async function withNewRow(known: Person, api: Api): Promise<Person> {
  await api.users.create({ id: known.id, email: known.email, full_name: known.name }).catch(() => {});
  return { ...known, role: "user" };
}

/** The user with the site's own email address counts as an admin. */
async function guessedRole(email: string, api: Api): Promise<Person["role"]> {
  const site = await withTimeout(api.site()).catch(() => null);
  return email !== "" && site?.email === email ? "admin" : "user";
}

/** The auth service accepts this key for compatibility. It grants nothing. */
const PUBLIC_KEY = "anonymous";

/** Stores the session in local storage and renews it. */
export const auth = new RenewingClient({
  url: location.origin + pathTo("/auth/v1"),
  headers: { apikey: PUBLIC_KEY },
  storageKey: SESSION_KEY,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: false,
  // The server has them; the client wants to be asked for them.
  experimental: { recoveryCodes: true },
  fetch: fetchOncePerBrowser,
});

export const fetchWith =
  (token: string | undefined): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    if (token) headers.set("authorization", `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };

/**
 * Renewed if it has expired; undefined if nobody is signed in.
 * @throws TypeError, as `fetch` does: a request without a token would look as if the session had ended
 */
export async function currentToken(): Promise<string | undefined> {
  const { data, error } = await auth.getSession();
  if (isAuthRetryableFetchError(error))
    throw new TypeError("The server could not be reached. Please try again.", { cause: error });
  return data.session?.access_token;
}

export const withToken: typeof fetch = async (input, init) => fetchWith(await currentToken())(input, init);

/** The server refuses the form of `owner` if somebody else is signed in when it is sent. */
export const apiOf = (owner: string): Api =>
  createApi((input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("x-account", owner);
    return withToken(input, { ...init, headers });
  }, location.origin + pathTo(""));

export const api = createApi(withToken, location.origin + pathTo(""));

let latest: Session | null = null;
let known: Person | null = null;
let profile: Promise<void> = Promise.resolve();

whenSignedOut(() => {
  latest = null;
});

/** The session has ended on the server. Another tab may have signed in meanwhile, and its session must stay. */
export function endSession(token: string | undefined): void {
  const stored = storedSession().access_token;
  if (stored !== undefined && stored !== token) return;
  if (stored !== undefined) localStorage.removeItem(SESSION_KEY);
  publish({ status: "signed-out", person: null });
}

/** A session that another tab has just stored may not be visible here yet, and a request without a token would look as if it had ended. */
const withTokenOf = ({ access_token, expires_at = 0 }: Session): typeof fetch =>
  expires_at * 1000 <= Date.now() ? withToken : fetchWith(access_token);

type Claims = { aal?: string; amr?: { method: string }[] };

/** The claims of the token are for display; the server takes it for nothing but the code. A passkey needs none. */
function isWithoutCode({ access_token, user }: Session): boolean {
  if (!user.factors?.some(({ factor_type, status }) => factor_type === "totp" && status === "verified")) return false;
  const [, claims = ""] = access_token.split(".");
  const { aal, amr = [] } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))) as Claims;
  return aal !== "aal2" && !amr.some(({ method }) => method === "passkey");
}

async function loadProfile(session: Session): Promise<void> {
  if (latest !== session) return;
  try {
    const own = createApi(withTokenOf(session), location.origin + pathTo(""));
    const person = await profileOf(session.user, own, known?.id === session.user.id ? known : null);
    if (latest !== session) return;
    known = person;
    publish({ status: "signed-in", person });
  } catch (error) {
    if (latest !== session) return;
    if (error instanceof SessionEnded) endSession(session.access_token);
    if (error instanceof CodeNeeded) publish({ status: "signed-out", person: null, needsCode: true });
  }
}

auth.onAuthStateChange((event, session) => {
  const before = latest;
  if (!session) {
    // This may come late from another tab, after somebody has signed in again.
    if (event === "SIGNED_OUT" && storedSession().access_token !== undefined) return;
    publish({ status: "signed-out", person: null });
    return;
  }
  // At once: the client reports the session again when its tab is shown, such as after a look at the authenticator app.
  if (isWithoutCode(session)) {
    publish({ status: "signed-out", person: null, needsCode: true });
    return;
  }
  // The client reports the stored session twice: when it finds it, and to each new listener.
  if (event === "INITIAL_SESSION" && before?.access_token === session.access_token) return;
  latest = session;
  if (before?.user.id !== session.user.id) publish({ status: "loading", person: personOf(session.user) });
  // After this callback, because the request for the profile asks the client for the token.
  profile = new Promise<void>((resolve) => setTimeout(resolve)).then(() => loadProfile(session));
});

/** Waits for the user who has just signed in. */
export const profileLoaded = (): Promise<void> => profile;

export async function renewProfile(): Promise<void> {
  if (latest) await loadProfile(latest);
}
