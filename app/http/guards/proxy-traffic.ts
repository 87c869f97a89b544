import type { MiddlewareHandler } from "hono";
import type { ProxyTraffic } from "../../domain/system/checks/installation.ts";
import type { AppEnv, Deps } from "../env.ts";
import { sawUnknownProxy } from "./limited-address.ts";

type Seen = Omit<ProxyTraffic, "unknownProxy">;

const seen = new WeakMap<Deps, Seen>();

/** Programs of this machine or network ask without a proxy. */
const DIRECT = new Set(["/healthz", "/readyz", "/metrics"]);

/** Notes how many addresses the proxies have put into X-Forwarded-For, for the checks of the installation. */
export function watchProxies(): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    const { deps } = c.var;
    if (deps.trustProxy > 0 && !DIRECT.has(c.req.path)) {
      const { requests, withoutAddresses, fewestAddresses } = seen.get(deps) ?? NOTHING;
      const addresses = (c.req.header("x-forwarded-for") ?? "").split(",").filter((one) => one.trim() !== "").length;
      seen.set(deps, {
        requests: requests + 1,
        withoutAddresses: withoutAddresses + (addresses < deps.trustProxy ? 1 : 0),
        fewestAddresses: Math.min(fewestAddresses ?? addresses, addresses),
      });
    }
    return next();
  };
}

const NOTHING: Seen = { requests: 0, withoutAddresses: 0, fewestAddresses: null };

/** In this process. */
export const proxyTraffic = (deps: Deps): ProxyTraffic => ({
  ...(seen.get(deps) ?? NOTHING),
  unknownProxy: sawUnknownProxy({ get: () => deps }),
});
