import type { Context } from "hono";
import type { SessionMeta } from "../../domain/auth/model.ts";
import type { AppEnv } from "../env.ts";
import { clientAddress } from "../guards/client-address.ts";

/** Where this service stands. */
export const AUTH_PATH = "/auth/v1";

/** Who calls from where, as a session remembers it. */
export function callerOf(c: Context<AppEnv>): SessionMeta {
  return {
    address: clientAddress(c),
    userAgent: c.req.header("user-agent") ?? null,
    issuer: c.var.deps.settings.site().url + AUTH_PATH,
  };
}
