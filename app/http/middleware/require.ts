import type { Context, MiddlewareHandler } from "hono";
import { authError } from "../../domain/auth/errors.ts";
import type { Actor } from "../../domain/auth/model.ts";
import { forbidden } from "../../domain/errors.ts";
import type { AppEnv } from "../env.ts";
import { HttpError, SESSION_WORDS } from "../errors.ts";

/** Somebody who is signed in. */
export type SignedIn = Extract<Actor, { kind: "user" }>;

/**
 * Who is signed in, behind `authenticate`.
 * @throws DomainError (401) no_authorization without a token, else what is wrong with it
 */
export function signedIn(c: Context<AppEnv>): SignedIn {
  const { actor, refusal } = c.var;
  if (actor.kind === "user") return actor;
  throw refusal ?? authError("no_authorization", "This endpoint requires a valid Bearer token");
}

/** What is personal isn't kept by anybody on the way. */
const personal = (c: Context<AppEnv>) => c.header("cache-control", "no-store");

/** Lets only signed-in users through; everybody else gets 401. */
export function requireUser(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    signedIn(c);
    personal(c);
    await next();
  };
}

/**
 * Lets only admins create a post, in the specification's words (section 8): "User not authenticated" without a token,
 * "Authentication error: …" where the token is worth nothing, `refusal` for readers.
 */
export function requireAuthor(refusal: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { actor, refusal: wrong } = c.var;
    if (actor.kind !== "user") {
      const message = wrong ? `Authentication error: ${SESSION_WORDS[wrong.code] ?? wrong.message}` : "User not authenticated";
      throw new HttpError(401, { code: wrong?.code ?? "no_authorization", message });
    }
    if (actor.role !== "admin") throw forbidden(refusal);
    personal(c);
    await next();
  };
}

/** Lets only admins through: 401 without a valid session, 403 with `refusal` for readers. */
export function requireAdmin(refusal = "Admin privileges required"): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (signedIn(c).role !== "admin") throw forbidden(refusal);
    personal(c);
    await next();
  };
}
