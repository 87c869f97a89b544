import { admins, everyone } from "../policy.ts";

export const analyticsPolicy = {
  record: everyone,
  read: admins,
  updateOptions: admins,
  refresh: admins,
  decide: admins,
  manageRules: admins,
};
