import type { Context, MiddlewareHandler } from "hono";
import { authenticateToken } from "../../domain/auth/authenticate-token.ts";
import type { Actor } from "../../domain/auth/model.ts";
import { DomainError } from "../../domain/errors.ts";
import type { AppEnv } from "../env.ts";
import { RoleCheckError } from "../errors.ts";

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i;
const ANONYMOUS: Actor = { kind: "anonymous" };

/** The access token that came with the request. */
export const bearerToken = (c: Context<AppEnv>): string | undefined => BEARER.exec(c.req.header("authorization") ?? "")?.[1];

/** The one request that says in the specification's words when its sender's role can't be looked up (section 8). */
const isCreatingPost = (c: Context<AppEnv>) => c.req.method === "POST" && c.req.path === "/api/admin/posts";

/**
 * Finds out who asks, by the access token in `Authorization: Bearer`. Without a valid one the actor is anonymous; why the token
 * was refused is kept for whoever requires a user.
 */
export function authenticate(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set("actor", ANONYMOUS);
    const token = bearerToken(c);
    if (token !== undefined) {
      try {
        c.set("actor", await authenticateToken(c.var.deps.context, token));
      } catch (error) {
        if (!(error instanceof DomainError)) throw isCreatingPost(c) ? new RoleCheckError(error) : error;
        c.set("refusal", error);
      }
    }
    await next();
  };
}
