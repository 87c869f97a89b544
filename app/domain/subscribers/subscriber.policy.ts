import { admins } from "../policy.ts";

export const subscriberPolicy = {
  read: admins,
  add: admins,
  suppress: admins,
  erase: admins,
  export: admins,
  import: admins,
};
