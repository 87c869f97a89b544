import { localStore } from "./reader-session.ts";

/**
 * Whether a visit may be counted in this browser: nobody's who asks by their settings not to be followed, no program's that
 * drives the browser, and none where a session can't be kept, for each page would be a visit of its own there.
 */
export function mayCount(): boolean {
  const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack !== "1" && globalPrivacyControl !== true && !webdriver && localStore() !== null;
}
