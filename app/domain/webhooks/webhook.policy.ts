import { admins } from "../policy.ts";

/** `update`: also its secret. `send`: a test, or a delivery once more. */
export const webhookPolicy = { read: admins, create: admins, update: admins, delete: admins, send: admins };
