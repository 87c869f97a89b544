import { admins, everyone } from "../policy.ts";

/** Who may do what with tags. They come into being with the posts that carry them. */
export const tagPolicy = { read: everyone, readAny: admins, update: admins, merge: admins, delete: admins };
