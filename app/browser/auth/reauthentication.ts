/**
 * A session that ended while somebody worked: what they asked for waits here until they have signed in again, in a dialog
 * over their screen, so that nothing they typed is lost.
 */

/** `signedIn`: go on as the same person; `given up`: not now, or as somebody else. */
type Answer = "signed in" | "given up";

let waiting: ((answer: Answer) => void)[] = [];
const listeners = new Set<() => void>();
const thrownOut = new Set<() => void>();

const tell = (those: Set<() => void>) => {
  for (const listener of those) listener();
};

/** Asks for a sign-in and waits for it. @returns whether to send the request once more */
export function signedInAgain(): Promise<boolean> {
  // Where no screen could ask, nobody would ever answer.
  if (listeners.size === 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    waiting.push((answer) => resolve(answer === "signed in"));
    tell(listeners);
  });
}

/** Lets everything that waits go on, or fail as it would have without waiting. */
export function answerWaiting(answer: Answer): void {
  const told = waiting;
  waiting = [];
  for (const one of told) one(answer);
  tell(listeners);
}

/** For useSyncExternalStore: whether something waits. */
export const waitingForSignIn = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => waiting.length > 0,
};

/** Calls back when the account at this page has been deactivated. @returns calls it off */
export function onForcedSignOut(callback: () => void): () => void {
  thrownOut.add(callback);
  return () => void thrownOut.delete(callback);
}

/** The account may not come in any more: nothing waits, the screens go. */
export function forceSignOut(): void {
  answerWaiting("given up");
  tell(thrownOut);
}
