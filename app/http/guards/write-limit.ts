import type { MiddlewareHandler } from "hono";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { AppEnv } from "../env.ts";
import { HttpError } from "../errors.ts";
import { limitedAddress, SHARED_BY } from "./limited-address.ts";

export type RateLimit = { points: number /** seconds */; duration: number };

/** Writes that one address may make. */
export const WRITE_LIMIT: RateLimit = { points: 120, duration: 60 };

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Lets one address make `limit.points` writes in `limit.duration` seconds; more are refused with 429 and Retry-After.
 * Requests made in process, without a connection, are our own and aren't counted.
 */
export function writeLimit(limit: RateLimit = WRITE_LIMIT): MiddlewareHandler<AppEnv> {
  const own = new RateLimiterMemory(limit);
  const shared = new RateLimiterMemory({ ...limit, points: limit.points * SHARED_BY });
  return async (c, next) => {
    const from = SAFE.has(c.req.method) ? null : limitedAddress(c);
    if (from) {
      const refused = await (from.certain ? own : shared).consume(from.key).then(
        () => null,
        (reason: unknown) => reason,
      );
      if (refused instanceof RateLimiterRes) {
        const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        const message = `Too many requests. Please try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
        throw new HttpError(429, { code: "rate_limited", message }, { "retry-after": String(seconds) });
      }
      if (refused) throw refused;
    }
    await next();
  };
}
