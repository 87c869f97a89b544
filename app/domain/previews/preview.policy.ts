import { admins, everyone } from "../policy.ts";

export const previewPolicy = {
  /** reading the post and leaving a note: everybody with the link */
  open: everyone,
  read: admins,
  create: admins,
  delete: admins,
  settleNotes: admins,
};
