import type pg from "pg";

/** How long a statement may wait for a lock, and take in all. Migrations and backups have limits of their own. */
const LIMITS = {
  request: "set lock_timeout = '3s'; set statement_timeout = '20s'; set idle_in_transaction_session_timeout = '1min'",
  work: "set lock_timeout = '10s'; set statement_timeout = '10min'",
} as const;

export type TimeLimits = {
  settings(): string;
  enforce(pool: pg.Pool): Promise<void>;
};

/** Only for connections of this process alone: a pooler in transaction mode hands the settings of one client on to others. */
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
