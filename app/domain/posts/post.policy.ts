import { admins, adminsOr, adminsWhere, everyone } from "../policy.ts";
import { POST_MESSAGES } from "./edit-rules.ts";

export const postPolicy = {
  read: everyone,
  readAny: admins,
  create: adminsOr(POST_MESSAGES.adminRequired),
  update: admins,
  delete: admins,
  restore: admins,
  write: adminsWhere((admin, unfinished: { author_id: string | null }) => unfinished.author_id === admin.id),
};
