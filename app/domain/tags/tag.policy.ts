import { admins, everyone } from "../policy.ts";

/** Saving a post creates its tags. */
export const tagPolicy = { read: everyone, readAny: admins, update: admins, merge: admins, delete: admins };
