import { Hono } from "hono";
import { currentKeys } from "../../domain/auth/keys.ts";
import type { AppEnv } from "../env.ts";

/** GET /.well-known/jwks.json: the public keys that verify access tokens (RFC 7517). */
export const jwks = () =>
  new Hono<AppEnv>().get("/.well-known/jwks.json", async (c) => {
    const { jwks } = await currentKeys(c.var.deps.context);
    return c.json(jwks, 200, { "cache-control": "public, max-age=600" });
  });
