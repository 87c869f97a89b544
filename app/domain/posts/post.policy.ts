import { admins, editors, everyone, only, refusing, writers } from "../policy.ts";
import { POST_MESSAGES } from "./edit-rules.ts";

export const postPolicy = {
  read: everyone,
  readAny: admins,
  create: refusing(admins, POST_MESSAGES.adminRequired),
  update: admins,
  delete: admins,
  restore: admins,
  /** shows what a text would look like; stores nothing */
  render: writers,
  /** unfinished posts */
  write: only(writers, (person, unfinished: { author_id: string | null }) => unfinished.author_id === person.id),
  orderFeatured: editors,
};
