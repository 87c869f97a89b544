import { admins } from "../policy.ts";

export const trashPolicy = { read: admins, restore: admins, delete: admins };
