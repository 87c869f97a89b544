import { admins, everyone } from "../policy.ts";

/** Who may do what with tags. Saving a post creates its tags. */
export const tagPolicy = { read: everyone, readAny: admins, update: admins, merge: admins, delete: admins };
