import { admins } from "../policy.ts";

/** Who may do what with redirects. */
export const redirectPolicy = { read: admins, create: admins, delete: admins };
