import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Log } from "./log.ts";

/** How many tries are allowed in how many seconds, counted from the first. */
export type Window = { points: number; seconds: number };

/** Sends one statement to the database. */
export type SendSql = (text: string, values: unknown[]) => Promise<{ rows: unknown[]; rowCount: number }>;

export type Limits = {
  /**
   * Counts one try.
   * @param bucket what is counted; buckets of one name have one window. @param key whose try it is
   * @returns 0 when the try is free, else the milliseconds until the next one is
   */
  take(bucket: string, key: string, window: Window): Promise<number>;
  /** Gives one try back that shouldn't count. */
  giveBack(bucket: string, key: string, window: Window): Promise<void>;
  /** Forgets all tries of a key. */
  forget(bucket: string, key: string, window: Window): Promise<void>;
};

/** The shortest time between two warnings that the table can't be reached, in ms. */
const WORD_EVERY = 60_000;

/**
 * Counts tries in the database, so that processes count together and restarts don't reset them. While the table
 * can't be reached, each process counts in its own memory. Callers over the limit are refused from memory, without a query.
 * @param table rate-limiter-flexible's columns (key, points, expire); made by a migration
 */
export function createLimits({ send, table, log }: { send: SendSql; table: string; log: Log }): Limits {
  let lastWord = Number.NEGATIVE_INFINITY;
  const complain = (error: unknown) => {
    if (performance.now() - lastWord < WORD_EVERY) return;
    lastWord = performance.now();
    log.warn({ err: error }, "tries are counted in memory, because the database can't be reached");
  };
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) =>
      send(text, values).catch((error: unknown) => {
        complain(error);
        throw error;
      }),
  };

  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = (bucket: string, { points, seconds }: Window): RateLimiterAbstract => {
    const known = limiters.get(bucket);
    if (known) return known;
    const shared = { keyPrefix: bucket, points, duration: seconds };
    const made = new RateLimiterPostgres({
      ...shared,
      storeClient,
      storeType: "client",
      tableName: table,
      tableCreated: true,
      // One of them clears the table for all.
      clearExpiredByTimeout: limiters.size === 0,
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory(shared),
    });
    limiters.set(bucket, made);
    return made;
  };

  return {
    take: (bucket, key, window) =>
      limiterOf(bucket, window)
        .consume(key)
        .then(
          () => 0,
          (refused: unknown) => {
            if (refused instanceof RateLimiterRes) return Math.max(1, refused.msBeforeNext);
            throw refused;
          },
        ),
    giveBack: async (bucket, key, window) => void (await limiterOf(bucket, window).reward(key)),
    forget: async (bucket, key, window) => void (await limiterOf(bucket, window).delete(key)),
  };
}
