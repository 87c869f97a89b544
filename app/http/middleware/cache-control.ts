import type { MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import type { AppEnv } from "../env.ts";

/** Clients may keep public answers but must revalidate them: a 304 costs next to nothing, and nothing is ever stale. */
export const REVALIDATE = "public, max-age=0, must-revalidate";
/** Answers that depend on the reader session have this. */
export const REVALIDATE_PRIVATELY = "private, max-age=0, must-revalidate";

/** Unless the handler has. */
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

/** Weak ETags, because the same answer is also sent compressed. Not for `no-store`: a download is generated while it is sent. */
export function conditional(): MiddlewareHandler<AppEnv> {
  const tagged = etag({ weak: true });
  return async (c, next) => {
    await next();
    if (!isNeverStored(c.res)) await tagged(c, async () => {});
  };
}
