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

/** Nobody may keep it, so nobody asks whether it has changed. */
const isKeptByNobody = ({ headers }: Response) => headers.get("cache-control")?.includes("no-store") ?? false;

/**
 * ETag and 304 for reads. Weak, because the same answer also goes out compressed. Answers marked `no-store` pass untouched:
 * a digest reads an answer to its end, and a download is made while it is sent.
 */
export function conditional(): MiddlewareHandler<AppEnv> {
  const tagged = etag({ weak: true });
  return async (c, next) => {
    await next();
    if (!isKeptByNobody(c.res)) await tagged(c, async () => {});
  };
}
