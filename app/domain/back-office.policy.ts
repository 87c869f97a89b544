/** Whoever does something, as policies see them: an actor, the person signed in to a page (null: nobody), or the product itself. */
export type PolicyActor =
  | { kind?: "user"; id: string; email: string; role: "user" | "admin" }
  | { kind: "anonymous" | "reader" | "operator" | "schedule" }
  | null;

/** Somebody who is signed in. */
type Person = Extract<PolicyActor, { id: string }>;

/** The signed-in user; null for everybody else. */
export const personOf = (actor: PolicyActor): Person | null => (actor && "id" in actor ? actor : null);

/** The operator at the command line and what is done on schedule need nobody's permission. */
export const isTrusted = (actor: PolicyActor): boolean =>
  actor !== null && (actor.kind === "operator" || actor.kind === "schedule");

/** Whether somebody may enter the back office. In a file of its own because every page loads it. */
export const mayEnterBackOffice = (actor: PolicyActor): boolean => isTrusted(actor) || personOf(actor)?.role === "admin";
