import { createApi } from "../http/api/client.ts";
import type { ReaderSessionKeeper } from "./reader-session.ts";

/** The API over the network, carrying the reader's session. */
export function browserApi(session: ReaderSessionKeeper) {
  const withSession: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("x-session-id", session.id());
    return fetch(input, { ...init, headers });
  };
  return createApi(withSession, location.origin);
}
