import { admins, everyone } from "../policy.ts";

export const mediaPolicy = {
  /** not from the trash; for anybody who knows the URL */
  open: everyone,
  read: admins,
  upload: admins,
  update: admins,
  delete: admins,
  restore: admins,
};
