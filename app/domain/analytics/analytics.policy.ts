import { admins } from "../policy.ts";

/** Who may do what with the figures, the quarantine and its rules. */
export const analyticsPolicy = { read: admins, updateOptions: admins, refresh: admins, decide: admins, manageRules: admins };
