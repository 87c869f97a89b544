import type pg from "pg";

/**
 * How long statements may wait for locks and take in all, by kind of work: what somebody waits for, and what is done in the background.
 * Migrations and backups have limits of their own.
 */
const LIMITS = {
  request: "set lock_timeout = '3s'; set statement_timeout = '20s'; set idle_in_transaction_session_timeout = '1min'",
  work: "set lock_timeout = '10s'; set statement_timeout = '10min'",
} as const;

/** Time limits of the connections of one pool. */
export type TimeLimits = {
  /** for `connectDatabase`: what a connection is set to */
  settings(): string;
  /** Puts the limits in force, also for the pool's connection that is open. */
  enforce(pool: pg.Pool): Promise<void>;
};

/**
 * Limits that are put in force once it is known that connections belong to this process alone: a pooler in transaction mode hands the
 * settings of one client on to others.
 */
export function createTimeLimits(kind: keyof typeof LIMITS): TimeLimits {
  let inForce = false;
  return {
    settings: () => (inForce ? LIMITS[kind] : ""),
    async enforce(pool) {
      inForce = true;
      await pool.query(LIMITS[kind]);
    },
  };
}
