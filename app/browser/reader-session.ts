import { HEARTBEAT_MS, isReusable, mayWriteActivity, type ReaderSession, SESSION_ID } from "../domain/reader-session-rules.ts";

const KEY = "reader_session";

/** Written and removed at once, to see whether local storage works. */
const PROBE = "reader_session_probe";

const ACTIVITY_EVENTS = ["pointerdown", "keydown", "scroll", "visibilitychange"] as const;

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type SessionStore = Pick<Storage, "getItem" | "setItem">;

function memoryStore(): SessionStore {
  const values = new Map<string, string>();
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value) };
}

/** Null if the browser refuses local storage or it is full. */
export function localStore(): SessionStore | null {
  try {
    localStorage.setItem(PROBE, "");
    localStorage.removeItem(PROBE);
    return localStorage;
  } catch {
    return null;
  }
}

/** False if the reader or a program refuses, or if no session can be stored: each page would count as a new visit. */
export function mayCount(): boolean {
  const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack !== "1" && globalPrivacyControl !== true && !webdriver && localStore() !== null;
}

/** Local storage, or memory for as long as the page is open. */
export const browserStore = (): SessionStore => localStore() ?? memoryStore();

/** Specification, sections 3 and 4. @param store shared by all tabs */
export function createReaderSession(store: SessionStore, now: () => number = Date.now) {
  const tabId = randomId();
  const writes: number[] = [];

  const stored = (): ReaderSession | null => {
    try {
      const value = JSON.parse(store.getItem(KEY) ?? "null") as ReaderSession | null;
      return value && SESSION_ID.test(value.id) && Number.isFinite(value.lastActivity) ? value : null;
    } catch {
      return null;
    }
  };
  const keep = (session: ReaderSession): ReaderSession => {
    try {
      store.setItem(KEY, JSON.stringify(session));
    } catch {
      // The store is full, so the session lasts as long as this page.
    }
    return session;
  };
  const current = (): ReaderSession => {
    const found = stored();
    if (found && isReusable(found, now())) return found;
    writes.push(now());
    return keep({ id: randomId(), startTime: now(), lastActivity: now(), isActive: true, tabId });
  };
  const touch = (): void => {
    const session = current();
    if (!mayWriteActivity(writes, now())) return;
    writes.push(now());
    if (writes.length > 20) writes.shift();
    keep({ ...session, lastActivity: now(), isActive: true, tabId });
  };
  return {
    /** Starts a new session if there is none to continue. */
    id: (): string => current().id,
    current,
    /** Throttled. */
    touch,
  };
}

export type ReaderSessionKeeper = ReturnType<typeof createReaderSession>;

/** Keeps the session alive while the reader is active, and with a heartbeat while the page is visible. */
export function watchActivity(session: ReaderSessionKeeper): void {
  const onActivity = () => {
    if (document.visibilityState === "visible") session.touch();
  };
  for (const event of ACTIVITY_EVENTS) addEventListener(event, onActivity, { passive: true, capture: true });
  setInterval(onActivity, HEARTBEAT_MS);
}
