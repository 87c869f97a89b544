import { storedPerson } from "./auth/stored-person.ts";
import type { ReaderSessionKeeper } from "./reader-session.ts";

const ROLES = { admin: "admin", user: "reader" } as const;

/** Who asks by their browser's settings not to be followed isn't counted. */
const asksNotTo = (): boolean =>
  navigator.doNotTrack === "1" || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/**
 * Counts this visit, by a script that is fetched when the page has loaded and has nothing else to do.
 * @param onRouteChange calls back after each change of route
 */
export function startCounting(session: ReaderSessionKeeper, onRouteChange: (listener: () => void) => void): void {
  if (asksNotTo()) return;
  const who = () => ROLES[storedPerson()?.role as keyof typeof ROLES] ?? "anonymous";
  const begin = () => import("./tracker.ts").then(({ track }) => track({ session, who, onRouteChange })).catch(() => {});
  const whenIdle = () => {
    // Safari has no requestIdleCallback.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(begin, { timeout: 2000 });
    else setTimeout(begin, 200);
  };
  // What the page itself still loads goes first.
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}
