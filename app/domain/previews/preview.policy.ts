import { admins, everyone } from "../policy.ts";

/** Who may do what with preview links and the notes of their readers. */
export const previewPolicy = {
  /** to read the post and leave a note: whoever has the link */
  open: everyone,
  read: admins,
  create: admins,
  delete: admins,
  settleNotes: admins,
};
