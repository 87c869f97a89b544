import { isAdmin, type PolicyActor } from "../back-office.policy.ts";
import { admins, everyone, only, users } from "../policy.ts";
import type { AdminUser, Person, UserCounts } from "./user.ts";

export const userPolicy = {
  read: only(users, (person, user: { id: string }) => isAdmin(person) || user.id === person.id),
  createOwn: only(
    users,
    (person, user: { id: string; email: string }) =>
      user.id === person.id && user.email.toLowerCase() === person.email.toLowerCase(),
  ),
  /** profile, sessions, notifications, export, deletion */
  manageOwn: users,
  readAny: admins,
  /** others see the names of readers, never their email addresses */
  readAddresses: admins,
  create: admins,
  invite: admins,
  update: admins,
  delete: admins,
  acceptInvitation: everyone,
};

/** Can't be demoted, deactivated or deleted. The database enforces it (`keepAnAdmin`); pages ask here. */
export const isLastAdmin = (
  { role, state }: Pick<AdminUser, "role" | "state">,
  { active_admins }: Pick<UserCounts, "active_admins">,
): boolean => role === "admin" && state === "active" && active_admins <= 1;

type PersonColumns = { id: string | null; full_name: string | null; email: string | null };

/** @returns without the address unless `reader` may read it; null for a user who was deleted */
export function personFor(reader: PolicyActor, { id, full_name, email }: PersonColumns): Person | null {
  if (id === null || email === null) return null;
  return { id, full_name, email: userPolicy.readAddresses.admits(reader) ? email : null };
}

/** As `personFor`, of those who exist. */
export const peopleFor = (reader: PolicyActor, people: PersonColumns[]): Person[] =>
  people.flatMap((one) => personFor(reader, one) ?? []);
