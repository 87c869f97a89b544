import type { MiddlewareHandler } from "hono";
import type { AppEnv, Deps, RequestInfo } from "../env.ts";
import { HttpError } from "../errors.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

const hostOf = (url: string): string | null => URL.parse(url)?.host ?? null;

// Cached, because every hit needs it.
let configured: { url: string; host: string | null } | undefined;
function configuredHost(url: string): string | null {
  if (configured?.url !== url) configured = { url, host: hostOf(url) };
  return configured.host;
}

/** The requested host and the configured one (a proxy may rewrite Host). */
export function ownHosts(c: RequestInfo): (string | null)[] {
  const { settings, trustProxy } = c.get("deps");
  const forwarded = trustProxy > 0 ? (c.req.header("x-forwarded-host") ?? null) : null;
  return [c.req.header("host") ?? hostOf(c.req.url), forwarded, configuredHost(settings.site().url)];
}

const reported = new WeakMap<Deps, Set<string>>();
/** Invented origins can't fill the log. */
const REPORTED_MAX = 5;

/** A proxy may change Host. */
function warnOnce(c: RequestInfo, origin: string): void {
  const deps = c.get("deps");
  const before = reported.get(deps) ?? new Set<string>();
  if (before.size >= REPORTED_MAX || before.has(origin)) return;
  reported.set(deps, before.add(origin));
  deps.context.log.warn(
    { origin, host: c.req.header("host") },
    "a request of a page at this origin was refused, because the site knows itself by another host; if it is the site's own address, set SITE_URL to it",
  );
}

/** Browsers send Sec-Fetch-Site or Origin; programs that aren't browsers may write. @throws HttpError 403 */
export function refuseForeign(c: RequestInfo): void {
  if (SAFE.has(c.req.method)) return;
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  const foreignSite = site !== undefined && site !== "same-origin" && site !== "none";
  const foreignOrigin = site === undefined && origin !== undefined && !ownHosts(c).includes(hostOf(origin) ?? "null");
  if (foreignSite || foreignOrigin) {
    if (!foreignSite && origin) warnOnce(c, origin);
    throw new HttpError(403, { code: "cross_site", message: "Requests from other sites can’t change anything here" });
  }
}

export function sameOrigin(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    refuseForeign(c);
    await next();
  };
}
