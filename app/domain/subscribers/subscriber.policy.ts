import { admins, everyone, users } from "../policy.ts";

export const subscriberPolicy = {
  subscribe: everyone,
  /** the token in a mailed link is all that is needed */
  openLink: everyone,
  manageOwn: users,
  read: admins,
  add: admins,
  suppress: admins,
  erase: admins,
  export: admins,
  import: admins,
};
