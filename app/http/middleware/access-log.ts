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

/** What orchestrators ask every few seconds; it would drown the rest. */
const QUIET = new Set(["/healthz", "/readyz", "/metrics"]);

/** What stands in a preview link opens it; the log tells of the visit and keeps the key to itself. */
const shown = (path: string) => path.replace(/^(\/preview\/.{4}).*/, "$1…");

/** @param isClosed whether the owner has closed the site: then a 503 is what they asked for, and no fault */
const levelOf = (status: number, path: string, isClosed: boolean) => {
  if (status === 503 && isClosed && !QUIET.has(path)) return "info";
  if (status >= 500) return "error";
  if (status >= 400) return "warn";
  return QUIET.has(path) ? "debug" : "info";
};

/** One line per request: method, path (without the query, which may be personal), status, milliseconds, bytes, request id. */
export function accessLog(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const { method, path } = c.req;
    const { status, headers } = c.res;
    const length = headers.get("content-length");
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const fields = {
      method,
      path: shown(path),
      status,
      ms,
      bytes: length === null ? undefined : Number(length),
      requestId: c.var.requestId,
    };
    const { context, settings } = c.var.deps;
    context.log[levelOf(status, path, settings.get().maintenanceMode)](fields, "request");
  };
}
