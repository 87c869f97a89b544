import { admins } from "../policy.ts";

export const redirectPolicy = { read: admins, create: admins, delete: admins };
