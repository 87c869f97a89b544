import type { MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import type { AppEnv } from "../env.ts";

/** Clients may keep public answers but must revalidate them: a 304 costs next to nothing, and nothing is ever stale. */
export const REVALIDATE = "public, max-age=0, must-revalidate";
/** The same for answers that depend on the reader session. */
export const REVALIDATE_PRIVATELY = "private, max-age=0, must-revalidate";

/** Sets Cache-Control unless the handler has: reads are revalidated, everything else isn't stored. */
export function cacheControl(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const { headers, ok, status } = c.res;
    const read = c.req.method === "GET" || c.req.method === "HEAD";
    // A 304 has the header of the answer that it confirms (RFC 9110, section 15.4.5).
    const isFine = ok || status === 304;
    if (!headers.has("cache-control")) headers.set("cache-control", read && isFine ? REVALIDATE : "no-store");
  };
}

/** An answer that nobody may store needs no ETag. */
const isNeverStored = ({ headers }: Response) => headers.get("cache-control")?.includes("no-store") ?? false;

/**
 * ETag and 304 for reads. The ETags are weak, because the same answer is also sent compressed. Skips answers marked `no-store`:
 * the digest needs the whole answer, but a download is generated while it is sent.
 */
export function conditional(): MiddlewareHandler<AppEnv> {
  const tagged = etag({ weak: true });
  return async (c, next) => {
    await next();
    if (!isNeverStored(c.res)) await tagged(c, async () => {});
  };
}
