import { admins, everyone } from "../policy.ts";

export const settingsPolicy = {
  readPublic: everyone,
  read: admins,
  update: admins,
  enterClosedSite: admins,
};
