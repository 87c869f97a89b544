/** A reader session's id: 32 lower-case hex characters. */
export const SESSION_ID = /^[0-9a-f]{32}$/;

/** A browser's visit, kept in local storage and shared by its tabs (specification, section 3). Times in ms since 1970. */
export type ReaderSession = { id: string; startTime: number; lastActivity: number; isActive: boolean; tabId: string };

/** How long a session lasts without activity, and how much longer it may still be taken up again (section 9). */
export const SESSION_TIMEOUT_MS = 30 * 60_000;
export const SESSION_GRACE_MS = 5 * 60_000;
export const HEARTBEAT_MS = 5 * 60_000;
/** Activity is written at most this often, and at most this many times a minute. */
const ACTIVITY_INTERVAL_MS = 60_000;
const ACTIVITY_PER_MINUTE = 10;

/** Whether a session may go on, running or expired within the grace time; also refuses times from the future. */
export const isReusable = (session: ReaderSession, now: number): boolean =>
  session.lastActivity <= now + ACTIVITY_INTERVAL_MS && now - session.lastActivity < SESSION_TIMEOUT_MS + SESSION_GRACE_MS;

/** Whether activity may be written now, given the times of the writes before. */
export function mayWriteActivity(writes: number[], now: number): boolean {
  const last = writes.at(-1);
  if (last !== undefined && now - last < ACTIVITY_INTERVAL_MS) return false;
  return writes.filter((time) => now - time < 60_000).length < ACTIVITY_PER_MINUTE;
}
