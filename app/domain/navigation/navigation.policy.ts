import { admins } from "../policy.ts";

/** Who may do what with menus, social links and the announcement. */
export const navigationPolicy = { read: admins, update: admins };
