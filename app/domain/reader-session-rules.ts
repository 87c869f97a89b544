export const SESSION_ID = /^[0-9a-f]{32}$/;

/** In local storage, shared by the browser's tabs (specification, section 3). Times in ms since 1970. */
export type ReaderSession = { id: string; startTime: number; lastActivity: number; isActive: boolean; tabId: string };

/** Without activity, and how much longer the session can be resumed (section 9). */
export const SESSION_TIMEOUT_MS = 30 * 60_000;
export const SESSION_GRACE_MS = 5 * 60_000;
export const HEARTBEAT_MS = 5 * 60_000;
const ACTIVITY_INTERVAL_MS = 60_000;
const ACTIVITY_PER_MINUTE = 10;

/** Active, or expired within the grace time. Times from the future are refused. */
export const isReusable = (session: ReaderSession, now: number): boolean =>
  session.lastActivity <= now + ACTIVITY_INTERVAL_MS && now - session.lastActivity < SESSION_TIMEOUT_MS + SESSION_GRACE_MS;

/** @param writes times of earlier writes */
export function mayWriteActivity(writes: number[], now: number): boolean {
  const last = writes.at(-1);
  if (last !== undefined && now - last < ACTIVITY_INTERVAL_MS) return false;
  return writes.filter((time) => now - time < 60_000).length < ACTIVITY_PER_MINUTE;
}
