import { admins } from "../policy.ts";

export const navigationPolicy = { read: admins, update: admins };
