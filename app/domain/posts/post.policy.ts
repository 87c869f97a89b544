import { admins, adminsOr, adminsWhere, everyone } from "../policy.ts";
import { POST_MESSAGES } from "./edit-rules.ts";

export const postPolicy = {
  /** published articles */
  read: everyone,
  /** posts of any status, with their history and plans */
  readAny: admins,
  create: adminsOr(POST_MESSAGES.adminRequired),
  update: admins,
  delete: admins,
  restore: admins,
  /** the admin's own unfinished posts */
  write: adminsWhere((admin, unfinished: { author_id: string | null }) => unfinished.author_id === admin.id),
};
