import { admins, everyone, writers } from "../policy.ts";

export const authorPolicy = {
  read: everyone,
  /** the own profile, for everybody who may write */
  manageOwn: writers,
  readAny: admins,
  update: admins,
};
