import type { Actor } from "../auth/model.ts";
import { forbidden } from "../errors.ts";
import type { Operator } from "./model.ts";

/** Who does something to an account. */
export type ActorOrOperator = Actor | Operator;

const isAdmin = (doer: ActorOrOperator) => doer.kind === "operator" || (doer.kind === "user" && doer.role === "admin");

/** Oneself, an admin and the operator read an account's profile. */
export const mayRead = (doer: ActorOrOperator, userId: string) => isAdmin(doer) || (doer.kind === "user" && doer.id === userId);

/** Admins and the operator give and take roles, activate, deactivate and delete. */
const mayManage = (doer: ActorOrOperator) => isAdmin(doer);

/** @throws DomainError `forbidden` unless the doer manages accounts */
export function requireManager(doer: ActorOrOperator): void {
  if (!mayManage(doer)) throw forbidden("Admin privileges required");
}
