import { admins, everyone } from "../policy.ts";

export const categoryPolicy = {
  read: everyone,
  readAny: admins,
  create: admins,
  update: admins,
  delete: admins,
  restore: admins,
};
