import { admins, everyone } from "../policy.ts";

export const previewPolicy = {
  open: everyone,
  read: admins,
  create: admins,
  delete: admins,
  settleNotes: admins,
};
