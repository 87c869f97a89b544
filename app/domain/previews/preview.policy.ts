import { everyone, writers } from "../policy.ts";

export const previewPolicy = {
  open: everyone,
  read: writers,
  create: writers,
  delete: writers,
  settleNotes: writers,
};
