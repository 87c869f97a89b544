import type { Scope } from "./tokens/token-rules.ts";
import type { Grant } from "./users/grants/grant-rules.ts";

/** null: nobody is signed in; the others are the product itself. */
export type PolicyActor =
  | {
      kind?: "user";
      id: string;
      email: string;
      role: "user" | "admin";
      grants?: readonly Grant[];
      token?: { scopes: readonly Scope[] };
    }
  | { kind: "anonymous" | "reader" | "operator" | "schedule" }
  | null;

type Person = Extract<PolicyActor, { id: string }>;

export const personOf = (actor: PolicyActor): Person | null => (actor && "id" in actor ? actor : null);

export const isTrusted = (actor: PolicyActor): boolean =>
  actor !== null && (actor.kind === "operator" || actor.kind === "schedule");

export const isAdmin = (actor: PolicyActor): boolean => isTrusted(actor) || personOf(actor)?.role === "admin";

export const hasGrant = (actor: PolicyActor, ...any: readonly Grant[]): boolean =>
  any.some((grant) => personOf(actor)?.grants?.includes(grant));

export const WRITERS = ["contributor", "author", "editor"] as const satisfies readonly Grant[];

/** Home asks, which doesn't load the policy of posts. */
export const mayWrite = (actor: PolicyActor): boolean => isAdmin(actor) || hasGrant(actor, ...WRITERS);

/** In its own file because every page loads it. */
export const mayEnterBackOffice = (actor: PolicyActor): boolean => isAdmin(actor) || Boolean(personOf(actor)?.grants?.length);
