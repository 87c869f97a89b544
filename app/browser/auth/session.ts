import { AuthClient, isAuthRetryableFetchError, type Session, type User } from "@supabase/auth-js";
import { type Api, ApiError, createApi } from "../../http/api/client.ts";
import { publish, whenSignedOut } from "./publish-state.ts";
import { type Person, personOf, SESSION_KEY, storedSession } from "./stored-person.ts";

/** How often is looked whether the client has written the new session down, and for how long, in ms. */
const LOOK_EVERY = 20;
const LOOK_AT_MOST = 1000;

async function writtenDown(usedToken: string): Promise<void> {
  for (let waited = 0; waited < LOOK_AT_MOST && storedSession().refresh_token === usedToken; waited += LOOK_EVERY) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}

/**
 * The auth client. After a renewal that failed it tries none for a minute; a browser that is online again needn't wait for that.
 * Whoever hears of that first may ask for a token before anybody else has heard, so that it is looked for when one is asked for.
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

/**
 * The auth client's way to the network. A session is renewed by one tab for all: the others wait for it and are given
 * what it got. Without locks, which browsers have on safe pages only, each tab asks for itself; the service bears that.
 */
const fetchOncePerBrowser: typeof fetch = (input, init) => {
  if (!("locks" in navigator) || !String(input).includes("grant_type=refresh_token")) return fetch(input, init);
  const { refresh_token: token } = JSON.parse(String(init?.body)) as { refresh_token: string };
  return new Promise((resolve, reject) => {
    const renew = async () => {
      const session = storedSession();
      if (session.refresh_token && session.refresh_token !== token) return resolve(Response.json(session));
      const answer = await fetch(input, init);
      resolve(answer);
      // The next tab looks into the storage, so it has its turn when the new session is there.
      if (answer.ok) await writtenDown(token);
    };
    navigator.locks.request(`${SESSION_KEY}.renewal`, renew).catch(reject);
  });
};

/** How long the profile may take, in ms (specification, section 9). */
const PROFILE_TIMEOUT = 3000;

/** The server no longer knows the session. */
class SessionEnded extends Error {}

const inTime = <T>(answer: Promise<T>): Promise<T> =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error("The profile took too long")), PROFILE_TIMEOUT)),
  ]);

/**
 * Who a user is, from their row (specification, section 4). A missing row is made. When the row can't be had, the role is
 * guessed from the email, for what is shown only: the server never goes by it. Who was known a moment ago stays known, so
 * that a slow answer takes nobody's screen away.
 * @param before what was last known of the same user in this page
 * @throws SessionEnded when the server refuses the session
 */
async function profileOf(user: User, api: Api, before: Person | null): Promise<Person> {
  const known = personOf(user);
  try {
    const row = await inTime(api.users.read(user.id));
    return { ...known, email: row.email, name: row.full_name ?? known.name, role: row.role };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw new SessionEnded();
    if (error instanceof ApiError && error.code === "PGRST116") return withNewRow(known, api);
    return before ?? { ...known, role: await guessedRole(known.email, api) };
  }
}

async function withNewRow(known: Person, api: Api): Promise<Person> {
  await api.users.create({ id: known.id, email: known.email, full_name: known.name }).catch(() => {});
  return { ...known, role: "user" };
}

/** The site's own address counts as an admin's. */
async function guessedRole(email: string, api: Api): Promise<Person["role"]> {
  const site = await inTime(api.site()).catch(() => null);
  return email !== "" && site?.email === email ? "admin" : "user";
}

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
