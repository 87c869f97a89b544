import { admins } from "../policy.ts";

/** A backup contains everything: accounts, drafts, visits. */
export const backupPolicy = {
  read: admins,
  create: admins,
  prove: admins,
  download: admins,
  delete: admins,
  schedule: admins,
};
