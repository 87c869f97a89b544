/** Who does something, as policies see it: an actor, the user signed in to a page (null: nobody), or the product itself. */
export type PolicyActor =
  | { kind?: "user"; id: string; email: string; role: "user" | "admin" }
  | { kind: "anonymous" | "reader" | "operator" | "schedule" }
  | null;

type Person = Extract<PolicyActor, { id: string }>;

export const personOf = (actor: PolicyActor): Person | null => (actor && "id" in actor ? actor : null);

/** The operator and scheduled jobs need no permission. */
export const isTrusted = (actor: PolicyActor): boolean =>
  actor !== null && (actor.kind === "operator" || actor.kind === "schedule");

/** Whether somebody may enter the back office. In its own file because every page loads it. */
export const mayEnterBackOffice = (actor: PolicyActor): boolean => isTrusted(actor) || personOf(actor)?.role === "admin";
