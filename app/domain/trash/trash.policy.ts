import { admins } from "../policy.ts";

/** Who may do what with the trash as a whole. */
export const trashPolicy = { read: admins, restore: admins, delete: admins };
