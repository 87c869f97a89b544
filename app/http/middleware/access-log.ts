import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";

/** Safe in a log line. */
const SANE = /^[A-Za-z0-9._-]{8,64}$/;

/** The client's if it is safe, else a new one. @param theirs its `x-request-id` */
export const requestIdOf = (theirs: string | string[] | undefined, newId: () => string): string =>
  typeof theirs === "string" && SANE.test(theirs) ? theirs : newId();

/** Logged and sent back. */
export function requestId(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const id = requestIdOf(c.req.header("x-request-id"), () => c.var.deps.context.random.hex(16));
    c.set("requestId", id);
    await next();
    c.res.headers.set("x-request-id", id);
  };
}

/** Orchestrators request these every few seconds. */
const QUIET = new Set(["/healthz", "/readyz", "/metrics"]);

/** The token of a preview link opens the post, so only its beginning is shown; so it is with an API token that somebody puts into a path. */
const shown = (path: string) => path.replace(/^(\/preview\/.{4}).*/, "$1…").replace(/(sky_.{4})[0-9A-Za-z]+/g, "$1…");

/** @param isClosed whether the site is closed for maintenance, which makes a 503 the expected answer */
const levelOf = (status: number, path: string, isClosed: boolean) => {
  if (status === 503 && isClosed && !QUIET.has(path)) return "info";
  if (status >= 500) return "error";
  if (status >= 400) return "warn";
  return QUIET.has(path) ? "debug" : "info";
};

/** Leaves the query out, which may be personal. */
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
    const { context, settings, outage } = c.var.deps;
    // An outage is logged as a whole.
    if (status === 503 && outage?.isSuspected()) return;
    context.log[levelOf(status, path, settings.get().maintenanceMode)](fields, "request");
  };
}
