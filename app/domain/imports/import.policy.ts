import { admins } from "../policy.ts";

/** Who may import and export. The operator may, too. */
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
