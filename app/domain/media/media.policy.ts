import { admins, everyone } from "../policy.ts";

export const mediaPolicy = {
  /** the file of a picture that isn't in the trash, for anybody who knows its URL */
  open: everyone,
  /** the library */
  read: admins,
  upload: admins,
  update: admins,
  delete: admins,
  restore: admins,
};
