import { isAuthRetryableFetchError, type Session } from "@supabase/auth-js";
import { createApi } from "../../http/api/client.ts";
import { profileOf, SessionEnded } from "./profile.ts";
import { publish, whenSignedOut } from "./publish-state.ts";
import { fetchOncePerBrowser, RenewingClient } from "./renew-session.ts";
import { type Person, personOf, SESSION_KEY, storedSession } from "./stored-person.ts";

/** Says which client this is and opens nothing; the auth service takes it for compatibility. */
const PUBLIC_KEY = "anonymous";

/** The auth client. It keeps the session in local storage and renews it. */
export const auth = new RenewingClient({
  url: `${location.origin}/auth/v1`,
  headers: { apikey: PUBLIC_KEY },
  storageKey: SESSION_KEY,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: false,
  fetch: fetchOncePerBrowser,
});

/** `fetch` with an access token of one's own choice. */
export const fetchWith =
  (token: string | undefined): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    if (token) headers.set("authorization", `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };

/**
 * The access token of who is signed in, renewed where it is past its time; undefined when nobody is.
 * @throws TypeError, as `fetch` does, when it can't be renewed because the server isn't reached: without a token a request would
 *   look as if the session had ended
 */
export async function currentToken(): Promise<string | undefined> {
  const { data, error } = await auth.getSession();
  if (isAuthRetryableFetchError(error))
    throw new TypeError("The server could not be reached. Please try again.", { cause: error });
  return data.session?.access_token;
}

/** `fetch` with the access token of who is signed in. */
export const withToken: typeof fetch = async (input, init) => fetchWith(await currentToken())(input, init);

/** The API in the name of who is signed in. */
export const api = createApi(withToken, location.origin);

let latest: Session | null = null;
let known: Person | null = null;
let profile: Promise<void> = Promise.resolve();

whenSignedOut(() => {
  latest = null;
});

/**
 * Forgets a session that the server doesn't know any more, by its access token. Only that one: another tab may have signed
 * in meanwhile, and what it keeps must stay.
 */
export function endSession(token: string | undefined): void {
  const stored = storedSession().access_token;
  if (stored !== undefined && stored !== token) return;
  if (stored !== undefined) localStorage.removeItem(SESSION_KEY);
  publish({ status: "signed-out", person: null });
}

/**
 * `fetch` with a session's own token: what another tab has just stored may not have come through to this one yet, and a
 * request without a token would look as if the session had ended. A token past its time is renewed as always.
 */
const withTokenOf = ({ access_token, expires_at = 0 }: Session): typeof fetch =>
  expires_at * 1000 <= Date.now() ? withToken : fetchWith(access_token);

async function loadProfile(session: Session): Promise<void> {
  if (latest !== session) return;
  try {
    const own = createApi(withTokenOf(session), location.origin);
    const person = await profileOf(session.user, own, known?.id === session.user.id ? known : null);
    if (latest !== session) return;
    known = person;
    publish({ status: "signed-in", person });
  } catch (error) {
    if (error instanceof SessionEnded && latest === session) endSession(session.access_token);
  }
}

auth.onAuthStateChange((event, session) => {
  const before = latest;
  if (!session) {
    // Another tab may tell of its end only now that somebody has signed in again.
    if (event === "SIGNED_OUT" && storedSession().access_token !== undefined) return;
    publish({ status: "signed-out", person: null });
    return;
  }
  // The client tells of the session that it found twice: when it finds it and to whoever begins to listen.
  if (event === "INITIAL_SESSION" && before?.access_token === session.access_token) return;
  latest = session;
  if (before?.user.id !== session.user.id) publish({ status: "loading", person: personOf(session.user) });
  // Not within the client's own turn: the profile's request asks it for the token.
  profile = new Promise<void>((resolve) => setTimeout(resolve)).then(() => loadProfile(session));
});

/** Settles when the profile of who has just signed in is known. */
export const profileLoaded = (): Promise<void> => profile;

/** Asks anew who this is: the role may have been changed by somebody else. */
export async function renewProfile(): Promise<void> {
  if (latest) await loadProfile(latest);
}
