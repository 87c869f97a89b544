import { admins, everyone } from "../policy.ts";

export const previewPolicy = {
  /** everybody with the link; also leaves notes */
  open: everyone,
  read: admins,
  create: admins,
  delete: admins,
  settleNotes: admins,
};
