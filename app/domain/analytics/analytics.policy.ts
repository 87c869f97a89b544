import { admins } from "../policy.ts";

export const analyticsPolicy = { read: admins, updateOptions: admins, refresh: admins, decide: admins, manageRules: admins };
