import { admins, everyone } from "../policy.ts";

export const appearancePolicy = {
  read: admins,
  update: admins,
  /** to add a logo or an icon, which no page shows until a look with it is saved */
  upload: admins,
  /** to see a logo or an icon whose address one knows */
  open: everyone,
  /** to see pages in a look that isn't saved */
  preview: admins,
};
