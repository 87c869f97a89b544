import { AuthClient } from "@supabase/auth-js";
import { SESSION_KEY, storedSession } from "./stored-person.ts";

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
export class RenewingClient extends AuthClient {
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
export const fetchOncePerBrowser: typeof fetch = (input, init) => {
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
