import { editors, everyone, writers } from "../policy.ts";

export const categoryPolicy = {
  read: everyone,
  readAny: writers,
  create: editors,
  update: editors,
  delete: editors,
  restore: editors,
};
