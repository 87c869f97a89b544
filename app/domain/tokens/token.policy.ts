import { isAdmin } from "../back-office.policy.ts";
import { only, team } from "../policy.ts";

export const tokenPolicy = {
  /** one's own; admins: everybody's */
  read: team,
  /** for oneself */
  create: team,
  revoke: only(team, (person, token: { user_id: string }) => isAdmin(person) || token.user_id === person.id),
};
