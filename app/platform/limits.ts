import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Log } from "./log.ts";

/** Counted from the first try. */
export type Window = { points: number; seconds: number };

export type SendSql = (text: string, values: unknown[]) => Promise<{ rows: unknown[]; rowCount: number }>;

export type Limits = {
  /** @param bucket buckets of one name have one window @returns 0 when the try is free, else the ms until the next one is */
  take(bucket: string, key: string, window: Window): Promise<number>;
  giveBack(bucket: string, key: string, window: Window): Promise<void>;
  forget(bucket: string, key: string, window: Window): Promise<void>;
};

/** Between two warnings that the table can't be reached. */
const WARN_MS = 60_000;

/** While the table can't be reached, each process counts in memory. @param table rate-limiter-flexible's columns (key, points, expire) */
export function createLimits({ send, table, log }: { send: SendSql; table: string; log: Log }): Limits {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (error: unknown) => {
    if (performance.now() - warnedAt < WARN_MS) return;
    warnedAt = performance.now();
    log.warn({ err: error }, "tries are counted in memory, because the database can't be reached");
  };
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) =>
      send(text, values).catch((error: unknown) => {
        warn(error);
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
