import { admins } from "../policy.ts";

export const wordsPolicy = { read: admins, update: admins };
