import { admins, editors, everyone, writers } from "../policy.ts";

export const analyticsPolicy = {
  record: everyone,
  /** of the articles within reach */
  readPosts: writers,
  readSite: editors,
  refresh: editors,
  readCollection: admins,
  updateOptions: admins,
  decide: admins,
  manageRules: admins,
};
