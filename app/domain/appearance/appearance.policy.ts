import { admins } from "../policy.ts";

/** Who may do what with the look of the site. */
export const appearancePolicy = {
  read: admins,
  update: admins,
  /** to see pages in a look that isn't saved */
  preview: admins,
};
