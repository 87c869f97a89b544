import type { Actor } from "../auth/model.ts";
import { requireAdmin } from "../require-admin.ts";
import type { Operator } from "../users/model.ts";

/** Who may import: an admin, or whoever runs the server. */
export type ActorOrOperator = Actor | Operator;

/** @throws DomainError `forbidden`, unless they may */
export function requireImporter(doer: ActorOrOperator): void {
  if (doer.kind !== "operator") requireAdmin(doer);
}
