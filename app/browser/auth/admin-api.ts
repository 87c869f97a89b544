import { pathTo } from "../../base-path.ts";
import { createAdminApi } from "../../http/api/admin/client.ts";
import { loadAuth } from "./state.ts";

// A session may end while somebody works: requests wait for a new sign-in, in a dialog over the screen, so nothing they typed is lost.

/** `signed in`: as the same user. `given up`: not now, or as another user. */
type Answer = "signed in" | "given up";

let waiting: ((answer: Answer) => void)[] = [];
/** The keys are codes of the API. */
const CLOSED = { user_banned: "deactivated", user_not_found: "deleted" } as const;
export type Closed = (typeof CLOSED)[keyof typeof CLOSED];

const listeners = new Set<() => void>();
const signOutListeners = new Set<(why: Closed) => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

/** For useSyncExternalStore: whether a request waits for a sign-in. */
export const waitingForSignIn = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => waiting.length > 0,
};

/** @returns whether to send the request again */
export function signedInAgain(): Promise<boolean> {
  // Without a screen that can ask, nobody would ever answer.
  if (listeners.size === 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    waiting.push((answer) => resolve(answer === "signed in"));
    notify();
  });
}

/** Repeats all waiting requests, or lets them fail with their first answer. */
export function answerWaiting(answer: Answer): void {
  const answered = waiting;
  waiting = [];
  for (const resolve of answered) resolve(answer);
  notify();
}

/** The account was deactivated or deleted. @returns removes the callback */
export function onForcedSignOut(callback: (why: Closed) => void): () => void {
  signOutListeners.add(callback);
  return () => void signOutListeners.delete(callback);
}

export function forceSignOut(why: Closed): void {
  answerWaiting("given up");
  for (const listener of signOutListeners) listener(why);
}

export const closedBy = (code: unknown): Closed | undefined => CLOSED[code as keyof typeof CLOSED];

const codeOf = async (response: Response): Promise<unknown> =>
  ((await response.json().catch(() => null)) as { code?: unknown } | null)?.code;

let isStepRequired = false;
const stepListeners = new Set<() => void>();

/** For useSyncExternalStore: whether the back office requires a second step that this admin doesn't have. */
export const requiredStep = {
  subscribe(listener: () => void) {
    stepListeners.add(listener);
    return () => void stepListeners.delete(listener);
  },
  read: () => isStepRequired,
  set(required: boolean) {
    isStepRequired = required;
    for (const listener of stepListeners) listener();
  },
};

/** A 403, or a 404 for a change, may mean that role or grants have changed. @returns whether a new sign-in helps */
async function needsSignIn(response: Response, token: string | undefined, method = "GET"): Promise<boolean> {
  const { endSession, renewProfile } = await loadAuth();
  if (response.status === 403 && (await codeOf(response.clone())) === "factor_required") requiredStep.set(true);
  else if (response.status === 403 || (response.status === 404 && method !== "GET")) void renewProfile();
  if (response.status !== 401) return false;
  const why = closedBy(await codeOf(response.clone()));
  if (!why) return true;
  endSession(token);
  forceSignOut(why);
  return false;
}

/** Waits for a new sign-in if the session has ended, and repeats the request. The body can't be a stream. */
export const adminFetch: typeof fetch = async (input, init) => {
  const { currentToken, fetchWith } = await loadAuth();
  const token = await currentToken();
  const response = await fetchWith(token)(input, init);
  if (!(await needsSignIn(response, token, init?.method))) return response;
  return (await signedInAgain()) ? adminFetch(input, init) : response;
};

export const adminApi = createAdminApi(adminFetch, pathTo(""));

/** If the session has ended, background requests fail without a dialog. */
const backgroundFetch: typeof fetch = async (input, init) => {
  const { currentToken, fetchWith } = await loadAuth();
  const token = await currentToken();
  const response = await fetchWith(token)(input, init);
  await needsSignIn(response, token, init?.method);
  return response;
};

export const backgroundAdminApi = createAdminApi(backgroundFetch, pathTo(""));
