import { admins, everyone } from "../policy.ts";

export const appearancePolicy = {
  read: admins,
  update: admins,
  /** no page shows it until a look with it is saved */
  upload: admins,
  open: everyone,
  preview: admins,
};
