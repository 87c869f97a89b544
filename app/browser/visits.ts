import { storedPerson } from "./auth/stored-person.ts";
import { mayCount } from "./may-count.ts";
import type { ReaderSessionKeeper } from "./reader-session.ts";
import { track } from "./tracker.ts";

const ROLES = { admin: "admin", user: "reader" } as const;

/**
 * Counts this visit from now on. It doesn't wait for the page to load: on a slow line, or with a picture that never comes,
 * readers would be gone before.
 * @param onRouteChange calls back after each change of route
 */
export function startCounting(session: ReaderSessionKeeper, onRouteChange: (listener: () => void) => void): void {
  if (!mayCount()) return;
  track({ session, who: () => ROLES[storedPerson()?.role as keyof typeof ROLES] ?? "anonymous", onRouteChange });
}
