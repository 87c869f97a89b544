import { admins, everyone } from "../policy.ts";

/** Who may do what with categories. */
export const categoryPolicy = {
  read: everyone,
  readAny: admins,
  create: admins,
  update: admins,
  delete: admins,
  restore: admins,
};
