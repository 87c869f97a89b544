import { admins, everyone, team } from "../policy.ts";

export const settingsPolicy = {
  readPublic: everyone,
  read: admins,
  update: admins,
  enterClosedSite: team,
};
