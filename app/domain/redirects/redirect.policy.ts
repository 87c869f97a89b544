import { editors } from "../policy.ts";

export const redirectPolicy = { read: editors, create: editors, delete: editors };
