import { createApi } from "../http/api/client.ts";
import { requestPass } from "./auth/request-pass.ts";
import type { ReaderSessionKeeper } from "./reader-session.ts";

/** Whether the site has just said that it is closed for maintenance. */
const isClosed = async (response: Response): Promise<boolean> => {
  if (response.status !== 503) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: unknown } | null;
  return body?.code === "maintenance";
};

/** The API over the network, carrying the reader's session. Admins are let in while the site is closed. */
export function browserApi(session: ReaderSessionKeeper) {
  const withSession: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("x-session-id", session.id());
    const send = () => fetch(input, { ...init, headers });
    const response = await send();
    return (await isClosed(response)) && (await requestPass()) ? send() : response;
  };
  return createApi(withSession, location.origin);
}
