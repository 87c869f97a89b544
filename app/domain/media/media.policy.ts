import { editors, everyone, writers } from "../policy.ts";

/** Of the library, writers reach what they uploaded, and editors everything (`libraryOf`). */
export const mediaPolicy = {
  /** not from the trash; for anybody who knows the URL */
  open: everyone,
  read: writers,
  editAny: editors,
  upload: writers,
  update: writers,
  delete: writers,
  restore: writers,
};
