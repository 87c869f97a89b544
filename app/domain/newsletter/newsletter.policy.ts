import { admins, everyone } from "../policy.ts";

/** `reportBounce`: programs that know the secret. */
export const newsletterPolicy = { read: admins, write: admins, send: admins, setUp: admins, reportBounce: everyone };
