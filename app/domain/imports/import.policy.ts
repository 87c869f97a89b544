import { admins } from "../policy.ts";

export const importPolicy = {
  read: admins,
  upload: admins,
  choose: admins,
  start: admins,
  undo: admins,
  cancel: admins,
  delete: admins,
  export: admins,
};
