import type { Actor } from "./auth/model.ts";
import { forbidden } from "./errors.ts";

/** Somebody who is signed in. */
export type SignedIn = Extract<Actor, { kind: "user" }>;

/** @throws DomainError `forbidden`, with `refusal` as its message, unless the actor is an admin */
export function requireAdmin(actor: Actor, refusal = "Admin privileges required"): asserts actor is SignedIn {
  if (actor.kind !== "user" || actor.role !== "admin") throw forbidden(refusal);
}
