import type { PolicyActor } from "./back-office.policy.ts";
import { forbidden } from "./errors.ts";
import type { Ability } from "./policy.ts";
import type { Scope } from "./tokens/token-rules.ts";
import type { Grant } from "./users/grants/grant-rules.ts";
import type { Operator } from "./users/user.ts";

/** `role` and `grants` are those in the database at this moment; `hasCode`: the session is at aal2; `token`: an API token instead of a session. */
export type Actor =
  | { kind: "anonymous" }
  | {
      kind: "user";
      id: string;
      email: string;
      role: "user" | "admin";
      grants?: readonly Grant[];
      sessionId: string;
      hasCode?: boolean;
      token?: { id: string; name: string; scopes: readonly Scope[] };
    };

export type SignedIn = Extract<Actor, { kind: "user" }>;

/** An actor through the API, or the operator by a command. */
export type ActorOrOperator = Actor | Operator;

/** @throws DomainError `forbidden`, with the ability's refusal */
export function authorize<A extends PolicyActor>(
  actor: A,
  { admits, refusal }: Pick<Ability, "admits" | "refusal">,
): asserts actor is Exclude<A, null | { kind: "anonymous" } | { kind: "reader" }> {
  if (!admits(actor)) throw forbidden(refusal);
}
