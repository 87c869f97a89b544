import { z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { authPolicy } from "../../domain/auth/auth.policy.ts";
import { currentKeys } from "../../domain/auth/keys.ts";
import { json } from "../api/operation.ts";
import type { AppEnv } from "../env.ts";
import { authOperation } from "./operation.ts";

const key = z.object({
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  alg: z.string(),
  use: z.string(),
  key_ops: z.array(z.string()),
});

export const jwksOperation = authOperation({
  policy: authPolicy.readState,
  operationId: "listKeys",
  method: "get",
  path: "/.well-known/jwks.json",
  summary: "List the public keys",
  description: "The keys that verify access tokens (RFC 7517). May be cached for ten minutes.",
  responses: {
    200: json(z.object({ keys: z.array(key) }), "The keys", {
      keys: [
        {
          kty: "EC",
          crv: "P-256",
          x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
          y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
          kid: "5f2c1a9e8b7d6c40",
          alg: "ES256",
          use: "sig",
          key_ops: ["verify"],
        },
      ],
    }),
  },
});

/** GET /.well-known/jwks.json: the public keys that verify access tokens (RFC 7517) */
export const jwks = () =>
  new Hono<AppEnv>().get("/.well-known/jwks.json", async (c) => {
    const { jwks } = await currentKeys(c.var.deps.context);
    return c.json(jwks, 200, { "cache-control": "public, max-age=600" });
  });
