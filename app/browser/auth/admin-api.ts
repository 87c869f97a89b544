import { createAdminApi } from "../../http/api/admin/client.ts";
import { forceSignOut, signedInAgain } from "./reauthentication.ts";
import { loadAuth } from "./state.ts";

/** The code of a refusal of ours. */
const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json().catch(() => null)) as { code?: unknown } | null)?.code;

/**
 * `fetch` in the name of the admin at this page. When the session has ended it waits until they have signed in again and
 * then sends the request once more; a deactivated account is thrown out, and who is no admin any more is told so.
 * A body must be one that can be sent twice: no stream.
 */
export const adminFetch: typeof fetch = async (input, init) => {
  const { currentToken, fetchWith, endSession, renewProfile } = await loadAuth();
  const token = await currentToken();
  const response = await fetchWith(token)(input, init);
  if (response.status === 403) void renewProfile();
  if (response.status !== 401) return response;
  if ((await codeOf(response.clone())) === "user_banned") {
    endSession(token);
    forceSignOut();
    return response;
  }
  return (await signedInAgain()) ? adminFetch(input, init) : response;
};

/** The back office's API in the name of who is signed in. */
export const adminApi = createAdminApi(adminFetch, "");

/** `fetch` for what nobody waits for: where the session has ended it is refused, and no dialog comes over what is being typed. */
const backgroundFetch: typeof fetch = async (input, init) => {
  const { currentToken, fetchWith } = await loadAuth();
  return fetchWith(await currentToken())(input, init);
};

/** The back office's API for what goes on by itself beside somebody's work. */
export const backgroundAdminApi = createAdminApi(backgroundFetch, "");
