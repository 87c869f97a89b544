import type { MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import type { AppEnv } from "../env.ts";

/** Public answers may be kept, but are asked about each time: a 304 costs next to nothing and nothing is ever stale. */
export const REVALIDATE = "public, max-age=0, must-revalidate";
/** The same for answers that depend on the reader's browser session. */
export const REVALIDATE_PRIVATELY = "private, max-age=0, must-revalidate";

/** Says how long an answer may be kept, unless the handler said so: reads are revalidated, everything else isn't kept. */
export function cacheControl(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const { headers, ok } = c.res;
    const read = c.req.method === "GET" || c.req.method === "HEAD";
    if (!headers.has("cache-control")) headers.set("cache-control", read && ok ? REVALIDATE : "no-store");
  };
}

/** ETag and 304 for reads. Weak, because the same answer also goes out compressed. */
export const conditional = (): MiddlewareHandler<AppEnv> => etag({ weak: true });
