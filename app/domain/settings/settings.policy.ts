import { admins, everyone } from "../policy.ts";

export const settingsPolicy = {
  /** what public pages need */
  readPublic: everyone,
  read: admins,
  update: admins,
  /** to see the site while it is closed for maintenance */
  enterClosedSite: admins,
};
