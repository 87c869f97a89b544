import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";

/** A caller's own id is taken when it can't do harm in a log line. */
const SANE = /^[A-Za-z0-9._-]{8,64}$/;

/** Gives every request an id: the caller's `x-request-id` when it is sane, else a new one; sent back and logged. */
export function requestId(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const theirs = c.req.header("x-request-id");
    const id = theirs && SANE.test(theirs) ? theirs : c.var.deps.context.random.hex(16);
    c.set("requestId", id);
    await next();
    c.res.headers.set("x-request-id", id);
  };
}
