import { localStore } from "./reader-session.ts";

/**
 * Whether a visit may be counted in this browser. Not if the reader's settings ask for no tracking, not if a program drives
 * the browser, and not if no session can be kept, because each page would then be a visit of its own.
 */
export function mayCount(): boolean {
  const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack !== "1" && globalPrivacyControl !== true && !webdriver && localStore() !== null;
}
